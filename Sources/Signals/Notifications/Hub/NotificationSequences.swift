extension NotificationHub {
    /// The messages of one type for a `for await` loop. None is lost, unless `buffering` says what may be.
    ///
    /// ```swift
    /// for await change in hub.messages(for: CartChanged.self) { print(change.itemCount) }
    /// ```
    ///
    /// Each loop is a subscription of its own, which begins where the loop does.
    ///
    /// - Parameters:
    ///   - type: The type of the messages.
    ///   - object: The sender, or `nil` for every sender. It is not kept.
    ///   - buffering: What is kept while the loop's body runs. What is dropped is counted by the iterator.
    public func messages<M: NotificationMessage>(
        for type: M.Type, object: M.Subject? = nil, buffering: ValueBuffering = .unbounded
    ) -> AsyncPublisher<Messages<M>> {
        publisher(for: type, object: object).values(buffering: buffering)
    }

    /// The messages of one type for a `for await` loop. None is lost, unless `buffering` says what may be.
    ///
    /// - Parameters:
    ///   - type: The type of the messages.
    ///   - object: The sender, or `nil` for every sender. It is not kept.
    ///   - buffering: What is kept while the loop's body runs. What is dropped is counted by the iterator.
    public func messages<M: MainActorNotificationMessage>(
        for type: M.Type, object: M.Subject? = nil, buffering: ValueBuffering = .unbounded
    ) -> AsyncPublisher<Publishers.Received<Messages<M>, MainActor>> {
        publisher(for: type, object: object).values(buffering: buffering)
    }
}
