/// A publisher of nothing, which finishes at once or never.
public struct Empty<Output, Failure: Error>: Publisher {
    /// Whether it finishes as soon as somebody subscribes.
    public let completeImmediately: Bool

    @inlinable
    public init(
        completeImmediately: Bool = true, outputType: Output.Type = Output.self,
        failureType: Failure.Type = Failure.self
    ) {
        self.completeImmediately = completeImmediately
    }

    @inlinable public var _allAtOnce: (output: Output?, completion: Subscribers.Completion<Failure>)? {
        completeImmediately ? (nil, .finished) : nil
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        if completeImmediately {
            IteratorSubscription.start(
                EmptyCollection<Output>.Iterator(), then: .finished, name: Self.self, downstream: subscriber)
        } else {
            subscriber.receive(subscription: Subscriptions.empty)
        }
    }
}

extension Empty: Equatable {}
