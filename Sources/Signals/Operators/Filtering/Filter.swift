extension Publisher {
    /// Gives only the values that `isIncluded` accepts.
    ///
    /// ```
    /// input        --1--2--3--4--|
    /// filter(even) -----2-----4--|
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable
    public func filter(
        _ isIncluded: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.Applied<Self, Publishers.Filter<Output, Failure>> {
        apply(Publishers.Filter(isIncluded: isIncluded))
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
    public func compactMap<T>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> T?
    ) -> Publishers.Applied<Self, Publishers.CompactMap<Output, T, Failure>> {
        apply(Publishers.CompactMap(transform: transform))
    }
}

extension Publishers {
    /// The operator behind `filter(_:)`.
    @frozen
    public struct Filter<Output, Failure: Error>: Operator {
        @usableFromInline let isIncluded: @Sendable (Output) throws(Failure) -> Bool

        @inlinable
        init(isIncluded: @escaping @Sendable (Output) throws(Failure) -> Bool) {
            self.isIncluded = isIncluded
        }

        @inlinable
        public func next(_ input: Output, _ state: inout Void) throws(Failure) -> Step<Output> {
            try isIncluded(input) ? .emit(input) : .skip
        }
    }

    /// The operator behind `compactMap(_:)`.
    @frozen
    public struct CompactMap<Input, Output, Failure: Error>: Operator {
        @usableFromInline let transform: @Sendable (Input) throws(Failure) -> Output?

        @inlinable
        init(transform: @escaping @Sendable (Input) throws(Failure) -> Output?) {
            self.transform = transform
        }

        @inlinable
        public func next(_ input: Input, _ state: inout Void) throws(Failure) -> Step<Output> {
            if let output = try transform(input) { .emit(output) } else { .skip }
        }
    }
}
