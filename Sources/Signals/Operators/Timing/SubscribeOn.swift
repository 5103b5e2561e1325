extension Publisher where Output: Sendable {
    /// Subscribes, asks for values and cancels on `scheduler`.
    ///
    /// The subscriber is given its subscription at once; upstream is subscribed to on the scheduler's next turn. Values
    /// come on whatever thread upstream delivers on, which for one that starts working when it is asked is the
    /// scheduler's. To choose where they arrive use `receive(on:)`.
    ///
    /// - Parameters:
    ///   - scheduler: Whose jobs subscribe, ask and cancel.
    ///   - options: Nothing; for code that was written for Combine.
    /// - Demand: Passed on, in the scheduler's jobs.
    @inlinable public func subscribe(
        on scheduler: some Scheduler, options: Never? = nil
    ) -> Publishers.SubscribeOn<Self> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `subscribe(on:options:)`.
    @frozen public struct SubscribeOn<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let scheduler: any Scheduler

        @inlinable public init(upstream: Upstream, scheduler: any Scheduler) {
            self.upstream = upstream
            self.scheduler = scheduler
        }

        @inlinable public var _home: DeliveryHome? { upstream._home }

        @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            SubscribeLink<Output, Failure>(on: scheduler, name: Self.self, downstream: subscriber).start(upstream)
        }
    }
}

extension Publishers.SubscribeOn: MainActorPublisher where Upstream: MainActorPublisher {}
