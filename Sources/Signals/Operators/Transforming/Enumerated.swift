extension Publisher {
    /// Numbers the values, from zero.
    ///
    /// ```
    /// input        --a-----b-----c-----|
    /// enumerated() --(0,a)-(1,b)-(2,c)-|
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable public func enumerated() -> Publishers.Applied<Self, Operators.Enumerated<Output, Failure>> {
        apply(Operators.Enumerated())
    }
}

extension Operators {
    /// The operator behind `enumerated()`.
    @frozen public struct Enumerated<Input, Failure: Error>: Operator {
        @inlinable public init() {}

        @inlinable public func makeState() -> Int { 0 }

        @inlinable public func next(
            _ input: Input, _ offset: inout Int
        ) throws(Failure) -> Step<(offset: Int, element: Input)> {
            defer { offset += 1 }
            return .emit((offset, input))
        }
    }
}
