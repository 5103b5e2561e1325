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
    ) -> Publishers.MapError<Self, NewFailure> {
        apply(Operators.MapError(transform: transform))
    }
}

extension Publisher where Failure == Never {
    /// Gives a publisher that cannot fail a failure type, so that it fits others that can.
    ///
    /// - Demand: One for one.
    @inlinable
    public func setFailureType<NewFailure: Error>(
        to failureType: NewFailure.Type
    ) -> Publishers.SetFailureType<Self, NewFailure> {
        mapError { (never) -> NewFailure in }
    }
}

extension Publishers {
    /// The publisher behind `mapError(_:)`.
    public typealias MapError<Upstream: Publisher, Failure: Error> = Applied<
        Upstream, Operators.MapError<Upstream.Output, Upstream.Failure, Failure>
    >

    /// The publisher behind `setFailureType(to:)`.
    public typealias SetFailureType<Upstream: Publisher, Failure: Error> = Applied<
        Upstream, Operators.MapError<Upstream.Output, Never, Failure>
    > where Upstream.Failure == Never
}

extension Operators {
    /// The operator behind `mapError(_:)`.
    @frozen public struct MapError<Output, InputFailure: Error, Failure: Error>: Operator {
        @usableFromInline let transform: @Sendable (InputFailure) -> Failure

        @inlinable public init(transform: @escaping @Sendable (InputFailure) -> Failure) { self.transform = transform }

        @inlinable
        public func next(_ input: Output, _ state: inout Void) throws(Failure) -> Step<Output> { .emit(input) }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<InputFailure>, _ state: inout Void
        ) -> Ending<Output, Failure> {
            .completion(completion.mapError(transform))
        }
    }
}
