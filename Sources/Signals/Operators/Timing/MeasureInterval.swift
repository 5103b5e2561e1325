extension Publisher {
    /// Gives, for each value, the time since the one before it, or since the subscription.
    ///
    /// ```
    /// input                     --a-----b--|
    /// measureInterval(using: s) --2-----6--|
    /// ```
    ///
    /// - Parameters:
    ///   - scheduler: Whose time is measured. Nothing is delivered on it.
    ///   - options: Nothing; for code that was written for Combine.
    /// - Demand: One for one.
    @inlinable public func measureInterval(
        using scheduler: some Scheduler, options: Never? = nil
    ) -> Publishers.MeasureInterval<Self> {
        apply(Operators.MeasureInterval(scheduler: scheduler))
    }
}

extension Publishers {
    /// The publisher behind `measureInterval(using:options:)`.
    public typealias MeasureInterval<Upstream: Publisher> = Applied<
        Upstream, Operators.MeasureInterval<Upstream.Output, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `measureInterval(using:options:)`.
    @frozen public struct MeasureInterval<Input, Failure: Error>: Operator {
        @usableFromInline let scheduler: any Scheduler

        @inlinable public init(scheduler: any Scheduler) { self.scheduler = scheduler }

        @inlinable public func makeState() -> SchedulerInstant { .zero }

        @inlinable public func begin(_ last: inout SchedulerInstant) -> Ending<Duration, Failure>? {
            last = scheduler.now
            return nil
        }

        @inlinable public func next(_ input: Input, _ last: inout SchedulerInstant) throws(Failure) -> Step<Duration> {
            let now = scheduler.now
            defer { last = now }
            return .emit(last.duration(to: now))
        }
    }
}
