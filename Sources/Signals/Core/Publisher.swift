/// A source of values over time, ending at most once, with or without an error.
///
/// A publisher is a description: nothing happens until something subscribes, and each subscription starts afresh
/// unless the publisher says otherwise. `Output` need not be `Sendable`. Operators that keep a value, or hand it to
/// another thread, ask for that where they are called.
///
/// To make one of your own, compose existing ones, write an ``Operator``, or publish a ``Subject``. Conforming to this
/// protocol by hand means keeping every rule that ``Subscriber`` relies on.
public protocol Publisher<Output, Failure>: Sendable {
    associatedtype Output
    associatedtype Failure: Error

    /// Joins `subscriber` to this publisher.
    ///
    /// The subscriber is given its subscription before this returns.
    func receive<S: Subscriber<Output, Failure>>(subscriber: S)

    /// Where the subscriptions of this publisher must deliver, if that is not for the caller to decide.
    ///
    /// It is `nil` for a publisher that delivers on whatever thread its source does. A publisher that wraps another
    /// passes on what that one says.
    var _home: DeliveryHome? { get }

    /// All that there is, for a publisher of one value at most that is known before anybody subscribes.
    ///
    /// Where it is not `nil` an operator need not subscribe. It is `nil` for every other publisher.
    var _allAtOnce: (output: Output?, completion: Subscribers.Completion<Failure>)? { get }
}

extension Publisher {
    @inlinable public var _home: DeliveryHome? { nil }
    @inlinable public var _allAtOnce: (output: Output?, completion: Subscribers.Completion<Failure>)? { nil }
}

/// The namespace of the operators' types.
public enum Publishers {}
