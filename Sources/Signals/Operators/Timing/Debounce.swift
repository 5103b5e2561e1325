extension Publisher where Output: Sendable {
    /// Gives a value once no other has come for `dueTime`.
    ///
    /// ```
    /// input              -a-b----c-----|
    /// debounce(for: 3)   ------b----c--|
    /// ```
    ///
    /// A value that still waits when this publisher finishes is given then; after a failure it is dropped. There is one
    /// timer at most, whatever the rate of values, and none while nothing waits.
    ///
    /// - Parameters:
    ///   - dueTime: How long it has to be quiet: a `Duration`, or a number of seconds.
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - options: Nothing; for code that was written for Combine.
    /// - Demand: Asks upstream for everything. Without demand the newest value is held.
    @inlinable
    public func debounce<S: Scheduler>(
        for dueTime: some SchedulerTimeIntervalConvertible, scheduler: S, options: Never? = nil
    ) -> Publishers.Timed<Self, Operators.Debounce<Output, Failure>, S.Home> {
        timed(Operators.Debounce(for: dueTime._duration), on: scheduler)
    }

    /// Gives a value once no other has come for as long as `dueTime` says for that value.
    ///
    /// ```
    /// input                     --1--3-2----1-2----|
    /// debounce { $0 as a time } ---1-----2---1--2--|
    /// ```
    ///
    /// ```swift
    /// // Nothing to search for is known at once.
    /// query.debounce(scheduler: queue) { $0.isEmpty ? .zero : .milliseconds(300) }
    /// ```
    ///
    /// - Demand: Asks upstream for everything. Without demand the newest value is held.
    /// - Parameters:
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - dueTime: How long to wait after this value.
    @inlinable
    public func debounce<S: Scheduler>(
        scheduler: S, _ dueTime: @escaping @Sendable (Output) -> Duration
    ) -> Publishers.Timed<Self, Operators.Debounce<Output, Failure>, S.Home> {
        timed(Operators.Debounce(for: dueTime), on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `debounce(for:scheduler:options:)`.
    public typealias Debounce<Upstream: Publisher> = Timed<
        Upstream, Operators.Debounce<Upstream.Output, Upstream.Failure>, Never
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `debounce(for:scheduler:)`.
    @frozen
    public struct Debounce<Output: Sendable, Failure: Error>: OperatorMachine {
        @usableFromInline let dueTime: Duration
        /// The time of each value, where that differs.
        @usableFromInline var dueTimeOf: (@Sendable (Output) -> Duration)?
        @usableFromInline var pending: Output?
        @usableFromInline var due = SchedulerInstant.zero
        /// What the timer is set to.
        @usableFromInline var armed: SchedulerInstant?
        @usableFromInline var isDue = false
        @usableFromInline var isFinished = false

        @inlinable
        public init(for dueTime: Duration) { self.dueTime = dueTime }

        @inlinable
        public init(for dueTime: @escaping @Sendable (Output) -> Duration) {
            self.dueTime = .zero
            dueTimeOf = dueTime
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: effects.request(.unlimited, from: 0)
            case .input(let value, _):
                pending = value
                isDue = false
                due = effects.now.advanced(by: dueTimeOf?(value) ?? dueTime)
                // A timer that is under way is left alone. When it fires it sleeps on until the last value's time.
                if armed.map({ due < $0 }) ?? true { arm(&effects) }
            case .timer:
                armed = nil
                if pending == nil { return }
                if effects.now < due { return arm(&effects) }
                isDue = true
            case .timerLost:
                armed = nil
                if pending.take() != nil { effects.lose(1) }
            case .finished:
                isFinished = true
                isDue = true
                effects.disarm()
            default: break
            }
            if isDue, effects.hasDemand, let value = pending.take() { effects.emit(value) }
            if isFinished, pending == nil { effects.complete(.finished) }
        }

        @inlinable
        mutating func arm(_ effects: inout Effects<Self>) {
            armed = due
            effects.arm(at: due)
        }
    }
}
