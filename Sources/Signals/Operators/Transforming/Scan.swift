extension Publisher {
    /// Combines each value with what came of the ones before, and gives every intermediate result.
    ///
    /// ```
    /// input      --1--2--3--|
    /// scan(0, +) --1--3--6--|
    /// ```
    ///
    /// - Demand: One for one.
    /// - Parameters:
    ///   - initialResult: What the first value is combined with. It is not given itself.
    ///   - nextPartialResult: Makes the next result.
    @inlinable
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Scan<Self, T> {
        apply(.init(initial: initialResult, combine: nextPartialResult))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func scan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws(Failure) -> T
    ) -> Publishers.Scan<Self, T> {
        apply(.init(initial: initialResult, combine: nextPartialResult))
    }

    /// Combines each value with what came of the ones before, with a closure that may throw anything.
    ///
    /// ```
    /// input         --1--2--x--3--|
    /// tryScan(0, +) --1--3--#
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable
    public func tryScan<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryScan<Self, T> {
        apply(Operators.Try(Operators.Scan(initial: initialResult, combine: nextPartialResult)))
    }
}

extension Publishers {
    /// The publisher behind `scan(_:_:)`.
    public typealias Scan<Upstream: Publisher, Output: Sendable> = Applied<
        Upstream, Operators.Scan<Upstream.Output, Output, Upstream.Failure>
    >

    /// The publisher behind `tryScan(_:_:)`.
    public typealias TryScan<Upstream: Publisher, Output: Sendable> = Applied<
        Upstream, Operators.Try<Operators.Scan<Upstream.Output, Output, any Error>, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `scan(_:_:)`.
    @frozen public struct Scan<Input, Output: Sendable, Failure: Error>: Operator {
        @usableFromInline let initial: Output
        @usableFromInline let combine: @Sendable (Output, Input) throws(Failure) -> Output

        @inlinable public init(
            initial: Output, combine: @escaping @Sendable (Output, Input) throws(Failure) -> Output
        ) {
            self.initial = initial
            self.combine = combine
        }

        @inlinable public func makeState() -> Output { initial }

        @inlinable public func next(_ input: Input, _ result: inout Output) throws(Failure) -> Step<Output> {
            result = try combine(result, input)
            return .emit(result)
        }
    }
}
