extension Subscribers {
    /// How a stream ended. It is the last thing that a subscriber is told, and it is told it once.
    @frozen
    public enum Completion<Failure: Error>: Sendable {
        /// The publisher has no more values.
        case finished

        /// The publisher stopped because of an error.
        case failure(Failure)
    }
}

extension Subscribers.Completion: Equatable where Failure: Equatable {}
extension Subscribers.Completion: Hashable where Failure: Hashable {}
extension Subscribers.Completion: Encodable where Failure: Encodable {}
extension Subscribers.Completion: Decodable where Failure: Decodable {}

extension Subscribers.Completion {
    /// The same ending with its error, if it has one, replaced by what `transform` makes of it.
    @inlinable
    public func mapError<NewFailure: Error>(
        _ transform: (Failure) -> NewFailure
    ) -> Subscribers.Completion<NewFailure> {
        switch self {
        case .finished: .finished
        case .failure(let error): .failure(transform(error))
        }
    }
}
