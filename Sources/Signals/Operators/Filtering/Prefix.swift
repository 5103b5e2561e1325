extension Publisher {
    /// Gives the first `maxLength` values, and then finishes.
    ///
    /// ```
    /// input     --1--2--3--4--|
    /// prefix(2) --1--2|
    /// ```
    ///
    /// It finishes with the last of them, not when the next one comes, and cancels upstream before it gives that last one.
    /// So a subscriber that feeds its own source cannot get one too many.
    ///
    /// - Demand: One for one. `prefix(0)` finishes at once.
    @inlinable public func prefix(_ maxLength: Int) -> Publishers.Applied<Self, Operators.Prefix<Output, Failure>> {
        apply(Operators.Prefix(maxLength: maxLength))
    }

    /// Gives the first value, and then finishes.
    ///
    /// ```
    /// input   --1--2--3--|
    /// first() --1|
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable public func first() -> Publishers.First<Self> { prefix(1) }
}

extension Publishers {
    /// The publisher behind `first()`.
    public typealias First<Upstream: Publisher> = Applied<Upstream, Operators.Prefix<Upstream.Output, Upstream.Failure>>
}

extension Operators {
    /// The operator behind `prefix(_:)`.
    @frozen public struct Prefix<Output, Failure: Error>: Operator {
        @usableFromInline let maxLength: Int

        @inlinable public init(maxLength: Int) {
            precondition(maxLength >= 0, "prefix(_:) takes zero or more; it was given \(maxLength)")
            self.maxLength = maxLength
        }

        @inlinable public func makeState() -> Int { maxLength }

        @inlinable public func begin(_ left: inout Int) -> Ending<Output, Failure>? { left == 0 ? .finish : nil }

        @inlinable public func next(_ input: Output, _ left: inout Int) throws(Failure) -> Step<Output> {
            left -= 1
            return left > 0 ? .emit(input) : .last(input)
        }
    }
}
