extension Publisher {
    /// Gives only the ending.
    ///
    /// ```
    /// input          --1--2--3--|
    /// ignoreOutput() -----------|
    /// ```
    ///
    /// - Demand: Asks upstream for everything.
    @inlinable
    public func ignoreOutput() -> Publishers.Applied<Self, Publishers.IgnoreOutput<Output, Failure>> {
        apply(Publishers.IgnoreOutput())
    }
}

extension Publishers {
    /// The operator behind `ignoreOutput()`.
    @frozen
    public struct IgnoreOutput<Input, Failure: Error>: Operator {
        public typealias Output = Never

        @inlinable init() {}

        @inlinable public var demandPolicy: DemandPolicy { .everything }

        @inlinable
        public func next(_ input: Input, _ state: inout Void) throws(Failure) -> Step<Never> { .skip }
    }
}
