extension Publisher where Output: Sendable {
    /// Gives the first value, and then at most one for each `interval`.
    ///
    /// ```
    /// input                            -a-b-c--d------e-f-|
    /// throttle(for: 4, latest: true)   -a---c---d-----e---(f|)
    /// throttle(for: 4, latest: false)  -a---b---d-----e---(f|)
    /// ```
    ///
    /// What is given opens a window. The newest value of a window, or the first, is given when the window ends, whether
    /// or not another comes; and a value that comes when no window is open is given at once. So any two are at least
    /// `interval` apart. An ending, a failure too, waits for the value that waits. There is one timer at most, and none
    /// while nothing waits.
    ///
    /// - Demand: Asks upstream for everything. Without demand the newest value that could have been given is held.
    ///
    /// - Parameters:
    ///   - interval: How far two values are apart at least.
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - latest: Whether the newest value of a window is given; else it is the first.
    @inlinable public func throttle<S: Scheduler>(
        for interval: some SchedulerTimeIntervalConvertible, scheduler: S, latest: Bool
    ) -> Publishers.Timed<Self, Operators.Throttle<Output, Failure>, S.Home> {
        timed(Operators.Throttle(for: interval._duration, latest: latest), on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `throttle(for:scheduler:latest:)`.
    public typealias Throttle<Upstream: Publisher> = Timed<
        Upstream, Operators.Throttle<Upstream.Output, Upstream.Failure>, Never
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `throttle(for:scheduler:latest:)`. A window begins with each value that is given.
    @frozen public struct Throttle<Output: Sendable, Failure: Error>: OperatorMachine {
        @usableFromInline let interval: Duration
        @usableFromInline let latest: Bool
        @usableFromInline var pending: Output?
        /// Whether the pending value's time has come.
        @usableFromInline var isDue = false
        @usableFromInline var windowEnd: SchedulerInstant?
        @usableFromInline var ending: Subscribers.Completion<Failure>?

        @inlinable public static var takesFailures: Bool { true }

        @inlinable public init(for interval: Duration, latest: Bool) {
            self.interval = interval
            self.latest = latest
        }

        @inlinable public mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: effects.request(.unlimited, from: 0)
            case .input(let value, _): take(value, &effects)
            case .timer:
                isDue = true
                flush(&effects)
            case .timerLost:
                if pending.take() != nil { effects.lose(1) }
                if let ending { effects.complete(ending) }
            case .demand: if isDue { flush(&effects) }
            case .finished: end(.finished, &effects)
            case .failed(let error, _): end(.failure(error), &effects)
            case .echo, .delivered: break
            }
        }

        @inlinable mutating func take(_ value: Output, _ effects: inout Effects<Self>) {
            if pending != nil, !isDue {
                // The timer for this window's end is armed already.
                if latest { pending = value }
                return
            }
            let now = effects.now
            if let end = windowEnd, now < end {
                if pending == nil { effects.arm(at: end) } else if !latest { return }
                pending = value
            } else {
                pending = value
                isDue = true
                flush(&effects)
            }
        }

        @inlinable mutating func end(_ completion: Subscribers.Completion<Failure>, _ effects: inout Effects<Self>) {
            ending = completion
            if pending == nil { effects.complete(completion) }
        }

        @inlinable mutating func flush(_ effects: inout Effects<Self>) {
            windowEnd = effects.now.advanced(by: interval)
            guard effects.hasDemand, let value = pending.take() else { return }
            isDue = false
            effects.emit(value)
            if let ending { effects.complete(ending) }
        }
    }
}
