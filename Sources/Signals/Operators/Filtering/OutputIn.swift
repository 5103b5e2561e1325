extension Publisher {
    /// Gives the value with the number `index`, counted from zero, and then finishes.
    ///
    /// ```
    /// input          --a--b--c--d--|
    /// output(at: 2)  --------(c|)
    /// ```
    ///
    /// If there are fewer values, it finishes without one.
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable public func output(at index: Int) -> Publishers.Output<Self> {
        output(in: index..<index + 1)
    }

    /// Gives the values whose numbers, counted from zero, lie in `range`, and finishes with the last of them.
    ///
    /// ```
    /// input            --a--b--c--d--|
    /// output(in: 1..<3)-----b--(c|)
    /// ```
    ///
    /// With an empty range it finishes at once.
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable public func output<R: RangeExpression<Int>>(in range: R) -> Publishers.Output<Self> {
        apply(Operators.OutputIn(range: range.relative(to: 0..<Int.max)))
    }
}

extension Publishers {
    /// The publisher behind `output(at:)` and `output(in:)`.
    public typealias Output<Upstream: Publisher> = Applied<
        Upstream, Operators.OutputIn<Upstream.Output, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `output(at:)` and `output(in:)`.
    @frozen public struct OutputIn<Output, Failure: Error>: Operator {
        @usableFromInline let range: Range<Int>

        @inlinable public init(range: Range<Int>) {
            precondition(range.lowerBound >= 0, "output(in:) counts from zero; it was given \(range)")
            self.range = range
        }

        @inlinable public func makeState() -> Int { 0 }

        @inlinable public func begin(_ index: inout Int) -> Ending<Output, Failure>? { range.isEmpty ? .finish : nil }

        @inlinable public func next(_ input: Output, _ index: inout Int) throws(Failure) -> Step<Output> {
            defer { index += 1 }
            if index < range.lowerBound { return .skip }
            return index == range.upperBound - 1 ? .last(input) : .emit(input)
        }
    }
}
