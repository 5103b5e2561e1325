extension Publisher where Output: Sendable {
    /// Gives the last value, when this publisher finishes.
    ///
    /// ```
    /// input  --1--2--3--|
    /// last() -----------(3|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The value waits until it is asked for. After a failure there is none.
    @inlinable public func last() -> Publishers.Last<Self> {
        apply(Operators.Selection { (_, _) throws(Failure) in true })
    }

    /// Gives the last value that `predicate` accepts, when this publisher finishes.
    ///
    /// ```
    /// input      --1--2--3--|
    /// last(even) -----------(2|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The value waits until it is asked for. After a failure there is none.
    @inlinable public func last(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.LastWhere<Self> {
        apply(Operators.Selection { (_, input) throws(Failure) in predicate(input) })
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func last(
        where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.LastWhere<Self> {
        apply(Operators.Selection { (_, input) throws(Failure) in try predicate(input) })
    }

    /// Gives the last value that `predicate`, which may throw anything, accepts, when this publisher finishes.
    ///
    /// ```
    /// input         --1--2--3--|
    /// tryLast(even) -----------(2|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The value waits until it is asked for. After a failure there is none.
    @inlinable
    public func tryLast(where predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryLastWhere<Self> {
        apply(Operators.Try(Operators.Selection { (_, input) throws(any Error) in try predicate(input) }))
    }
}

extension Publishers {
    /// The publisher behind `last()`.
    public typealias Last<Upstream: Publisher> = Applied<
        Upstream, Operators.Selection<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable

    /// The publisher behind `last(where:)`.
    public typealias LastWhere<Upstream: Publisher> = Applied<
        Upstream, Operators.Selection<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable

    /// The publisher behind `tryLast(where:)`.
    public typealias TryLastWhere<Upstream: Publisher> = Applied<
        Upstream, Operators.Try<Operators.Selection<Upstream.Output, any Error>, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The operator that keeps one value and gives it at the end: behind `last()`, `min()`, `max()` and their kin.
    @frozen public struct Selection<Output: Sendable, Failure: Error>: Operator {
        /// Whether the second value takes the place of the first, if there is a first.
        @usableFromInline let replaces: @Sendable (Output?, Output) throws(Failure) -> Bool

        @inlinable public init(replaces: @escaping @Sendable (Output?, Output) throws(Failure) -> Bool) {
            self.replaces = replaces
        }

        @inlinable public var demandPolicy: DemandPolicy { .everything }

        @inlinable public func makeState() -> Output? { nil }

        @inlinable public func next(_ input: Output, _ kept: inout Output?) throws(Failure) -> Step<Output> {
            if try replaces(kept, input) { kept = input }
            return .skip
        }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<Failure>, _ kept: inout Output?
        ) -> Ending<Output, Failure> {
            if case .finished = completion, let kept { .last(kept) } else { .completion(completion) }
        }
    }
}
