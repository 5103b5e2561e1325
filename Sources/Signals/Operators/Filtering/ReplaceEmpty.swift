extension Publisher where Output: Sendable {
    /// Gives `output` where this publisher finishes without a value.
    ///
    /// ```
    /// input                  --------|
    /// replaceEmpty(with: 0)  --------(0|)
    /// ```
    ///
    /// - Demand: One for one. The replacement waits until it is asked for. After a failure there is none.
    @inlinable public func replaceEmpty(with output: Output) -> Publishers.ReplaceEmpty<Self> {
        apply(Operators.ReplaceEmpty(output: output))
    }
}

extension Publishers {
    /// The publisher behind `replaceEmpty(with:)`.
    public typealias ReplaceEmpty<Upstream: Publisher> = Applied<
        Upstream, Operators.ReplaceEmpty<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The operator behind `replaceEmpty(with:)`.
    @frozen public struct ReplaceEmpty<Output: Sendable, Failure: Error>: Operator {
        @usableFromInline let output: Output

        @inlinable public init(output: Output) { self.output = output }

        @inlinable public func makeState() -> Bool { true }

        @inlinable public func next(_ input: Output, _ isEmpty: inout Bool) throws(Failure) -> Step<Output> {
            isEmpty = false
            return .emit(input)
        }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<Failure>, _ isEmpty: inout Bool
        ) -> Ending<Output, Failure> {
            if case .finished = completion, isEmpty { .last(output) } else { .completion(completion) }
        }
    }
}
