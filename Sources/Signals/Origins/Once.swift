extension Publishers {
    /// A publisher of at most one value, or of a failure: what `optional.publisher` and `result.publisher` give.
    ///
    /// - Demand: The value waits until it is asked for. An ending without one does not.
    @frozen
    public struct Once<Output: Sendable, Failure: Error>: Publisher {
        /// The value, if there is one, or the error to fail with.
        public let result: Result<Output?, Failure>

        @inlinable
        init(result: Result<Output?, Failure>) {
            self.result = result
        }

        @inlinable public var _allAtOnce: (output: Output?, completion: Subscribers.Completion<Failure>)? {
            switch result {
            case .success(let output): (output, .finished)
            case .failure(let error): (nil, .failure(error))
            }
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let (value, completion) = _allAtOnce!
            IteratorSubscription.start(OnceIterator(value), then: completion, name: Self.self, downstream: subscriber)
        }
    }
}

extension Publishers.Once: Equatable where Output: Equatable, Failure: Equatable {}

@frozen
@usableFromInline
struct OnceIterator<Element>: IteratorProtocol {
    @usableFromInline var element: Element?

    @inlinable
    init(_ element: Element?) {
        self.element = element
    }

    @inlinable mutating func next() -> Element? { element.take() }
}

extension Optional where Wrapped: Sendable {
    /// A publisher of the value, if there is one. It then finishes.
    @inlinable public var publisher: Publishers.Once<Wrapped, Never> { Publishers.Once(self) }
}

extension Result where Success: Sendable {
    /// A publisher of the value, after which it finishes, or of the failure.
    @inlinable public var publisher: Publishers.Once<Success, Failure> { Publishers.Once(self) }
}

extension Publishers.Once {
    /// A publisher of `output`, if there is one.
    @inlinable public init(_ output: Output?) { self.init(result: .success(output)) }

    /// A publisher that fails.
    @inlinable public init(_ failure: Failure) { self.init(result: .failure(failure)) }

    /// A publisher of a result.
    @inlinable public init(_ result: Result<Output, Failure>) { self.init(result: result.map(Optional.some)) }
}

extension Optional where Wrapped: Sendable {
    /// Combine's name for what `optional.publisher` gives.
    public typealias Publisher = Publishers.Once<Wrapped, Never>
}

extension Result where Success: Sendable {
    /// Combine's name for what `result.publisher` gives.
    public typealias Publisher = Publishers.Once<Success, Failure>
}
