/// What `firstValue()` and `lastValue()` throw where a publisher has finished without a value.
public struct NoValueError: Error, Hashable, CustomStringConvertible {
    public init() {}

    public var description: String { "The publisher finished without a value" }
}

extension Publisher where Output: Sendable {
    /// The first value. Upstream is cancelled when it has come.
    ///
    /// ```swift
    /// let user = try await session.users.firstValue()
    /// ```
    ///
    /// It subscribes where it is called.
    ///
    /// - Throws: The publisher's failure; ``NoValueError`` where it finishes without a value; `CancellationError`, also with a
    ///   publisher that cannot fail, as soon as the task is cancelled, and upstream is cancelled then.
    public func firstValue(isolation: isolated (any Actor)? = #isolation) async throws -> Output {
        try await first().soleValue(isolation: isolation)
    }

    /// The last value, when this publisher has finished.
    ///
    /// - Throws: The publisher's failure; ``NoValueError`` where it finishes without a value; `CancellationError` as soon as the
    ///   task is cancelled, and upstream is cancelled then.
    public func lastValue(isolation: isolated (any Actor)? = #isolation) async throws -> Output {
        try await last().soleValue(isolation: isolation)
    }

    /// All values, when this publisher has finished: an empty array where there was none.
    ///
    /// - Throws: The publisher's failure; `CancellationError` as soon as the task is cancelled, and upstream is cancelled then.
    public func collectValues(isolation: isolated (any Actor)? = #isolation) async throws -> [Output] {
        try await collect().soleValue(isolation: isolation)
    }

    /// Another name for ``collectValues(isolation:)``.
    public func allValues(isolation: isolated (any Actor)? = #isolation) async throws -> [Output] {
        try await collectValues(isolation: isolation)
    }

    /// The value of a publisher that gives one at most.
    private func soleValue(isolation: isolated (any Actor)?) async throws -> Output {
        var values = values.makeAsyncIterator()
        if let value = try await values.next(isolation: isolation) { return value }
        try Task.checkCancellation()
        throw NoValueError()
    }
}
