/// A publisher that is made anew for each subscriber.
public struct Deferred<Deferrable: Publisher>: Publisher {
    public typealias Output = Deferrable.Output
    public typealias Failure = Deferrable.Failure

    /// Makes the publisher for one subscriber.
    public let createPublisher: @Sendable () -> Deferrable

    @inlinable
    public init(createPublisher: @escaping @Sendable () -> Deferrable) {
        self.createPublisher = createPublisher
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        createPublisher().receive(subscriber: subscriber)
    }
}
