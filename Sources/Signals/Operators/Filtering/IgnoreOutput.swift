extension Publisher {
    /// Gives only the ending.
    ///
    /// ```
    /// input          --1--2--3--|
    /// ignoreOutput() -----------|
    /// ```
    ///
    /// - Demand: Asks upstream for everything.
    @inlinable public func ignoreOutput() -> Publishers.IgnoreOutput<Self> {
        apply(Operators.IgnoreOutput())
    }
}

extension Publishers {
    /// The publisher behind `ignoreOutput()`.
    public typealias IgnoreOutput<Upstream: Publisher> = Applied<
        Upstream, Operators.IgnoreOutput<Upstream.Output, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `ignoreOutput()`.
    @frozen public struct IgnoreOutput<Input, Failure: Error>: Operator {
        public typealias Output = Never

        @inlinable public init() {}

        @inlinable public var demandPolicy: DemandPolicy { .everything }

        @inlinable public func next(_ input: Input, _ state: inout Void) throws(Failure) -> Step<Never> { .skip }
    }
}
