/// A publisher that fails as soon as somebody subscribes.
public struct Fail<Output, Failure: Error>: Publisher {
    /// The error to fail with.
    public let error: Failure

    @inlinable
    public init(outputType: Output.Type = Output.self, error: Failure) {
        self.error = error
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        Production.start(
            EmptyCollection<Output>.Iterator(), then: .failure(error), name: Self.self, downstream: subscriber)
    }
}

extension Fail: Equatable where Failure: Equatable {}
