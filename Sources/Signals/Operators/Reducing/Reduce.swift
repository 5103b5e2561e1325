extension Publisher {
    /// Combines all values into one, which is given when this publisher finishes.
    ///
    /// ```
    /// input        --1--2--3--|
    /// reduce(0, +) -----------(6|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The result waits until it is asked for. After a failure there is none.
    @inlinable
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws(Failure) -> T
    ) -> Publishers.Applied<Self, Publishers.Reduce<Output, T, Failure>> {
        apply(
            Publishers.Reduce(initial: initialResult) { (result, input) throws(Failure) in
                result = try nextPartialResult(result, input)
            })
    }
}

extension Publishers {
    /// The operator behind `reduce(_:_:)` and what is made of it.
    @frozen
    public struct Reduce<Input, Output: Sendable, Failure: Error>: Operator {
        @usableFromInline let initial: Output
        @usableFromInline let update: @Sendable (inout Output, Input) throws(Failure) -> Void

        @inlinable
        init(initial: Output, update: @escaping @Sendable (inout Output, Input) throws(Failure) -> Void) {
            self.initial = initial
            self.update = update
        }

        @inlinable public var demandPolicy: DemandPolicy { .everything }

        @inlinable public func makeState() -> Output { initial }

        @inlinable
        public func next(_ input: Input, _ result: inout Output) throws(Failure) -> Step<Output> {
            try update(&result, input)
            return .skip
        }

        @inlinable
        public func complete(
            _ completion: Subscribers.Completion<Failure>, _ result: inout Output
        ) -> Ending<Output, Failure> {
            if case .failure = completion { .completion(completion) } else { .last(result) }
        }
    }
}
