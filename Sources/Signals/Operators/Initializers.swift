// Combine's initialisers, for code that names a publisher's type where it makes one.

extension Publishers.Applied {
    @inlinable public init<T>(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> T)
    where Op == Operators.Map<Upstream.Output, T, Upstream.Failure> { self = upstream.map(transform) }

    @inlinable public init<T>(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) -> T?)
    where Op == Operators.CompactMap<Upstream.Output, T, Upstream.Failure> { self = upstream.compactMap(transform) }

    @inlinable public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) -> Bool)
    where Op == Operators.Filter<Upstream.Output, Upstream.Failure> { self = upstream.filter(isIncluded) }

    @inlinable public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool)
    where Op == Operators.PrefixWhile<Upstream.Output, Upstream.Failure> { self = upstream.prefix(while: predicate) }

    @inlinable public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool)
    where Op == Operators.DropWhile<Upstream.Output, Upstream.Failure> { self = upstream.drop(while: predicate) }

    @inlinable public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool)
    where Op == Operators.FirstWhere<Upstream.Output, Upstream.Failure> { self = upstream.first(where: predicate) }

    @inlinable public init<E>(upstream: Upstream, transform: @escaping @Sendable (Upstream.Failure) -> E)
    where Op == Operators.MapError<Upstream.Output, Upstream.Failure, E> { self = upstream.mapError(transform) }

    @inlinable public init(upstream: Upstream, output: Upstream.Output)
    where Op == Operators.ReplaceEmpty<Upstream.Output, Upstream.Failure> { self = upstream.replaceEmpty(with: output) }

    @inlinable public init(upstream: Upstream, output: Upstream.Output)
    where Op == Operators.ReplaceError<Upstream.Output, Upstream.Failure> { self = upstream.replaceError(with: output) }

    @inlinable public init(upstream: Upstream, count: Int)
    where Op == Operators.DropFirst<Upstream.Output, Upstream.Failure> { self = upstream.dropFirst(count) }

    @inlinable public init(upstream: Upstream, count: Int)
    where Op == Operators.CollectByCount<Upstream.Output, Upstream.Failure> { self = upstream.collect(count) }

    @inlinable public init(upstream: Upstream, range: Range<Int>)
    where Op == Operators.OutputIn<Upstream.Output, Upstream.Failure> { self = upstream.output(in: range) }

    @inlinable public init(upstream: Upstream)
    where Op == Operators.Prefix<Upstream.Output, Upstream.Failure> { self = upstream.first() }

    @inlinable public init(upstream: Upstream)
    where Op == Operators.IgnoreOutput<Upstream.Output, Upstream.Failure> { self = upstream.ignoreOutput() }

    @inlinable public init(upstream: Upstream)
    where Op == Operators.Reduce<Upstream.Output, [Upstream.Output], Upstream.Failure> { self = upstream.collect() }

    @inlinable public init(upstream: Upstream, scheduler: some Scheduler)
    where Op == Operators.MeasureInterval<Upstream.Output, Upstream.Failure> {
        self = upstream.measureInterval(using: scheduler)
    }
}

extension Publishers.Applied {
    @inlinable public init<T: Sendable>(
        upstream: Upstream, initialResult: T, nextPartialResult: @escaping @Sendable (T, Upstream.Output) -> T
    ) where Op == Operators.Scan<Upstream.Output, T, Upstream.Failure> {
        self = upstream.scan(initialResult, nextPartialResult)
    }

    @inlinable public init<T: Sendable>(
        upstream: Upstream, initial: T, nextPartialResult: @escaping @Sendable (T, Upstream.Output) -> T
    ) where Op == Operators.Reduce<Upstream.Output, T, Upstream.Failure> {
        self = upstream.reduce(initial, nextPartialResult)
    }

    @inlinable public init(upstream: Upstream)
    where Op == Operators.Reduce<Upstream.Output, Int, Upstream.Failure> { self = upstream.count() }

    @inlinable public init(
        upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
    ) where Op == Operators.RemoveDuplicates<Upstream.Output, Upstream.Failure>, Upstream.Output: Sendable {
        self = upstream.removeDuplicates(by: predicate)
    }

    @inlinable public init(upstream: Upstream, output: Upstream.Output)
    where
        Op == Operators.Decision<Upstream.Output, Upstream.Failure>, Upstream.Output: Equatable & Sendable
    { self = upstream.contains(output) }

    @inlinable public init(upstream: Upstream)
    where Op == Operators.Selection<Upstream.Output, Upstream.Failure>, Upstream.Output: Sendable {
        self = upstream.last()
    }

    @inlinable public init(upstream: Upstream, predicate: @escaping @Sendable (Upstream.Output) -> Bool)
    where Op == Operators.Selection<Upstream.Output, Upstream.Failure>, Upstream.Output: Sendable {
        self = upstream.last(where: predicate)
    }

    @inlinable public init(
        upstream: Upstream, areInIncreasingOrder: @escaping @Sendable (Upstream.Output, Upstream.Output) -> Bool
    ) where Op == Operators.Selection<Upstream.Output, Upstream.Failure>, Upstream.Output: Sendable {
        self = upstream.max(by: areInIncreasingOrder)
    }

    @inlinable public init<E>(upstream: Upstream)
    where Op == Operators.MapError<Upstream.Output, Never, E>, Upstream.Failure == Never {
        self = upstream.setFailureType(to: E.self)
    }

    @inlinable public init<T>(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> T)
    where Op == Operators.Try<Operators.Map<Upstream.Output, T, any Error>, Upstream.Failure> {
        self = upstream.tryMap(transform)
    }

    @inlinable public init<T>(upstream: Upstream, transform: @escaping @Sendable (Upstream.Output) throws -> T?)
    where Op == Operators.Try<Operators.CompactMap<Upstream.Output, T, any Error>, Upstream.Failure> {
        self = upstream.tryCompactMap(transform)
    }

    @inlinable public init(upstream: Upstream, isIncluded: @escaping @Sendable (Upstream.Output) throws -> Bool)
    where Op == Operators.Try<Operators.Filter<Upstream.Output, any Error>, Upstream.Failure> {
        self = upstream.tryFilter(isIncluded)
    }
}

extension Publishers.Applied {
    @inlinable public init<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C)
    where
        Upstream == Publishers.CombineLatest<Publishers.CombineLatest<A, B>, C>,
        Op == Operators.Map<((A.Output, B.Output), C.Output), (A.Output, B.Output, C.Output), A.Failure>
    { self = a.combineLatest(b, c) }

    @inlinable public init<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C)
    where
        Upstream == Publishers.Zip<Publishers.Zip<A, B>, C>,
        Op == Operators.Map<((A.Output, B.Output), C.Output), (A.Output, B.Output, C.Output), A.Failure>
    { self = a.zip(b, c) }

    @inlinable public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(_ a: A, _ b: B, _ c: C, _ d: D)
    where
        Upstream == Publishers.CombineLatest<Publishers.CombineLatest<A, B>, Publishers.CombineLatest<C, D>>,
        Op == Operators.Map<
            ((A.Output, B.Output), (C.Output, D.Output)), (A.Output, B.Output, C.Output, D.Output), A.Failure
        >
    { self = a.combineLatest(b, c, d) }

    @inlinable public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(_ a: A, _ b: B, _ c: C, _ d: D)
    where
        Upstream == Publishers.Zip<Publishers.Zip<A, B>, Publishers.Zip<C, D>>,
        Op == Operators.Map<
            ((A.Output, B.Output), (C.Output, D.Output)), (A.Output, B.Output, C.Output, D.Output), A.Failure
        >
    { self = a.zip(b, c, d) }
}

extension Publishers.Joined {
    @inlinable public init<A: Publisher, B: Publisher, C: Publisher>(_ a: A, _ b: B, _ c: C)
    where Group == Publishers.Alike<Publishers.Merge<A, B>, C>, M == Operators.Merge<A.Output, A.Failure> {
        self = a.merge(with: b, c)
    }

    @inlinable public init<A: Publisher, B: Publisher, C: Publisher, D: Publisher>(_ a: A, _ b: B, _ c: C, _ d: D)
    where
        Group == Publishers.Alike<Publishers.Merge<Publishers.Merge<A, B>, C>, D>,
        M == Operators.Merge<A.Output, A.Failure>
    { self = a.merge(with: b, c, d) }
}

extension Publishers.Joined {
    @inlinable public init<P: Publisher>(
        upstream: P, size: Int, prefetch: Publishers.PrefetchStrategy, whenFull: Publishers.BufferingStrategy<P.Failure>
    ) where Group == Publishers.One<P>, M == Operators.Buffer<P.Output, P.Failure> {
        self = upstream.buffer(size: size, prefetch: prefetch, whenFull: whenFull)
    }
}

extension Publishers.Received where Home == Never {
    @inlinable public init(upstream: Upstream, scheduler: some Scheduler, options: Never? = nil) {
        self.init(upstream: upstream, scheduler, home: nil)
    }
}

extension Publishers.Timed where Home == Never {
    @inlinable public init(
        upstream: Upstream, dueTime: some SchedulerTimeIntervalConvertible, scheduler: some Scheduler,
        options: Never? = nil
    ) where M == Operators.Debounce<Upstream.Output, Upstream.Failure> {
        self = upstream.debounce(for: dueTime, scheduler: scheduler as any Scheduler)
    }

    @inlinable public init(
        upstream: Upstream, interval: some SchedulerTimeIntervalConvertible,
        tolerance: some SchedulerTimeIntervalConvertible = Duration.zero, scheduler: some Scheduler,
        options: Never? = nil
    ) where M == Operators.Delay<Upstream.Output, Upstream.Failure> {
        self = upstream.delay(for: interval, tolerance: tolerance, scheduler: scheduler as any Scheduler)
    }

    @inlinable public init(
        upstream: Upstream, interval: some SchedulerTimeIntervalConvertible, scheduler: some Scheduler, latest: Bool
    ) where M == Operators.Throttle<Upstream.Output, Upstream.Failure> {
        self = upstream.throttle(for: interval, scheduler: scheduler as any Scheduler, latest: latest)
    }

    @inlinable public init(
        upstream: Upstream, interval: some SchedulerTimeIntervalConvertible, scheduler: some Scheduler,
        options: Never? = nil, customError: (@Sendable () -> Upstream.Failure)?
    ) where M == Operators.Timeout<Upstream.Output, Upstream.Failure> {
        self = upstream.timeout(interval, scheduler: scheduler as any Scheduler, customError: customError)
    }

    @inlinable public init(
        upstream: Upstream, strategy: Publishers.TimeGroupingStrategy<Never>, options: Never? = nil
    ) where M == Operators.CollectByTime<Upstream.Output, Upstream.Failure> { self = upstream.collect(strategy) }
}

extension Publishers.Flattened {
    @inlinable
    public init(
        upstream: Upstream, maxPublishers: Subscribers.Demand = .unlimited,
        transform: @escaping @Sendable (Upstream.Output) -> Inner
    ) where M == Operators.FlatMap<Inner> { self = upstream.flatMap(maxPublishers: maxPublishers, transform) }

    @inlinable public init(upstream: Upstream) where M == Operators.SwitchToLatest<Inner>, Inner == Upstream.Output {
        self = upstream.switchToLatest()
    }
}

extension Publishers.Followed {
    @inlinable public init(upstream: Upstream, retries: Int?) where M == Operators.Retry<Upstream> {
        self = upstream.retry(retries ?? .max)
    }
}
