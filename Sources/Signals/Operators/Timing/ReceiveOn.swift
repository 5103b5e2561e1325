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
    /// `.main` always waits for the main actor's next turn; `.mainImmediate` delivers at once to those who are there
    /// already, if no earlier value is still on its way. With either, what follows may touch the main actor's state.
    ///
    /// - Parameters:
    ///   - scheduler: Whose jobs deliver.
    ///   - options: Nothing; for code that was written for Combine.
    /// - Demand: Passed on, so nothing is dropped.
    @inlinable public func receive<S: Scheduler>(
        on scheduler: S, options: Never? = nil
    ) -> Publishers.Received<Self, S.Home> {
        Publishers.Received(upstream: self, scheduler, home: scheduler._home)
    }

    /// Delivers values and the ending on the main actor's next turn; the same as `receive(on: .main)`.
    ///
    /// - Demand: Passed on, so nothing is dropped.
    @inlinable public func receive(
        on actor: MainActor, options: Never? = nil
    ) -> Publishers.Received<Self, MainActor> { receive(on: .main) }
}

extension Publishers {
    /// The publisher behind `receive(on:options:)`, without a home or with one: `MainActor` is that of ``MainScheduler``.
    @frozen public struct Received<Upstream: Publisher, Home>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let scheduler: any Scheduler
        public let _home: DeliveryHome?

        @inlinable init(upstream: Upstream, _ scheduler: any Scheduler, home: DeliveryHome?) {
            self.upstream = upstream
            self.scheduler = scheduler
            _home = home
        }

        @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            upstream.receive(
                subscriber: QueuedSubscription(on: scheduler, name: Operators.ReceiveOn.self, downstream: subscriber))
        }
    }

    /// The publisher behind `receive(on:options:)`, of a scheduler that is not the main actor's.
    public typealias ReceiveOn<Upstream: Publisher> = Received<Upstream, Never> where Upstream.Output: Sendable
}

extension Publishers.Received: MainActorPublisher where Home == MainActor {}

extension Operators {
    /// What `receive(on:options:)` is called in reports.
    @usableFromInline enum ReceiveOn {}
}
