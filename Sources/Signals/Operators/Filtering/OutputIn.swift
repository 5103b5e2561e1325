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
        output(in: index...index)
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
        apply(Operators.OutputIn(range: range))
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
        @usableFromInline let numbers: (first: Int, last: Int)

        @inlinable public init(range: some RangeExpression<Int>) {
            numbers = range.firstAndLast
            precondition(numbers.first >= 0, "output(in:) counts from zero; it was given \(range)")
        }

        @inlinable public func makeState() -> Int { 0 }

        @inlinable public func begin(_ index: inout Int) -> Ending<Output, Failure>? {
            numbers.first > numbers.last ? .finish : nil
        }

        @inlinable public func next(_ input: Output, _ index: inout Int) throws(Failure) -> Step<Output> {
            if index == numbers.last { return .last(input) }
            defer { index += 1 }
            return index < numbers.first ? .skip : .emit(input)
        }
    }
}

extension RangeExpression<Int> {
    /// The least and the greatest number in here; the first is the greater one if there are none.
    ///
    /// An upper bound would not do: it is more than an `Int` can be if the greatest number is `Int.max`.
    @inlinable var firstAndLast: (first: Int, last: Int) {
        switch self {
        case let range as ClosedRange<Int>: return (range.lowerBound, range.upperBound)
        case let range as PartialRangeThrough<Int>: return (0, range.upperBound)
        case let range as PartialRangeFrom<Int>: return (range.lowerBound, .max)
        default:
            let range = relative(to: 0..<Int.max)
            return range.isEmpty ? (range.lowerBound, -1) : (range.lowerBound, range.upperBound - 1)
        }
    }
}
