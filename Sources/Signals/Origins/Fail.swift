/// A publisher that fails as soon as somebody subscribes.
public struct Fail<Output, Failure: Error>: Publisher {
    /// The error to fail with.
    public let error: Failure

    @inlinable
    public init(error: Failure) {
        self.error = error
    }

    /// The same, with the type of the values that it does not give.
    @inlinable
    public init(outputType: Output.Type, failure: Failure) {
        self.init(error: failure)
    }

    @inlinable public var _allAtOnce: (output: Output?, completion: Subscribers.Completion<Failure>)? {
        (nil, .failure(error))
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        IteratorSubscription.start(
            EmptyCollection<Output>.Iterator(), then: .failure(error), name: Self.self, downstream: subscriber)
    }
}

extension Fail: Equatable where Failure: Equatable {}
