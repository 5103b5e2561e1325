extension Publisher where Output: Sendable {
    /// Leaves out a value that is the same as the one before it.
    ///
    /// ```
    /// input                    --1--1--2--2--1--|
    /// removeDuplicates { == }  --1-----2-----1--|
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    /// - Parameter predicate: Whether the newer value, its second argument, says the same as the older.
    @inlinable
    public func removeDuplicates(
        by predicate: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        apply(.init(isDuplicate: predicate))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func removeDuplicates(
        by predicate: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.RemoveDuplicates<Self> {
        apply(.init(isDuplicate: predicate))
    }

    /// Leaves out a value that is the same as the one before it, as a closure says that may throw anything.
    ///
    /// ```
    /// input                       --1--1--2--x--1--|
    /// tryRemoveDuplicates { == }  --1-----2--#
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable
    public func tryRemoveDuplicates(
        by predicate: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryRemoveDuplicates<Self> {
        apply(Operators.Try(Operators.RemoveDuplicates(isDuplicate: predicate)))
    }
}

extension Publisher where Output: Sendable & Equatable {
    /// Leaves out a value that equals the one before it.
    ///
    /// ```
    /// input              --1--1--2--2--1--|
    /// removeDuplicates() --1-----2-----1--|
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable public func removeDuplicates() -> Publishers.RemoveDuplicates<Self> {
        removeDuplicates { $0 == $1 }
    }
}

extension Publishers {
    /// The publisher behind `removeDuplicates(by:)`.
    public typealias RemoveDuplicates<Upstream: Publisher> = Applied<
        Upstream, Operators.RemoveDuplicates<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable

    /// The publisher behind `tryRemoveDuplicates(by:)`.
    public typealias TryRemoveDuplicates<Upstream: Publisher> = Applied<
        Upstream, Operators.Try<Operators.RemoveDuplicates<Upstream.Output, any Error>, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The operator behind `removeDuplicates(by:)`.
    @frozen public struct RemoveDuplicates<Output: Sendable, Failure: Error>: Operator {
        @usableFromInline let isDuplicate: @Sendable (Output, Output) throws(Failure) -> Bool

        @inlinable public init(isDuplicate: @escaping @Sendable (Output, Output) throws(Failure) -> Bool) {
            self.isDuplicate = isDuplicate
        }

        @inlinable public func makeState() -> Output? { nil }

        @inlinable public func next(_ input: Output, _ last: inout Output?) throws(Failure) -> Step<Output> {
            if let last, try isDuplicate(last, input) { return .skip }
            last = input
            return .emit(input)
        }
    }
}
