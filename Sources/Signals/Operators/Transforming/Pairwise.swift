extension Publisher where Output: Sendable {
    /// Gives each value but the first together with the one before it.
    ///
    /// ```
    /// input      --1--2-----3-----|
    /// pairwise() -----(1,2)-(2,3)-|
    /// ```
    ///
    /// - Demand: One for one; for the first value, which is only kept, another is asked for.
    @inlinable public func pairwise() -> Publishers.Applied<Self, Operators.Pairwise<Output, Failure>> {
        apply(Operators.Pairwise())
    }
}

extension Operators {
    /// The operator behind `pairwise()`.
    @frozen public struct Pairwise<Input: Sendable, Failure: Error>: Operator {
        @inlinable public init() {}

        @inlinable public func makeState() -> Input? { nil }

        @inlinable public func next(_ input: Input, _ last: inout Input?) throws(Failure) -> Step<(Input, Input)> {
            defer { last = input }
            return if let last { .emit((last, input)) } else { .skip }
        }
    }
}
