extension Publisher {
    /// Subscribes to this publisher some time after it has been subscribed to itself.
    ///
    /// ```
    /// input                      1--2--3|
    /// delaySubscription(for: 4)  ----1--2--3|
    /// ```
    ///
    /// The subscriber is given its subscription at once, and cancelling before the time is over leaves upstream alone. Upstream
    /// is subscribed to by a job of `scheduler`; its values come from wherever it delivers. It finishes where the scheduler
    /// throws that job away.
    ///
    /// - Demand: What has been asked for by then is asked of upstream, and what is asked for later too.
    /// - Parameters:
    ///   - duration: How long to wait.
    ///   - scheduler: Whose time it goes by.
    @inlinable
    public func delaySubscription(
        for duration: some SchedulerTimeIntervalConvertible, scheduler: some Scheduler
    ) -> Publishers.Followed<Self, Operators.DelaySubscription<Self>> {
        Publishers.Followed(Operators.DelaySubscription(self, for: duration._duration), clock: scheduler, home: _home)
    }

    /// Subscribes to this publisher when another has given a value, or has finished.
    ///
    /// ```
    /// input                             1--2--3|
    /// signal                            --x-----
    /// delaySubscription(until: signal)  --1--2--3|
    /// ```
    ///
    /// A failure of the signal ends the stream.
    ///
    /// - Demand: What has been asked for by then is asked of upstream. The signal is asked for its value at once.
    @inlinable
    public func delaySubscription<Signal: Publisher>(
        until signal: Signal
    )
        -> Publishers.Concatenate<
            Publishers.Applied<
                Publishers.Applied<
                    Publishers.Applied<Signal, Operators.Prefix<Signal.Output, Failure>>,
                    Operators.IgnoreOutput<Signal.Output, Failure>
                >, Operators.Map<Never, Output, Failure>
            >, Self
        > where Signal.Failure == Failure
    {
        signal.first().ignoreOutput().map { (never) -> Output in }.append(self)
    }
}

extension Operators {
    /// The machine behind `delaySubscription(for:scheduler:)`.
    @frozen
    public struct DelaySubscription<Upstream: Publisher>: OperatorMachine {
        public typealias Input = Never
        public typealias Output = Upstream.Output
        public typealias Source = Upstream
        @usableFromInline let upstream: Upstream
        @usableFromInline let duration: Duration
        @usableFromInline var isAttached = false

        @inlinable public static var passesValues: Bool { true }

        @inlinable
        public init(_ upstream: Upstream, for duration: Duration) {
            self.upstream = upstream
            self.duration = duration
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Never, Upstream.Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: effects.arm(at: effects.now.advanced(by: duration))
            case .timer:
                isAttached = true
                effects.request(effects.demand, from: effects.attach(upstream))
            case .demand(let added): if isAttached { effects.request(added, from: 0) }
            case .finished, .timerLost: effects.complete(.finished)
            default: break
            }
        }
    }
}
