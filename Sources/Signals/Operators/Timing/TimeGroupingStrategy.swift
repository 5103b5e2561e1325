extension Publishers {
    /// When `collect(_:)` gives what it has gathered.
    @frozen
    public struct TimeGroupingStrategy: Sendable {
        @usableFromInline let scheduler: any Scheduler
        @usableFromInline let interval: Duration
        @usableFromInline let count: Int?

        @inlinable
        init(scheduler: any Scheduler, interval: Duration, count: Int?) {
            self.scheduler = scheduler
            self.interval = interval
            self.count = count
        }

        /// At the end of each span of time, counted from the subscription.
        @inlinable
        public static func byTime(_ scheduler: some Scheduler, _ interval: Duration) -> Self {
            Self(scheduler: scheduler, interval: interval, count: nil)
        }

        /// At the end of each span of time, counted from the subscription, and as soon as there are `count` values.
        @inlinable
        public static func byTimeOrCount(_ scheduler: some Scheduler, _ interval: Duration, _ count: Int) -> Self {
            Self(scheduler: scheduler, interval: interval, count: count)
        }
    }

    /// When `collect(_:)` gives what it has gathered, on the main actor.
    @frozen
    public struct MainActorTimeGroupingStrategy: Sendable {
        @usableFromInline let scheduler: any MainActorScheduler
        @usableFromInline let interval: Duration
        @usableFromInline let count: Int?

        @inlinable
        init(scheduler: any MainActorScheduler, interval: Duration, count: Int?) {
            self.scheduler = scheduler
            self.interval = interval
            self.count = count
        }

        /// At the end of each span of time, counted from the subscription.
        @inlinable
        public static func byTime(_ scheduler: some MainActorScheduler, _ interval: Duration) -> Self {
            Self(scheduler: scheduler, interval: interval, count: nil)
        }

        /// At the end of each span of time, counted from the subscription, and as soon as there are `count` values.
        @inlinable
        public static func byTimeOrCount(
            _ scheduler: some MainActorScheduler, _ interval: Duration, _ count: Int
        ) -> Self {
            Self(scheduler: scheduler, interval: interval, count: count)
        }
    }
}

extension Publisher where Output: Sendable {
    /// Gathers values into arrays; another spelling of `collect(byTime:scheduler:)` and
    /// `collect(byTime:orCount:scheduler:)`.
    ///
    /// ```
    /// input                   -1-2-----3----4-5|
    /// collect(.byTime(s, 4))  ----[1,2]-------[3]---[4]([5]|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. Without demand the batch that is due grows, or with a
    ///   count the batches that are due wait, in order.
    @inlinable
    @_disfavoredOverload
    public func collect(_ strategy: Publishers.TimeGroupingStrategy) -> Publishers.CollectByTime<Self> {
        timed(Operators.CollectByTime(strategy.interval, orCount: strategy.count), on: strategy.scheduler)
    }

    /// Gathers values into arrays, and gives these on the main actor.
    ///
    /// - Demand: Asks upstream for everything. Without demand the batch that is due grows, or with a
    ///   count the batches that are due wait, in order.
    @inlinable
    public func collect(
        _ strategy: Publishers.MainActorTimeGroupingStrategy
    ) -> Publishers.MainActorDelivery<Publishers.CollectByTime<Self>> {
        timed(Operators.CollectByTime(strategy.interval, orCount: strategy.count), on: strategy.scheduler)
    }
}
