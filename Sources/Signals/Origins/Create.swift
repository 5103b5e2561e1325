extension AnyPublisher where Output: Sendable {
    /// A publisher of what a closure sends.
    ///
    /// ```swift
    /// let positions = AnyPublisher<Position, any Error>.create { subscriber in
    ///     let session = tracker.start(
    ///         onPosition: { subscriber.send($0) },
    ///         onError: { subscriber.send(completion: .failure($0)) })
    ///     return AnyCancellable { session.stop() }
    /// }
    /// ```
    ///
    /// The closure is called for each subscriber, when that has its subscription. It may send from any thread, before it
    /// returns as well as later.
    ///
    /// - Demand: What is sent is kept until it is asked for, without bound.
    /// - Parameter start: Begins the work, and returns what ends it. That is cancelled once: with the subscription, or when an
    ///   ending has been sent.
    public static func create(
        _ start: @escaping @Sendable (_ subscriber: PassthroughSubject<Output, Failure>) -> any Cancellable
    ) -> AnyPublisher {
        AnyPublisher(Publishers.Create(start: start))
    }
}

extension Publishers {
    /// The publisher behind `AnyPublisher.create(_:)`.
    struct Create<Output: Sendable, Failure: Error>: Publisher {
        let start: @Sendable (PassthroughSubject<Output, Failure>) -> any Cancellable

        func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let subject = PassthroughSubject<Output, Failure>()
            // What is added to it once it has been cancelled is cancelled at once.
            let work = CancellableBag()
            subject.handleEvents(receiveCompletion: { _ in work.cancel() }, receiveCancel: { work.cancel() })
                .buffer(size: .max, prefetch: .byRequest, whenFull: .dropNewest)
                .receive(subscriber: subscriber)
            work.add(AnyCancellable(start(subject)))
        }
    }
}
