extension Subscribers {
    /// A subscriber that asks for everything and calls closures.
    ///
    /// What `sink` returns does not keep the closures: once the stream has ended nothing does, even while the handle is
    /// still there.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
        @usableFromInline let receiveValue: @Sendable (Input) -> Void
        @usableFromInline let receiveCompletion: @Sendable (Completion<Failure>) -> Void
        @usableFromInline let end = EndAttachment()

        @inlinable
        public init(
            receiveCompletion: @escaping @Sendable (Completion<Failure>) -> Void,
            receiveValue: @escaping @Sendable (Input) -> Void
        ) {
            self.receiveValue = receiveValue
            self.receiveCompletion = receiveCompletion
        }

        public func receive(subscription: any Subscription) {
            end.begin(subscription, for: Self.self)
        }

        @inlinable
        public func receive(_ input: Input) -> Demand {
            if end.isAttached {
                receiveValue(input)
            } else {
                end.refuse(at: Self.self)
            }
            return .none
        }

        public func receive(completion: Completion<Failure>) {
            if end.end(for: Self.self) { receiveCompletion(completion) }
        }

        public func cancel() {
            end.cancel()
        }
    }
}

extension Publisher {
    /// Subscribes with closures, which are called on whatever thread this publisher delivers on.
    ///
    /// A closure that touches the main actor's state does not compile here. Put `receive(on: .main)` before it.
    ///
    /// - Returns: A handle that cancels the subscription when it is released.
    @inlinable
    @_disfavoredOverload
    public func sink(
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
        receive(subscriber: sink)
        return AnyCancellable(sink.end)
    }
}

extension Publisher where Failure == Never {
    /// Subscribes with a closure, which is called on whatever thread this publisher delivers on.
    ///
    /// A closure that touches the main actor's state does not compile here. Put `receive(on: .main)` before it.
    ///
    /// - Returns: A handle that cancels the subscription when it is released.
    @inlinable
    @_disfavoredOverload
    public func sink(receiveValue: @escaping @Sendable (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}

extension MainActorPublisher {
    /// Subscribes with closures of the main actor.
    ///
    /// - Returns: A handle that cancels the subscription when it is released.
    @inlinable
    public func sink(
        receiveCompletion: @escaping @MainActor @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @MainActor @Sendable (Output) -> Void
    ) -> AnyCancellable {
        let sink = Subscribers.Sink<Output, Failure>(
            receiveCompletion: MainActorContext.assuming("sink", receiveCompletion),
            receiveValue: MainActorContext.assuming("sink", receiveValue))
        receive(subscriber: sink)
        return AnyCancellable(sink.end)
    }
}

extension MainActorPublisher where Failure == Never {
    /// Subscribes with a closure of the main actor.
    ///
    /// - Returns: A handle that cancels the subscription when it is released.
    @inlinable
    public func sink(receiveValue: @escaping @MainActor @Sendable (Output) -> Void) -> AnyCancellable {
        sink(receiveCompletion: { _ in }, receiveValue: receiveValue)
    }
}
