extension Publisher where Output: Sendable {
    /// Gathers the values of each span of time into an array.
    ///
    /// ```
    /// input               -1-2-----3----4-5|
    /// collect(byTime: 4)  ----[1,2]-------[3]---[4]([5]|)
    /// ```
    ///
    /// The windows lie on a grid that begins with the subscription, whatever values come. A value that comes as one window
    /// ends and the next begins belongs to the next. There are no empty batches, and no timer while nothing has been
    /// gathered. What has been gathered is given when this publisher finishes, and dropped when it fails.
    ///
    /// - Demand: Asks upstream for everything. Without demand the batch that is due grows.
    @inlinable
    public func collect<S: Scheduler>(
        byTime interval: some SchedulerTimeIntervalConvertible, scheduler: S
    ) -> Publishers.Timed<Self, Operators.CollectByTime<Output, Failure>, S.Home> {
        timed(Operators.CollectByTime(interval._duration, orCount: nil), on: scheduler)
    }

    /// Gathers the values of each span of time into an array, and gives it early when it has `count` of them.
    ///
    /// ```
    /// input                           -1-2-3-4-----5|
    /// collect(byTime: 8, orCount: 3)  -----[1,2,3]--[4]-----([5]|)
    /// ```
    ///
    /// The windows lie on a grid that begins with the subscription. Filling up gives the batch and leaves the grid alone: the
    /// next value begins a batch for the same window. No batch is larger than `count`.
    ///
    /// - Demand: Asks upstream for everything. Without demand the batches that are due wait, in order.
    @inlinable
    public func collect<S: Scheduler>(
        byTime interval: some SchedulerTimeIntervalConvertible, orCount count: Int, scheduler: S
    ) -> Publishers.Timed<Self, Operators.CollectByTime<Output, Failure>, S.Home> {
        timed(Operators.CollectByTime(interval._duration, orCount: count), on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `collect(byTime:scheduler:)` and `collect(byTime:orCount:scheduler:)`.
    public typealias CollectByTime<Upstream: Publisher> = Timed<
        Upstream, Operators.CollectByTime<Upstream.Output, Upstream.Failure>, Never
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `collect(byTime:scheduler:)` and `collect(byTime:orCount:scheduler:)`.
    @frozen
    public struct CollectByTime<Value: Sendable, Failure: Error>: OperatorMachine {
        public typealias Output = [Value]
        @usableFromInline let interval: Duration
        @usableFromInline let count: Int?
        @usableFromInline var grid = TimeGrid(from: .zero, every: .seconds(1))
        @usableFromInline var windowEnd = SchedulerInstant.zero
        @usableFromInline var batch: [Value] = []
        /// Batches that wait for demand.
        @usableFromInline var due = Queue<[Value]>()
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
            case .start:
                grid = TimeGrid(from: effects.now, every: interval)
                effects.request(.unlimited, from: 0)
            case .input(let value, _): gather(value, &effects)
            case .timer: close()
            case .timerLost:
                effects.lose(batch.count)
                batch = []
            case .finished:
                isFinished = true
                effects.disarm()
                close()
            default: break
            }
            while effects.hasDemand, let batch = due.popFirst() { effects.emit(batch) }
            if isFinished, due.isEmpty { effects.complete(.finished) }
        }

        @inlinable
        mutating func gather(_ value: Value, _ effects: inout Effects<Self>) {
            let now = effects.now
            // The timer is late, or is about to fire at this very instant, with which the next window begins.
            if !batch.isEmpty, now >= windowEnd { close() }
            if batch.isEmpty {
                windowEnd = grid.point(after: now)
                if count != 1 { effects.arm(at: windowEnd) }
            }
            batch.append(value)
            guard batch.count == count else { return }
            effects.disarm()
            close()
        }

        @inlinable
        mutating func close() {
            if batch.isEmpty { return }
            if count == nil, var grown = due.popFirst() {
                grown += batch
                due.append(grown)
            } else {
                due.append(batch)
            }
            batch = []
        }
    }
}
