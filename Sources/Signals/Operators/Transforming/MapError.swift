extension Publisher {
    /// Turns the error that this publisher fails with into another.
    ///
    /// ```
    /// input            --1--2--#(a)
    /// mapError(a → b)  --1--2--#(b)
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable
    public func mapError<NewFailure: Error>(
        _ transform: @escaping @Sendable (Failure) -> NewFailure
    ) -> Publishers.Applied<Self, Publishers.MapError<Output, Failure, NewFailure>> {
        apply(Publishers.MapError(transform: transform))
    }
}

extension Publisher where Failure == Never {
    /// Gives a publisher that cannot fail a failure type, so that it fits others that can.
    ///
    /// - Demand: One for one.
    @inlinable
    public func setFailureType<NewFailure: Error>(
        to failureType: NewFailure.Type
    ) -> Publishers.Applied<Self, Publishers.MapError<Output, Never, NewFailure>> {
        mapError { (never) -> NewFailure in }
    }
}

extension Publishers {
    /// The operator behind `mapError(_:)`.
    @frozen
    public struct MapError<Output, InputFailure: Error, Failure: Error>: Operator {
        @usableFromInline let transform: @Sendable (InputFailure) -> Failure

        @inlinable
        init(transform: @escaping @Sendable (InputFailure) -> Failure) {
            self.transform = transform
        }

        @inlinable
        public func next(_ input: Output, _ state: inout Void) throws(Failure) -> Step<Output> { .emit(input) }

        @inlinable
        public func complete(
            _ completion: Subscribers.Completion<InputFailure>, _ state: inout Void
        ) -> Ending<Output, Failure> {
            .completion(completion.mapError(transform))
        }
    }
}
