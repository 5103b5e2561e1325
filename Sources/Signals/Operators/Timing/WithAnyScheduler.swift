// An `any Scheduler` cannot always be opened: not in a closure whose capture list it comes from, and not where the result
// tells the scheduler's home. What it is then is seen at run time only, so none of these publishers is one of the main
// actor.
//
// Each has to be declared behind the form for a scheduler whose type is known, also by its file's name: the compiler tries
// them in that order, and finding the better one first it need not pursue the other.

extension Publisher where Output: Sendable {
    /// Delivers values and the ending on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func receive(on scheduler: any Scheduler, options: Never? = nil) -> Publishers.ReceiveOn<Self> {
        Publishers.ReceiveOn(upstream: self, scheduler, home: nil)
    }

    /// Subscribes, asks for values and cancels on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func subscribe(on scheduler: any Scheduler, options: Never? = nil) -> Publishers.SubscribeOn<Self> {
        Publishers.SubscribeOn(upstream: self, scheduler: scheduler)
    }

    /// Applies a machine of your own, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func timed<M: OperatorMachine>(
        _ machine: M, on scheduler: any Scheduler
    ) -> Publishers.Timed<Self, M, Never> where M.Input == Output, M.Failure == Failure {
        Publishers.Timed(self, machine, scheduler, home: nil)
    }

    /// Gathers the values of each span of time, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func collect(
        byTime interval: some SchedulerTimeIntervalConvertible, scheduler: any Scheduler
    ) -> Publishers.CollectByTime<Self> {
        timed(Operators.CollectByTime(interval._duration, orCount: nil), on: scheduler)
    }

    /// Gathers the values of each span of time, but `count` at most, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func collect(
        byTime interval: some SchedulerTimeIntervalConvertible, orCount count: Int, scheduler: any Scheduler
    ) -> Publishers.CollectByTime<Self> {
        timed(Operators.CollectByTime(interval._duration, orCount: count), on: scheduler)
    }

    /// Gives a value once no other has come for a while, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func debounce(
        for dueTime: some SchedulerTimeIntervalConvertible, scheduler: any Scheduler, options: Never? = nil
    ) -> Publishers.Debounce<Self> {
        timed(Operators.Debounce(for: dueTime._duration), on: scheduler)
    }

    /// Gives a value once no other has come for as long as it says, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func debounce(
        scheduler: any Scheduler, _ dueTime: @escaping @Sendable (Output) -> Duration
    ) -> Publishers.Debounce<Self> {
        timed(Operators.Debounce(for: dueTime), on: scheduler)
    }

    /// Ends the stream if the first value, or another, takes too long, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func timeout(
        first: Duration, each: Duration? = nil, scheduler: any Scheduler, customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self> {
        timed(Operators.Timeout(first: first, each: each, customError: customError), on: scheduler)
    }

    /// Gives everything later, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func delay(
        for interval: some SchedulerTimeIntervalConvertible,
        tolerance: some SchedulerTimeIntervalConvertible = Duration.zero, scheduler: any Scheduler,
        options: Never? = nil
    ) -> Publishers.Delay<Self> {
        timed(Operators.Delay(for: interval._duration), on: scheduler.lenient(by: tolerance._duration))
    }

    /// Gives what comes within `duration` of the subscription, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func prefix(
        for duration: some SchedulerTimeIntervalConvertible, scheduler: any Scheduler
    ) -> Publishers.PrefixFor<Self> {
        timed(Operators.PrefixFor(duration._duration), on: scheduler)
    }

    /// Gives at most one value for each `interval`, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func throttle(
        for interval: some SchedulerTimeIntervalConvertible, scheduler: any Scheduler, latest: Bool
    ) -> Publishers.Throttle<Self> {
        timed(Operators.Throttle(for: interval._duration, latest: latest), on: scheduler)
    }

    /// Ends the stream if nothing comes for `interval`, on a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func timeout(
        _ interval: some SchedulerTimeIntervalConvertible, scheduler: any Scheduler, options: Never? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timeout<Self> {
        timed(Operators.Timeout(interval._duration, customError: customError), on: scheduler)
    }
}

extension Publisher {
    /// Gives the time between values, by a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func measureInterval(
        using scheduler: any Scheduler, options: Never? = nil
    ) -> Publishers.MeasureInterval<Self> {
        apply(Operators.MeasureInterval(scheduler: scheduler))
    }

    /// Subscribes to this publisher some time later, by a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func delaySubscription(
        for duration: some SchedulerTimeIntervalConvertible, scheduler: any Scheduler
    ) -> Publishers.Followed<Self, Operators.DelaySubscription<Self>> {
        Publishers.Followed(
            Operators.DelaySubscription(self, for: duration._duration), clock: scheduler, home: _home)
    }

    /// Subscribes to this publisher again some time after it failed, by a scheduler that is known at run time.
    @inlinable @_disfavoredOverload
    public func retry(
        _ retries: Int = .max, delay: RetryDelay, scheduler: any Scheduler,
        using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        if condition: @escaping @Sendable (Failure) -> Bool = { _ in true }
    ) -> Publishers.Retry<Self> {
        let machine = Operators.Retry(self, retries, pace: Operators.RetryPace(delay, using: generator), if: condition)
        return Publishers.Followed(machine, clock: scheduler, home: _home)
    }
}
