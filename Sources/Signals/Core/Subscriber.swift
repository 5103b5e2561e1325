/// A receiver of one publisher's values and ending.
///
/// A subscriber is first given its subscription, then at most as many values as it has asked for, then at most one
/// completion, and never two of these calls at once. It may be called on any thread, unless its publisher is a
/// ``MainActorPublisher``.
public protocol Subscriber<Input, Failure>: Sendable {
    associatedtype Input
    associatedtype Failure: Error

    /// Hands over the subscription. Nothing else arrives before this call, but values may arrive during it, as soon
    /// as the subscriber asks for some.
    func receive(subscription: any Subscription)

    /// Hands over one value.
    ///
    /// - Returns: How many values more the subscriber wants, on top of what is still open.
    func receive(_ input: Input) -> Subscribers.Demand

    /// Says that the stream has ended. Nothing arrives after this call.
    func receive(completion: Subscribers.Completion<Failure>)

    /// Whether it lets go of its subscription at the end by itself, as the library's own subscribers do.
    ///
    /// One that does not is given a subscription that lets go of the subscriber.
    static var _releasesSubscription: Bool { get }
}

extension Subscriber {
    @inlinable public static var _releasesSubscription: Bool { false }
}

extension Subscriber where Input == Void {
    /// Hands over one event that carries no value.
    @inlinable
    public func receive() -> Subscribers.Demand { receive(()) }
}
