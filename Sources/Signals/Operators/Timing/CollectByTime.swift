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
        timed(Operators.CollectByTime(interval, orCount: nil), on: scheduler)
    }

    /// Gathers the values of each span of time into an array, and gives it on the main actor.
    ///
    /// - Demand: Asks upstream for everything. Without demand the batch grows.
    @inlinable
    public func collect(
        byTime interval: Duration, scheduler: some MainActorScheduler
    ) -> Publishers.MainActorDelivery<Publishers.CollectByTime<Self>> {
        timed(Operators.CollectByTime(interval, orCount: nil), on: scheduler)
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
        timed(Operators.CollectByTime(interval, orCount: count), on: scheduler)
    }

    /// Gathers the values of each span of time into an array, and gives it early when it has `count` of them, on the main
    /// actor.
    ///
    /// - Demand: Asks upstream for everything. Without demand the batch grows.
    @inlinable
    public func collect(
        byTime interval: Duration, orCount count: Int, scheduler: some MainActorScheduler
    ) -> Publishers.MainActorDelivery<Publishers.CollectByTime<Self>> {
        timed(Operators.CollectByTime(interval, orCount: count), on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `collect(byTime:scheduler:)` and `collect(byTime:orCount:scheduler:)`.
    public typealias CollectByTime<Upstream: Publisher> = Timed<
        Upstream, Operators.CollectByTime<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `collect(byTime:scheduler:)` and `collect(byTime:orCount:scheduler:)`.
    @frozen
    public struct CollectByTime<Value: Sendable, Failure: Error>: OperatorMachine {
        public typealias Output = [Value]
        @usableFromInline let interval: Duration
        @usableFromInline let count: Int?
        @usableFromInline var batch: [Value] = []
        @usableFromInline var isDue = false
        @usableFromInline var isFinished = false

        @inlinable
        public init(_ interval: Duration, orCount count: Int? = nil) {
            precondition(count ?? 1 > 0, "collect(byTime:orCount:) takes a count of one or more")
            self.interval = interval
            self.count = count
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Value, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: effects.request(.unlimited, from: 0)
            case .input(let value, _):
                if batch.isEmpty { effects.arm(at: effects.now.advanced(by: interval)) }
                batch.append(value)
                if let count, batch.count >= count {
                    effects.disarm()
                    isDue = true
                }
            case .timer: isDue = true
            case .finished:
                isFinished = true
                effects.disarm()
                isDue = true
            default: break
            }
            if isDue, !batch.isEmpty, effects.hasDemand {
                effects.emit(batch)
                batch = []
                isDue = false
            }
            if isFinished, batch.isEmpty { effects.complete(.finished) }
        }
    }
}
