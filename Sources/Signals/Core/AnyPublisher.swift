/// A publisher whose type is hidden.
///
/// What it hides is reached through a closure that was formed where the type was known, so a value passes it at the
/// cost of one call. Subscribing through an `any Publisher` runs unspecialised code instead, which is many times
/// slower: hide a type with `eraseToAnyPublisher()`, not with `any`.
@frozen
public struct AnyPublisher<Output, Failure: Error>: Publisher {
    @usableFromInline let subscribe: @Sendable (AnySubscriber<Output, Failure>) -> Void
    public let _home: DeliveryHome?
    @usableFromInline let parts: (any AnyObject & Sendable)?

    /// Hides the type of `publisher`.
    @inlinable
    public init<P: Publisher<Output, Failure>>(_ publisher: P) {
        subscribe = { publisher.receive(subscriber: $0) }
        _home = publisher._home
        parts = partsOfPublisher(publisher)
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        subscribe(AnySubscriber(subscriber))
    }
}

/// A main-actor publisher whose type is hidden.
@frozen
public struct AnyMainActorPublisher<Output, Failure: Error>: MainActorPublisher {
    @usableFromInline let base: AnyPublisher<Output, Failure>

    /// Hides the type of `publisher`.
    @inlinable
    public init<P: MainActorPublisher<Output, Failure>>(_ publisher: P) {
        base = AnyPublisher(publisher)
    }

    @inlinable public var _home: DeliveryHome? { base._home }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        base.receive(subscriber: subscriber)
    }
}

/// A publisher that is made of others, and keeps them in one object.
///
/// An operator that makes one out of another takes them over, so that they do not nest; also when the other's type has
/// been hidden in between, as it must be wherever a chain is built in a loop.
@usableFromInline
protocol CompositePublisher {
    var parts: (any AnyObject & Sendable)? { get }
}

extension AnyPublisher: CompositePublisher {}

extension AnyMainActorPublisher: CompositePublisher {
    @inlinable var parts: (any AnyObject & Sendable)? { base.parts }
}

@usableFromInline
func partsOfPublisher(_ publisher: some Publisher) -> (any AnyObject & Sendable)? {
    (publisher as? any CompositePublisher)?.parts
}

extension Publisher {
    /// Hides this publisher's type, for a property or a return type that should not tell how the stream is made.
    @inlinable
    @_disfavoredOverload
    public func eraseToAnyPublisher() -> AnyPublisher<Output, Failure> { AnyPublisher(self) }
}

extension MainActorPublisher {
    /// Hides this publisher's type but for the promise that it delivers on the main actor.
    @inlinable
    public func eraseToAnyPublisher() -> AnyMainActorPublisher<Output, Failure> { AnyMainActorPublisher(self) }
}
