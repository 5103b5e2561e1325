extension Publishers {
    /// When `collect(_:options:)` gives what it has gathered, and whose jobs do that.
    @frozen
    public struct TimeGroupingStrategy<Home>: Sendable {
        @usableFromInline let scheduler: any Scheduler
        @usableFromInline let home: DeliveryHome?
        @usableFromInline let interval: Duration
        @usableFromInline let count: Int?

        @inlinable
        init(_ scheduler: any Scheduler, home: DeliveryHome?, _ interval: Duration, count: Int?) {
            self.scheduler = scheduler
            self.home = home
            self.interval = interval
            self.count = count
        }
    }
}

extension Publishers.TimeGroupingStrategy where Home == Never {
    /// At the end of each span of time, counted from the subscription.
    @inlinable
    @_disfavoredOverload
    public static func byTime(_ scheduler: any Scheduler, _ interval: some SchedulerTimeIntervalConvertible) -> Self {
        Self(scheduler, home: nil, interval._duration, count: nil)
    }

    /// At the end of each span of time, counted from the subscription, and as soon as there are `count` values.
    @inlinable
    @_disfavoredOverload
    public static func byTimeOrCount(
        _ scheduler: any Scheduler, _ interval: some SchedulerTimeIntervalConvertible, _ count: Int
    ) -> Self {
        Self(scheduler, home: nil, interval._duration, count: count)
    }
}

extension Publishers.TimeGroupingStrategy where Home == MainActor {
    /// At the end of each span of time, counted from the subscription.
    @inlinable
    public static func byTime(
        _ scheduler: some MainActorScheduler, _ interval: some SchedulerTimeIntervalConvertible
    ) -> Self {
        Self(scheduler, home: scheduler._home, interval._duration, count: nil)
    }

    /// At the end of each span of time, counted from the subscription, and as soon as there are `count` values.
    @inlinable
    public static func byTimeOrCount(
        _ scheduler: some MainActorScheduler, _ interval: some SchedulerTimeIntervalConvertible, _ count: Int
    ) -> Self {
        Self(scheduler, home: scheduler._home, interval._duration, count: count)
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
    /// - Demand: Asks upstream for everything. Without demand the batch that is due grows, or with a count the batches that
    ///   are due wait, in order.
    @inlinable
    public func collect<Home>(
        _ strategy: Publishers.TimeGroupingStrategy<Home>, options: Never? = nil
    ) -> Publishers.Timed<Self, Operators.CollectByTime<Output, Failure>, Home> {
        Publishers.Timed(
            self, Operators.CollectByTime(strategy.interval, orCount: strategy.count), strategy.scheduler,
            home: strategy.home)
    }
}
