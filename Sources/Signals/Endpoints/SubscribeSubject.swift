extension Publisher where Output: Sendable {
    /// Sends this publisher's values and its ending to `subject`.
    ///
    /// - Returns: A handle that ends the forwarding when it is released. The subject is not completed by that.
    @inlinable
    public func subscribe<S: Subject<Output, Failure>>(_ subject: S) -> AnyCancellable {
        let sink = SinkCalls<Output, Failure>(
            receiveCompletion: { subject.send(completion: $0) }, receiveValue: { subject.send($0) })
        receive(subscriber: sink)
        return AnyCancellable(sink.end)
    }
}
