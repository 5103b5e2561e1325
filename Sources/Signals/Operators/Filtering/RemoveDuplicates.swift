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

extension Publisher where Output: Hashable & Sendable {
    /// Leaves out every value that has been given before, however long ago.
    ///
    /// ```
    /// input                  --1--2--1--3--2--|
    /// removeAllDuplicates()  --1--2-----3-----|
    /// ```
    ///
    /// Every value that was given is kept to the end of the stream. A value is looked up in constant time.
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable
    public func removeAllDuplicates()
        -> Publishers.Applied<Self, Operators.RemoveAllDuplicates<Output, Output, Failure>>
    {
        removeAllDuplicates { $0 }
    }
}

extension Publisher {
    /// Leaves out every value whose key an earlier one had.
    ///
    /// ```
    /// input                          --"a"--"bc"--"d"--"ef"--|
    /// removeAllDuplicates(\.count)   --"a"--"bc"-------------|
    /// ```
    ///
    /// The keys are kept to the end of the stream, and the values are not. A key is looked up in constant time.
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    /// - Parameter key: What tells values apart.
    @inlinable
    public func removeAllDuplicates<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (Output) -> Key
    ) -> Publishers.Applied<Self, Operators.RemoveAllDuplicates<Output, Key, Failure>> {
        apply(.init(key: key))
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

    /// The operator behind `removeAllDuplicates(_:)`.
    @frozen public struct RemoveAllDuplicates<Output, Key: Hashable & Sendable, Failure: Error>: Operator {
        @usableFromInline let key: @Sendable (Output) -> Key

        @inlinable public init(key: @escaping @Sendable (Output) -> Key) { self.key = key }

        @inlinable public func makeState() -> Set<Key> { [] }

        @inlinable public func next(_ input: Output, _ seen: inout Set<Key>) throws(Failure) -> Step<Output> {
            seen.insert(key(input)).inserted ? .emit(input) : .skip
        }
    }
}
