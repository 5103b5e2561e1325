/// A subject that remembers its last values, and gives them to each new subscriber before anything else.
///
/// It may be used from any thread, and what is said of a ``PassthroughSubject``'s order goes for it too. After completion
/// a new subscriber is given what is remembered, and then the ending.
///
/// - Demand: Values are kept for a subscriber until it asks for them, without limit.
/// - Complexity: Sending is O(subscribers); subscribing is O(values remembered).
public final class ReplaySubject<Output: Sendable, Failure: Error>: Subject {
    @usableFromInline let fanOut: FanOut<Output, Failure>
    // It is open, with or without subscribers: what upstream gives is for those who come later.
    private let upstreams = Upstreams(isOpen: true)

    /// A subject that remembers as many values as `bufferSize`.
    public init(bufferSize: Int) {
        precondition(bufferSize >= 0, "ReplaySubject(bufferSize:) takes zero or more; it was given \(bufferSize)")
        fanOut = FanOut(replay: .last(bufferSize), name: Self.self)
    }

    /// Sends a value to the subscribers, and remembers it.
    @inlinable
    public func send(_ value: Output) {
        fanOut.send(value)
    }

    /// Ends the stream. Whatever is sent afterwards is ignored.
    public func send(completion: Subscribers.Completion<Failure>) {
        upstreams.cancel()
        fanOut.send(completion: completion)
    }

    /// Gives the subject a subscription of its own to an upstream publisher.
    ///
    /// - Demand: It is asked for everything at once, since its values are remembered for those who subscribe later.
    public func send(subscription: any Subscription) {
        upstreams.add(subscription)
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        fanOut.subscribe(subscriber)
    }
}
