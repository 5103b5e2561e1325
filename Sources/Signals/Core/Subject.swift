/// A publisher that is fed by calling it.
///
/// A subject takes what it is given, so it may hand a value to another thread: the compiler refuses to let the sender
/// go on using a value that is not `Sendable`.
public protocol Subject<Output, Failure>: Publisher, AnyObject {
    /// Sends a value to the subscribers.
    func send(_ value: sending Output)

    /// Ends the stream. Whatever is sent afterwards is ignored.
    func send(completion: Subscribers.Completion<Failure>)

    /// Gives the subject a subscription of its own to an upstream publisher, which the subject asks for as much as it wants.
    ///
    /// `subscribe(_:)` with a subject, and a connectable publisher's `connect()`, call this. A subject that passes values on
    /// should ask when its own subscribers do.
    func send(subscription: any Subscription)
}

extension Subject where Output: Sendable {
    /// Sends a value to the subscribers. This form serves as a function, `values.forEach(subject.send)`, which the form that
    /// takes its value away from the sender cannot.
    @inlinable
    public func send(_ value: Output) {
        (send as (sending Output) -> Void)(value)
    }
}

extension Subject where Output == Void {
    /// Sends an event that carries no value.
    @inlinable
    public func send() { send(()) }
}
