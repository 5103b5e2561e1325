/// A publisher that takes subscribers at once but starts only when it is told to.
public protocol ConnectablePublisher<Output, Failure>: Publisher {
    /// Starts the stream, or returns the connection under way.
    ///
    /// - Returns: The connection. Cancelling it stops the stream for every subscriber.
    func connect() -> any Cancellable
}
