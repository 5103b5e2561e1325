extension Publisher where Output: Sendable {
    /// Gives everything later by `interval`, the ending and a failure too.
    ///
    /// ```
    /// input           -1-2---3|
    /// delay(for: 2)   ---1-2---3|
    /// ```
    ///
    /// Order is kept on any scheduler. There is one timer at most, whatever the rate of values, and none while nothing is
    /// on its way. The subscription is handed over at once. An interval of zero or less means the scheduler's next turn.
    ///
    /// - Parameters:
    ///   - interval: How much later: a `Duration`, or a number of seconds.
    ///   - tolerance: How much later still a value may come, which can save energy.
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - options: Nothing; for code that was written for Combine.
    /// - Demand: Passed on, so nothing is dropped.
    @inlinable
    public func delay<S: Scheduler>(
        for interval: some SchedulerTimeIntervalConvertible,
        tolerance: some SchedulerTimeIntervalConvertible = Duration.zero, scheduler: S, options: Never? = nil
    ) -> Publishers.Timed<Self, Operators.Delay<Output, Failure>, S.Home> {
        Publishers.Timed(
            self, Operators.Delay(for: interval._duration), scheduler.lenient(by: tolerance._duration),
            home: scheduler._home)
    }
}

extension Publishers {
    /// The publisher behind `delay(for:tolerance:scheduler:options:)`.
    public typealias Delay<Upstream: Publisher> = Timed<
        Upstream, Operators.Delay<Upstream.Output, Upstream.Failure>, Never
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `delay(for:scheduler:)`.
    @frozen
    public struct Delay<Output: Sendable, Failure: Error>: OperatorMachine {
        @usableFromInline let interval: Duration
        @usableFromInline var waiting = Queue<(value: Output, due: SchedulerInstant)>()
        @usableFromInline var ending: (completion: Subscribers.Completion<Failure>, due: SchedulerInstant)?
        @usableFromInline var isArmed = false
        /// Whether no timer has come since the last was lost.
        @usableFromInline var hasLostTimer = false

        @inlinable public static var takesFailures: Bool { true }

        @inlinable
        public init(for interval: Duration) { self.interval = interval }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: effects.request(effects.demand, from: 0)
            case .demand(let added): effects.request(added, from: 0)
            case .input(let value, _):
                guard effects.demand > waiting.count else { return effects.refuse() }
                waiting.append((value, due(&effects)))
            case .finished: ending = (.finished, due(&effects))
            case .failed(let error, _): ending = (.failure(error), due(&effects))
            case .timer: release(&effects)
            case .timerLost: loseAll(&effects)
            case .echo, .delivered: break
            }
        }

        /// When something that comes now is due. There is a timer for the first of what waits.
        @inlinable
        mutating func due(_ effects: inout Effects<Self>) -> SchedulerInstant {
            let due = effects.now.advanced(by: interval)
            if !isArmed { effects.arm(at: due) }
            isArmed = true
            return due
        }

        @inlinable
        mutating func release(_ effects: inout Effects<Self>) {
            isArmed = false
            hasLostTimer = false
            let now = effects.now
            while let due = waiting.first?.due, due <= now { effects.emit(waiting.popFirst()!.value) }
            if let next = waiting.first?.due ?? ending?.due, next > now {
                isArmed = true
                effects.arm(at: next)
            } else if let ending {
                effects.complete(ending.completion)
            }
        }

        /// In place of what is lost as much is asked for, but not again and again while no timer ever comes.
        @usableFromInline
        mutating func loseAll(_ effects: inout Effects<Self>) {
            isArmed = false
            effects.lose(waiting.count)
            if !hasLostTimer { effects.request(.max(waiting.count), from: 0) }
            hasLostTimer = true
            waiting.removeAll()
            if let ending { effects.complete(ending.completion) }
        }
    }
}
