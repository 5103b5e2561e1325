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
    public func prefix<S: Scheduler>(
        for duration: some SchedulerTimeIntervalConvertible, scheduler: S
    ) -> Publishers.Timed<Self, Operators.PrefixFor<Output, Failure>, S.Home> {
        timed(Operators.PrefixFor(duration._duration), on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `prefix(for:scheduler:)`.
    public typealias PrefixFor<Upstream: Publisher> = Timed<
        Upstream, Operators.PrefixFor<Upstream.Output, Upstream.Failure>, Never
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `prefix(for:scheduler:)`.
    @frozen
    public struct PrefixFor<Output: Sendable, Failure: Error>: OperatorMachine {
        @usableFromInline let duration: Duration
        @usableFromInline var end = SchedulerInstant.zero
        @usableFromInline var isArmed = true

        @inlinable
        public init(_ duration: Duration) { self.duration = duration }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start:
                end = effects.now.advanced(by: duration)
                // In this order, so that what upstream gives at once comes before an end that has come already.
                effects.request(effects.demand, from: 0)
                effects.arm(at: end)
            case .demand(let added): effects.request(added, from: 0)
            case .input(let value, _):
                if !isArmed {
                    if effects.now >= end { return effects.complete(.finished) }
                    isArmed = true
                    effects.arm(at: end)
                }
                if effects.hasDemand { effects.emit(value) } else { effects.refuse() }
            case .timer, .finished: effects.complete(.finished)
            case .timerLost: isArmed = false
            default: break
            }
        }
    }
}
