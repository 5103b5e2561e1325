extension Publishers {
    /// A publisher of the elements of a sequence.
    ///
    /// - Demand: Elements are taken from the sequence as they are asked for, one ahead, so that the ending can follow the
    ///   last one at once.
    @frozen
    public struct Sequence<Elements: Swift.Sequence & Sendable, Failure: Error>: Publisher
    where Elements.Element: Sendable {
        public typealias Output = Elements.Element

        public let sequence: Elements

        @inlinable
        public init(sequence: Elements) {
            self.sequence = sequence
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            IteratorSubscription.start(
                sequence.makeIterator(), then: .finished, name: Self.self, downstream: subscriber)
        }
    }
}

extension Publishers.Sequence: Equatable where Elements: Equatable {}

extension Sequence where Self: Sendable, Element: Sendable {
    /// A publisher of the elements of this sequence. Each subscriber gets all of them.
    @inlinable public var publisher: Publishers.Sequence<Self, Never> { Publishers.Sequence(sequence: self) }
}
