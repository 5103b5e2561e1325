extension Publisher where Output: Sendable {
    /// Gives `output` and finishes where this publisher would fail.
    ///
    /// ```
    /// input                 --1--2--#
    /// replaceError(with: 0) --1--2--(0|)
    /// ```
    ///
    /// - Demand: One for one. The replacement waits until it is asked for.
    @inlinable public func replaceError(with output: Output) -> Publishers.ReplaceError<Self> {
        apply(Operators.ReplaceError(output: output))
    }
}

extension Publishers {
    /// The publisher behind `replaceError(with:)`.
    public typealias ReplaceError<Upstream: Publisher> = Applied<
        Upstream, Operators.ReplaceError<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The operator behind `replaceError(with:)`.
    @frozen public struct ReplaceError<Output: Sendable, InputFailure: Error>: Operator {
        public typealias Failure = Never
        @usableFromInline let output: Output

        @inlinable public init(output: Output) { self.output = output }

        @inlinable public func next(_ input: Output, _ state: inout Void) -> Step<Output> { .emit(input) }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<InputFailure>, _ state: inout Void
        ) -> Ending<Output, Never> {
            if case .failure = completion { .last(output) } else { .finish }
        }
    }
}
