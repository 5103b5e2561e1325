/// A subject that has a value at all times, and gives it to each new subscriber.
///
/// It may be used from any thread. ``value`` reads what was stored last, also when that has not been delivered yet; once
/// all is quiet, what each subscriber got last is what ``value`` says. After completion the value stays readable, and
/// both ways of changing it are ignored.
///
/// - Demand: For a subscriber that has not asked, the newest value is kept and given once it asks.
/// - Complexity: Sending is O(subscribers); subscribing and cancelling are O(1) amortised.
public final class CurrentValueSubject<Output: Sendable, Failure: Error>: Subject {
    @usableFromInline let fanOut: FanOut<Output, Failure>
    // It is open, with or without subscribers: `value` is to be what upstream gave last.
    private let upstreams = Upstreams(isOpen: true)

    /// A subject that starts with `value`.
    public init(_ value: Output) {
        fanOut = FanOut(replay: .newest, initial: value, name: Self.self)
    }

    /// The value that was stored last. Setting it is the same as sending.
    ///
    /// What reads and then sets it, such as `value += 1`, is two steps; where others may set it too, use ``update(_:)``.
    @inlinable public var value: Output {
        get { fanOut.storedValue! }
        set { fanOut.store(newValue) }
    }

    @inlinable
    public func send(_ value: Output) {
        fanOut.store(value)
    }

    /// Changes the value, and sends what it has become, in one step: what others store meanwhile is not lost.
    ///
    /// ```swift
    /// cart.update { $0.items.append(item) }
    /// ```
    ///
    /// After completion nothing is changed.
    ///
    /// - Parameter change: Is given a copy of the value. It runs on the calling thread, without a lock, and again if another
    ///   value was stored meanwhile; so it should do nothing else. If it throws, the value stays.
    /// - Returns: What `change` has returned the last time.
    @inlinable
    @discardableResult
    public func update<Result, Error>(_ change: (inout Output) throws(Error) -> Result) throws(Error) -> Result {
        try fanOut.update(change)
    }

    public func send(completion: Subscribers.Completion<Failure>) {
        upstreams.cancel()
        fanOut.close(completion)
    }

    /// Gives the subject a subscription of its own to an upstream publisher.
    ///
    /// - Demand: It is asked for everything at once, since ``value`` is there to be read also where nobody subscribes.
    public func send(subscription: any Subscription) {
        upstreams.add(subscription)
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        fanOut.subscribe(subscriber)
    }
}
