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
    /// - Demand: Passed on, so nothing is dropped.
    @inlinable
    @_disfavoredOverload
    public func delay(for interval: Duration, scheduler: some Scheduler) -> Publishers.Delay<Self> {
        Publishers.Delay(upstream: self, interval: interval, scheduler: scheduler)
    }

    /// Gives everything later by `interval`, on the main actor.
    ///
    /// - Demand: Passed on, so nothing is dropped.
    @inlinable
    public func delay(
        for interval: Duration, scheduler: some MainActorScheduler
    ) -> Publishers.MainActorDelivery<Publishers.Delay<Self>> {
        Publishers.MainActorDelivery(
            Publishers.Delay(upstream: self, interval: interval, scheduler: scheduler), on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `delay(for:scheduler:)`.
    @frozen
    public struct Delay<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let interval: Duration
        @usableFromInline let scheduler: any Scheduler

        @inlinable
        init(upstream: Upstream, interval: Duration, scheduler: any Scheduler) {
            self.upstream = upstream
            self.interval = interval
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = DelayMachine<Output, Failure>(interval: interval)
            Junction(machine, scheduler: scheduler, name: Self.self, downstream: subscriber).start { [upstream] in
                $0.connect(upstream) { $0 }
            }
        }
    }
}

@frozen
@usableFromInline
struct DelayMachine<Value, Failure: Error>: Machine {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = Value
    @usableFromInline let interval: Duration
    @usableFromInline var waiting = Queue<(value: Value, due: SchedulerInstant)>()
    @usableFromInline var ending: (completion: Subscribers.Completion<Failure>, due: SchedulerInstant)?
    @usableFromInline var isArmed = false

    @inlinable
    init(interval: Duration) {
        self.interval = interval
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(effects.demand, from: 0)
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        effects.request(added, from: 0)
    }

    @inlinable
    mutating func receive(_ value: Value, from id: Int, _ effects: inout Effects<Self>) {
        guard effects.demand > waiting.count else { return effects.refuse() }
        waiting.append((value, arm(&effects)))
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        ending = (.finished, arm(&effects))
    }

    @inlinable
    mutating func fail(_ error: Failure, _ id: Int, _ effects: inout Effects<Self>) {
        ending = (.failure(error), arm(&effects))
    }

    /// Sees to a timer for what has come now, unless one is under way for what came before. Returns when it is due.
    @inlinable
    mutating func arm(_ effects: inout Effects<Self>) -> SchedulerInstant {
        let due = effects.now.advanced(by: interval)
        if !isArmed { effects.arm(at: due) }
        isArmed = true
        return due
    }

    @inlinable
    mutating func timerFired(_ effects: inout Effects<Self>) {
        isArmed = false
        let now = effects.now
        while let due = waiting.first?.due {
            if due > now { return rearm(at: due, &effects) }
            effects.emit(waiting.popFirst()!.value)
        }
        guard let ending else { return }
        if ending.due > now { return rearm(at: ending.due, &effects) }
        effects.complete(ending.completion)
    }

    @inlinable
    mutating func rearm(at due: SchedulerInstant, _ effects: inout Effects<Self>) {
        isArmed = true
        effects.arm(at: due)
    }
}
