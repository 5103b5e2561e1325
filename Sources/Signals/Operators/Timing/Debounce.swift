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
    /// - Demand: Asks upstream for everything. Without demand the newest value is held.
    @inlinable
    @_disfavoredOverload
    public func debounce(for dueTime: Duration, scheduler: some Scheduler) -> Publishers.Debounce<Self> {
        Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler)
    }

    /// Gives a value once no other has come for `dueTime`, on the main actor.
    ///
    /// - Demand: Asks upstream for everything. Without demand the newest value is held.
    @inlinable
    public func debounce(
        for dueTime: Duration, scheduler: some MainActorScheduler
    ) -> Publishers.MainActorDelivery<Publishers.Debounce<Self>> {
        Publishers.MainActorDelivery(
            Publishers.Debounce(upstream: self, dueTime: dueTime, scheduler: scheduler), on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `debounce(for:scheduler:)`.
    @frozen
    public struct Debounce<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let dueTime: Duration
        @usableFromInline let scheduler: any Scheduler

        @inlinable
        init(upstream: Upstream, dueTime: Duration, scheduler: any Scheduler) {
            self.upstream = upstream
            self.dueTime = dueTime
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = DebounceMachine<Output, Failure>(dueTime: dueTime)
            Junction(machine, scheduler: scheduler, name: Self.self, downstream: subscriber).start { [upstream] in
                $0.connect(upstream) { $0 }
            }
        }
    }
}

@frozen
@usableFromInline
struct DebounceMachine<Value, Failure: Error>: Machine {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = Value
    @usableFromInline let dueTime: Duration
    @usableFromInline var pending: Value?
    @usableFromInline var due = SchedulerInstant.zero
    @usableFromInline var isArmed = false
    @usableFromInline var isDue = false
    @usableFromInline var isFinished = false

    @inlinable
    init(dueTime: Duration) {
        self.dueTime = dueTime
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(.unlimited, from: 0)
    }

    @inlinable
    mutating func receive(_ value: Value, from id: Int, _ effects: inout Effects<Self>) {
        pending = value
        isDue = false
        due = effects.now.advanced(by: dueTime)
        // A timer that is under way is left alone. When it fires it sleeps on until the last value's time.
        if !isArmed { arm(&effects) }
    }

    @inlinable
    mutating func timerFired(_ effects: inout Effects<Self>) {
        isArmed = false
        if pending == nil { return }
        if effects.now < due { return arm(&effects) }
        isDue = true
        flush(&effects)
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        isFinished = true
        isDue = true
        effects.disarm()
        flush(&effects)
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        flush(&effects)
    }

    @inlinable
    mutating func flush(_ effects: inout Effects<Self>) {
        if isDue, effects.hasDemand, let value = pending.take() { effects.emit(value) }
        if isFinished, pending == nil { effects.complete(.finished) }
    }

    @inlinable
    mutating func arm(_ effects: inout Effects<Self>) {
        isArmed = true
        effects.arm(at: due)
    }
}
