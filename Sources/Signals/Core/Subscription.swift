/// What joins one subscriber to one publisher, and carries the subscriber's demand upstream.
///
/// A subscription may be used from any thread, also from inside the calls that it causes.
public protocol Subscription: Cancellable, AnyObject {
    /// Asks for `demand` values more than were asked for before.
    ///
    /// Values may arrive before this returns. Asking for `.none` does nothing but is reported as a broken rule, since
    /// it is usually a mistake.
    func request(_ demand: Subscribers.Demand)
}

/// The namespace of ready-made subscriptions.
public enum Subscriptions {
    /// A subscription that gives nothing, for publishers that complete at once.
    public static let empty: any Subscription = EmptySubscription()
}

private final class EmptySubscription: Subscription, CustomStringConvertible {
    func request(_ demand: Subscribers.Demand) {}
    func cancel() {}
    var description: String { "Empty" }
}
