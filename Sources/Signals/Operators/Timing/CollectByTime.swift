extension Publisher where Output: Sendable {
    /// Gathers the values of each span of time into an array.
    ///
    /// ```
    /// input               -1-2-----3----4-5|
    /// collect(byTime: 4)  -----[1,2]-------[3]---([4,5]|)
    /// ```
    ///
    /// The first value opens a window, and the batch is given when that ends. There are no empty batches, and no timer
    /// while nothing has been gathered. What has been gathered is given when this publisher finishes, and dropped when it
    /// fails.
    ///
    /// - Demand: Asks upstream for everything. Without demand the batch grows.
    @inlinable
    @_disfavoredOverload
    public func collect(byTime interval: Duration, scheduler: some Scheduler) -> Publishers.CollectByTime<Self> {
        Publishers.CollectByTime(upstream: self, interval: interval, count: nil, scheduler: scheduler)
    }

    /// Gathers the values of each span of time into an array, and gives it on the main actor.
    ///
    /// - Demand: Asks upstream for everything. Without demand the batch grows.
    @inlinable
    public func collect(
        byTime interval: Duration, scheduler: some MainActorScheduler
    ) -> Publishers.MainActorDelivery<Publishers.CollectByTime<Self>> {
        Publishers.MainActorDelivery(
            Publishers.CollectByTime(upstream: self, interval: interval, count: nil, scheduler: scheduler),
            on: scheduler)
    }

    /// Gathers the values of each span of time into an array, and gives it early when it has `count` of them.
    ///
    /// ```
    /// input                           -1-2-3-4-----5|
    /// collect(byTime: 4, orCount: 3)  -----[1,2,3]---[4]-([5]|)
    /// ```
    ///
    /// The first value opens a window. Filling up ends it, and the next value opens another.
    ///
    /// - Demand: Asks upstream for everything. Without demand the batch grows.
    @inlinable
    @_disfavoredOverload
    public func collect(
        byTime interval: Duration, orCount count: Int, scheduler: some Scheduler
    ) -> Publishers.CollectByTime<Self> {
        Publishers.CollectByTime(upstream: self, interval: interval, count: count, scheduler: scheduler)
    }

    /// Gathers the values of each span of time into an array, and gives it early when it has `count` of them, on the main
    /// actor.
    ///
    /// - Demand: Asks upstream for everything. Without demand the batch grows.
    @inlinable
    public func collect(
        byTime interval: Duration, orCount count: Int, scheduler: some MainActorScheduler
    ) -> Publishers.MainActorDelivery<Publishers.CollectByTime<Self>> {
        Publishers.MainActorDelivery(
            Publishers.CollectByTime(upstream: self, interval: interval, count: count, scheduler: scheduler),
            on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `collect(byTime:scheduler:)` and its kin.
    @frozen
    public struct CollectByTime<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let interval: Duration
        @usableFromInline let count: Int?
        @usableFromInline let scheduler: any Scheduler

        @inlinable
        init(upstream: Upstream, interval: Duration, count: Int?, scheduler: any Scheduler) {
            precondition(count ?? 1 > 0, "collect(byTime:orCount:) takes a count of one or more")
            self.upstream = upstream
            self.interval = interval
            self.count = count
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = CollectByTimeMachine<Upstream.Output, Failure>(interval: interval, count: count)
            Junction(machine, scheduler: scheduler, name: Self.self, downstream: subscriber).start { [upstream] in
                $0.connect(upstream) { $0 }
            }
        }
    }
}

@frozen
@usableFromInline
struct CollectByTimeMachine<Value, Failure: Error>: Machine {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = [Value]
    @usableFromInline let interval: Duration
    @usableFromInline let count: Int?
    @usableFromInline var batch: [Value] = []
    @usableFromInline var isDue = false
    @usableFromInline var isFinished = false

    @inlinable
    init(interval: Duration, count: Int?) {
        self.interval = interval
        self.count = count
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(.unlimited, from: 0)
    }

    @inlinable
    mutating func receive(_ value: Value, from id: Int, _ effects: inout Effects<Self>) {
        if batch.isEmpty { effects.arm(at: effects.now.advanced(by: interval)) }
        batch.append(value)
        if let count, batch.count >= count { end(&effects) }
    }

    @inlinable
    mutating func timerFired(_ effects: inout Effects<Self>) {
        isDue = true
        flush(&effects)
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        isFinished = true
        end(&effects)
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        flush(&effects)
    }

    /// Ends the window before its time.
    @inlinable
    mutating func end(_ effects: inout Effects<Self>) {
        effects.disarm()
        isDue = true
        flush(&effects)
    }

    @inlinable
    mutating func flush(_ effects: inout Effects<Self>) {
        if isDue, !batch.isEmpty, effects.hasDemand {
            effects.emit(batch)
            batch = []
            isDue = false
        }
        if isFinished, batch.isEmpty { effects.complete(.finished) }
    }
}
