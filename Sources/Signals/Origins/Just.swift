/// A publisher of one value.
///
/// - Demand: The value waits until it is asked for.
public struct Just<Output: Sendable>: Publisher {
    public typealias Failure = Never

    /// The value.
    public let output: Output

    @inlinable
    public init(_ output: Output) {
        self.output = output
    }

    @inlinable public var _allAtOnce: (output: Output?, completion: Subscribers.Completion<Never>)? {
        (output, .finished)
    }

    @inlinable
    public func receive<S: Subscriber<Output, Never>>(subscriber: S) {
        IteratorSubscription.start(
            CollectionOfOne(output).makeIterator(), then: .finished, name: Self.self, downstream: subscriber)
    }
}

extension Just: Equatable where Output: Equatable {}
extension Just: Hashable where Output: Hashable {}
