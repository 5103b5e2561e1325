extension Publisher where Output: Sendable {
    /// Gives what comes within `duration` of the subscription, and finishes then.
    ///
    /// ```
    /// input            -1--2--3--4-|
    /// prefix(for: 8)   -1--2--3|
    /// ```
    ///
    /// Upstream is cancelled when the time is over. Values and the ending are delivered on `scheduler`.
    ///
    /// - Demand: Passed on. Time goes by whether or not anything has been asked for.
    @inlinable
    @_disfavoredOverload
    public func prefix(for duration: Duration, scheduler: some Scheduler) -> Publishers.PrefixFor<Self> {
        Publishers.PrefixFor(upstream: self, duration: duration, scheduler: scheduler)
    }

    /// Gives what comes within `duration` of the subscription, on the main actor, and finishes then.
    ///
    /// - Demand: Passed on. Time goes by whether or not anything has been asked for.
    @inlinable
    public func prefix(
        for duration: Duration, scheduler: some MainActorScheduler
    ) -> Publishers.MainActorDelivery<Publishers.PrefixFor<Self>> {
        Publishers.MainActorDelivery(
            Publishers.PrefixFor(upstream: self, duration: duration, scheduler: scheduler), on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `prefix(for:scheduler:)`.
    @frozen
    public struct PrefixFor<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let duration: Duration
        @usableFromInline let scheduler: any Scheduler

        @inlinable
        init(upstream: Upstream, duration: Duration, scheduler: any Scheduler) {
            self.upstream = upstream
            self.duration = duration
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = DeadlineMachine<Output, Failure>(interval: duration, isRenewed: false) { .finished }
            Junction(machine, scheduler: scheduler, name: Self.self, downstream: subscriber).start { [upstream] in
                $0.connect(upstream) { $0 }
            }
        }
    }
}
