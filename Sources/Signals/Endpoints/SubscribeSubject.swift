extension Publisher where Output: Sendable {
    /// Sends this publisher's values and its ending to `subject`, which is given the subscription.
    ///
    /// ```swift
    /// let subject = PassthroughSubject<Int, Never>()
    /// let feed = [1, 2, 3].publisher.subscribe(subject)
    /// let handle = subject.sink { print($0) }     // prints 1, 2 and 3, which have waited for it
    /// ```
    ///
    /// - Demand: The subject's affair. A ``PassthroughSubject`` asks for everything once one of its own subscribers has asked
    ///   for something; one that keeps values, a ``CurrentValueSubject`` or a ``ReplaySubject``, asks at once.
    /// - Returns: A handle that ends the forwarding when it is released. The subject is not completed by that.
    @inlinable
    public func subscribe<S: Subject<Output, Failure>>(_ subject: S) -> AnyCancellable {
        let feed = SubjectFeed(subject)
        receive(subscriber: feed)
        return AnyCancellable(feed.end)
    }
}

extension AnySubscriber where Input: Sendable {
    /// A subscriber that sends what it is given to `subject`, which is given the subscription too.
    public init(_ subject: some Subject<Input, Failure>) { self.init(SubjectFeed(subject)) }
}
