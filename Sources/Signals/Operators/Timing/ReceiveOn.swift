extension Publisher where Output: Sendable {
    /// Delivers values and the ending on `scheduler`.
    ///
    /// ```
    /// input          --1--2--3--|
    /// receive(on: q) ---1--2--3--|   on q
    /// ```
    ///
    /// Order is kept on any scheduler, a concurrent queue included, and a burst takes one job of it. The subscription is
    /// handed over at once.
    ///
    /// - Demand: Passed on, so nothing is dropped.
    @inlinable @_disfavoredOverload public func receive(on scheduler: some Scheduler) -> Publishers.ReceiveOn<Self> {
        Publishers.ReceiveOn(upstream: self, scheduler: scheduler)
    }

    /// Delivers values and the ending on the main actor.
    ///
    /// `.main` always waits for the main actor's next turn; `.mainImmediate` delivers at once to those who are there
    /// already, if no earlier value is still on its way.
    ///
    /// - Demand: Passed on, so nothing is dropped.
    @inlinable public func receive(
        on scheduler: some MainActorScheduler
    ) -> Publishers.MainActorDelivery<Publishers.ReceiveOn<Self>> {
        Publishers.MainActorDelivery(Publishers.ReceiveOn(upstream: self, scheduler: scheduler), on: scheduler)
    }

    /// Delivers values and the ending on the main actor's next turn; the same as `receive(on: .main)`.
    ///
    /// - Demand: Passed on, so nothing is dropped.
    @inlinable public func receive(on actor: MainActor) -> Publishers.MainActorDelivery<Publishers.ReceiveOn<Self>> {
        receive(on: .main)
    }
}

extension Publishers {
    /// The publisher behind `receive(on:)`.
    @frozen public struct ReceiveOn<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let scheduler: any Scheduler

        @inlinable public init(upstream: Upstream, scheduler: any Scheduler) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            upstream.receive(subscriber: QueuedSubscription(on: scheduler, name: Self.self, downstream: subscriber))
        }
    }
}
