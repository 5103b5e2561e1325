extension Publisher {
    /// Leaves out the first `count` values.
    ///
    /// ```
    /// input        --1--2--3--4--|
    /// dropFirst(2) --------3--4--|
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable public func dropFirst(_ count: Int = 1) -> Publishers.Drop<Self> {
        apply(Operators.DropFirst(count: count))
    }
}

extension Publishers {
    /// The publisher behind `dropFirst(_:)`.
    public typealias Drop<Upstream: Publisher> = Applied<
        Upstream, Operators.DropFirst<Upstream.Output, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `dropFirst(_:)`.
    @frozen public struct DropFirst<Output, Failure: Error>: Operator {
        @usableFromInline let count: Int

        @inlinable public init(count: Int) {
            precondition(count >= 0, "dropFirst(_:) takes zero or more; it was given \(count)")
            self.count = count
        }

        @inlinable public func makeState() -> Int { count }

        @inlinable public func next(_ input: Output, _ left: inout Int) throws(Failure) -> Step<Output> {
            if left == 0 { return .emit(input) }
            left -= 1
            return .skip
        }
    }
}
