extension Publisher where Output: Sendable {
    /// Ends the stream if nothing comes for `interval`, counted from the subscription and from each value.
    ///
    /// ```
    /// input        -1--2--------3-|
    /// timeout(4)   -1--2---|
    /// ```
    ///
    /// It finishes then, or fails if there is a custom error, and cancels upstream. Values and the ending are delivered
    /// on `scheduler`. There is one timer, whatever the rate of values, and none after the ending.
    ///
    /// - Demand: Passed on. Time goes by whether or not anything has been asked for.
    ///
    /// - Parameters:
    ///   - interval: How long it waits for a value.
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - customError: Makes the error to fail with.
    @inlinable
    @_disfavoredOverload
    public func timeout(
        _ interval: Duration, scheduler: some Scheduler, customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self> {
        Publishers.Timeout(upstream: self, interval: interval, scheduler: scheduler, customError: customError)
    }

    /// Ends the stream if nothing comes for `interval`, and delivers on the main actor.
    ///
    /// - Demand: Passed on. Time goes by whether or not anything has been asked for.
    ///
    /// - Parameters:
    ///   - interval: How long it waits for a value.
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - customError: Makes the error to fail with.
    @inlinable
    public func timeout(
        _ interval: Duration, scheduler: some MainActorScheduler, customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.MainActorDelivery<Publishers.Timeout<Self>> {
        Publishers.MainActorDelivery(
            Publishers.Timeout(upstream: self, interval: interval, scheduler: scheduler, customError: customError),
            on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `timeout(_:scheduler:customError:)`.
    @frozen
    public struct Timeout<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let interval: Duration
        @usableFromInline let scheduler: any Scheduler
        @usableFromInline let customError: (@Sendable () -> Failure)?

        @inlinable
        init(
            upstream: Upstream, interval: Duration, scheduler: any Scheduler, customError: (@Sendable () -> Failure)?
        ) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
            self.customError = customError
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = DeadlineMachine<Output, Failure>(interval: interval, isRenewed: true) { [customError] in
                customError.map { .failure($0()) } ?? .finished
            }
            Junction(machine, scheduler: scheduler, name: Self.self, downstream: subscriber).start { [upstream] in
                $0.connect(upstream) { $0 }
            }
        }
    }
}
