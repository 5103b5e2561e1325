extension Publisher {
    /// Turns each value into another.
    ///
    /// ```
    /// input    --1--2--3--|
    /// map(×10) --10-20-30-|
    /// ```
    ///
    /// A key path literal works too: `map(\.count)`. If `transform` throws, the stream fails with its error; for a failure
    /// type other than `any Error` pass a function or write `{ (x) throws(E) in … }`.
    ///
    /// - Demand: One for one.
    @inlinable
    public func map<T>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> T
    ) -> Publishers.Applied<Self, Publishers.Map<Output, T, Failure>> {
        apply(Publishers.Map(transform: transform))
    }
}

extension Publishers {
    /// The operator behind `map(_:)`.
    @frozen
    public struct Map<Input, Output, Failure: Error>: Operator {
        @usableFromInline let transform: @Sendable (Input) throws(Failure) -> Output

        @inlinable
        init(transform: @escaping @Sendable (Input) throws(Failure) -> Output) {
            self.transform = transform
        }

        @inlinable
        public func next(_ input: Input, _ state: inout Void) throws(Failure) -> Step<Output> {
            .emit(try transform(input))
        }
    }
}
