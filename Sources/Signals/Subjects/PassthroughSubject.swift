/// A subject that gives each value to those who are subscribed when it is sent, and keeps none.
///
/// It may be sent to and subscribed to from any thread. Values that are sent while another is being delivered, from
/// elsewhere or from inside a subscriber, are delivered after it, so every subscriber sees one and the same order. When
/// nothing else is under way a value has been delivered when `send` returns.
///
/// - Demand: A value is dropped for a subscriber that has not asked for it.
/// - Complexity: Sending is O(subscribers); subscribing and cancelling are O(1) amortised.
public final class PassthroughSubject<Output, Failure: Error>: Subject {
    @usableFromInline let fanOut: FanOut<Output, Failure>
    private let upstreams = Upstreams(isOpen: false)

    public init() {
        fanOut = FanOut(replay: .nothing, name: Self.self, upstreams: upstreams)
    }

    @inlinable
    public func send(_ value: sending Output) {
        fanOut.send(value)
    }

    public func send(completion: Subscribers.Completion<Failure>) {
        upstreams.cancel()
        fanOut.send(completion: completion)
    }

    /// Gives the subject a subscription of its own to an upstream publisher.
    ///
    /// - Demand: It is asked for everything as soon as one of the subject's subscribers has asked for a value; so what is there
    ///   for the taking waits for the first of them.
    public func send(subscription: any Subscription) {
        upstreams.add(subscription)
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        fanOut.subscribe(subscriber)
    }
}
