extension Publisher {
    /// Gives the first value that `predicate` accepts, and then finishes.
    ///
    /// ```
    /// input         --1--2--3--4--|
    /// first(even)   -----(2|)
    /// ```
    ///
    /// Upstream is cancelled before the value is given. If there is no such value, it finishes without one.
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable public func first(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.FirstWhere<Self> {
        apply(.init(predicate: predicate))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func first(
        where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.FirstWhere<Self> {
        apply(.init(predicate: predicate))
    }

    /// Gives the first value that `predicate`, which may throw anything, accepts, and then finishes.
    ///
    /// ```
    /// input           --1--2--3--4--|
    /// tryFirst(even)  -----(2|)
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable
    public func tryFirst(where predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryFirstWhere<Self>
    {
        apply(Operators.Try(Operators.FirstWhere(predicate: predicate)))
    }
}

extension Publishers {
    /// The publisher behind `first(where:)`.
    public typealias FirstWhere<Upstream: Publisher> = Applied<
        Upstream, Operators.FirstWhere<Upstream.Output, Upstream.Failure>
    >

    /// The publisher behind `tryFirst(where:)`.
    public typealias TryFirstWhere<Upstream: Publisher> = Applied<
        Upstream, Operators.Try<Operators.FirstWhere<Upstream.Output, any Error>, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `first(where:)`.
    @frozen public struct FirstWhere<Output, Failure: Error>: Operator {
        @usableFromInline let predicate: @Sendable (Output) throws(Failure) -> Bool

        @inlinable public init(predicate: @escaping @Sendable (Output) throws(Failure) -> Bool) {
            self.predicate = predicate
        }

        @inlinable public func next(_ input: Output, _ state: inout Void) throws(Failure) -> Step<Output> {
            try predicate(input) ? .last(input) : .skip
        }
    }
}
