extension Publisher {
    /// Finishes where this publisher fails.
    ///
    /// ```
    /// input           --1--2--#
    /// ignoreFailure() --1--2--|
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable public func ignoreFailure() -> Publishers.Applied<Self, Operators.IgnoreFailure<Output, Failure>> {
        apply(Operators.IgnoreFailure())
    }
}

extension Operators {
    /// The operator behind `ignoreFailure()`.
    @frozen public struct IgnoreFailure<Output, InputFailure: Error>: Operator {
        @inlinable public init() {}

        @inlinable public func next(_ input: Output, _ state: inout Void) throws(Never) -> Step<Output> { .emit(input) }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<InputFailure>, _ state: inout Void
        ) -> Ending<Output, Never> {
            .finish
        }
    }
}
