extension Publisher {
    /// Stops the program where this publisher fails, in release builds too.
    ///
    /// - Parameter prefix: What the message begins with.
    /// - Demand: One for one.
    @inlinable
    public func assertNoFailure(
        _ prefix: String = "", file: StaticString = #file, line: UInt = #line
    ) -> Publishers.Applied<Self, Publishers.MapError<Output, Failure, Never>> {
        mapError { (error) -> Never in
            let start = prefix.isEmpty ? "" : prefix + ": "
            fatalError("\(start)a publisher that must not fail failed with \(error)", file: file, line: line)
        }
    }
}
