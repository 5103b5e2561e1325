extension Publisher {
    /// Stops the program where this publisher fails, in release builds too.
    ///
    /// - Parameters:
    ///   - prefix: What the message begins with.
    ///   - file: Where the message says that it happened; by default the line that calls this.
    ///   - line: The line in that file.
    /// - Demand: One for one.
    @inlinable
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.AssertNoFailure<Self> {
        mapError { (error) -> Never in
            let start = prefix.isEmpty ? "" : prefix + ": "
            fatalError("\(start)a publisher that must not fail failed with \(error)", file: file, line: line)
        }
    }
}

extension Publishers {
    /// The publisher behind `assertNoFailure(_:file:line:)`.
    public typealias AssertNoFailure<Upstream: Publisher> = Applied<
        Upstream, Operators.MapError<Upstream.Output, Upstream.Failure, Never>
    >
}
