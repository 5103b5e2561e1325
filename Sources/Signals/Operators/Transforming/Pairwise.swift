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

    /// Gives each value with the ones before it, as arrays of `count`, the oldest first.
    ///
    /// ```
    /// input     --1--2--3-------4-------|
    /// nwise(3)  --------[1,2,3]-[2,3,4]-|
    /// ```
    ///
    /// Of fewer values than `count` nothing comes.
    ///
    /// - Demand: One for one; for the first values, which are only kept, others are asked for.
    /// - Parameter count: How many values go together: one or more.
    @inlinable public func nwise(_ count: Int) -> Publishers.Applied<Self, Operators.Nwise<Output, Failure>> {
        apply(Operators.Nwise(count: count))
    }
}

extension Operators {
    /// The operator behind `nwise(_:)`.
    @frozen public struct Nwise<Input: Sendable, Failure: Error>: Operator {
        @usableFromInline let count: Int

        @inlinable public init(count: Int) {
            precondition(count > 0, "nwise(_:) takes one or more; it was given \(count)")
            self.count = count
        }

        @inlinable public func makeState() -> [Input] { [] }

        @inlinable public func next(_ input: Input, _ window: inout [Input]) throws(Failure) -> Step<[Input]> {
            window.append(input)
            if window.count < count { return .skip }
            defer { window.removeFirst() }
            return .emit(window)
        }
    }

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
