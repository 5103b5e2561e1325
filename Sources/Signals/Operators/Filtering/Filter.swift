extension Publisher {
    /// Gives only the values that `isIncluded` accepts.
    ///
    /// ```
    /// input        --1--2--3--4--|
    /// filter(even) -----2-----4--|
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable public func filter(_ isIncluded: @escaping @Sendable (Output) -> Bool) -> Publishers.Filter<Self> {
        apply(.init(isIncluded: isIncluded))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func filter(_ isIncluded: @escaping @Sendable (Output) throws(Failure) -> Bool) -> Publishers.Filter<Self> {
        apply(.init(isIncluded: isIncluded))
    }

    /// Turns each value into another, and leaves out those that come to `nil`.
    ///
    /// ```
    /// input           --"1"--"x"--"3"--|
    /// compactMap(Int) ---1---------3---|
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable
    public func compactMap<T>(_ transform: @escaping @Sendable (Output) -> T?) -> Publishers.CompactMap<Self, T> {
        apply(.init(transform: transform))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func compactMap<T>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> T?
    ) -> Publishers.CompactMap<Self, T> {
        apply(.init(transform: transform))
    }

    /// Gives only the values that `isIncluded` accepts, which may throw anything.
    ///
    /// ```
    /// input           --1--2--x--4--|
    /// tryFilter(even) -----2--#
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable
    public func tryFilter(_ isIncluded: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryFilter<Self> {
        apply(Operators.Try(Operators.Filter(isIncluded: isIncluded)))
    }

    /// Turns each value into another with a closure that may throw anything, and leaves out those that come to `nil`.
    ///
    /// ```
    /// input              --"1"--""--"x"--"3"--|
    /// tryCompactMap(Int) ---1--------#
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable
    public func tryCompactMap<T>(
        _ transform: @escaping @Sendable (Output) throws -> T?
    ) -> Publishers.TryCompactMap<Self, T> {
        apply(Operators.Try(Operators.CompactMap(transform: transform)))
    }
}

extension Publishers {
    /// The publisher behind `filter(_:)`.
    public typealias Filter<Upstream: Publisher> = Applied<
        Upstream, Operators.Filter<Upstream.Output, Upstream.Failure>
    >

    /// The publisher behind `tryFilter(_:)`.
    public typealias TryFilter<Upstream: Publisher> = Applied<
        Upstream, Operators.Try<Operators.Filter<Upstream.Output, any Error>, Upstream.Failure>
    >

    /// The publisher behind `compactMap(_:)`.
    public typealias CompactMap<Upstream: Publisher, Output> = Applied<
        Upstream, Operators.CompactMap<Upstream.Output, Output, Upstream.Failure>
    >

    /// The publisher behind `tryCompactMap(_:)`.
    public typealias TryCompactMap<Upstream: Publisher, Output> = Applied<
        Upstream, Operators.Try<Operators.CompactMap<Upstream.Output, Output, any Error>, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `filter(_:)`.
    @frozen public struct Filter<Output, Failure: Error>: Operator {
        @usableFromInline let isIncluded: @Sendable (Output) throws(Failure) -> Bool

        @inlinable public init(isIncluded: @escaping @Sendable (Output) throws(Failure) -> Bool) {
            self.isIncluded = isIncluded
        }

        @inlinable public func next(_ input: Output, _ state: inout Void) throws(Failure) -> Step<Output> {
            try isIncluded(input) ? .emit(input) : .skip
        }
    }

    /// The operator behind `compactMap(_:)`.
    @frozen public struct CompactMap<Input, Output, Failure: Error>: Operator {
        @usableFromInline let transform: @Sendable (Input) throws(Failure) -> Output?

        @inlinable public init(transform: @escaping @Sendable (Input) throws(Failure) -> Output?) {
            self.transform = transform
        }

        @inlinable public func next(_ input: Input, _ state: inout Void) throws(Failure) -> Step<Output> {
            if let output = try transform(input) { .emit(output) } else { .skip }
        }
    }
}
