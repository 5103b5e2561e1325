extension Subscribers {
    /// A subscriber that asks for everything and calls closures.
    ///
    /// It lets go of the closures when the stream has ended, or when it is cancelled, so they may hold the sink's owner. The
    /// same goes for what `sink` returns.
    public final class Sink<Input, Failure: Error>: Subscriber, Cancellable {
        @usableFromInline let end: EndSlot
        /// What publishers are given in place of this, as long as something may come: it holds the closures, which thereby
        /// belong to whoever delivers and can be called without a retain.
        private let calls = Locked<SinkCalls<Input, Failure>?>(nil)

        @inlinable
        public convenience init(
            receiveCompletion: @escaping @Sendable (Completion<Failure>) -> Void,
            receiveValue: @escaping @Sendable (Input) -> Void
        ) {
            self.init(end: EndSlot())
            let calls = SinkCalls<Input, Failure>(
                end: end,
                receiveCompletion: { [weak self] completion in
                    self?.letGo()
                    receiveCompletion(completion)
                }, receiveValue: receiveValue)
            begin(with: calls)
        }

        @usableFromInline
        init(end: EndSlot) {
            self.end = end
        }

        @usableFromInline
        func begin(with new: SinkCalls<Input, Failure>) { calls.withLock { $0 = new } }

        @usableFromInline
        func letGo() {
            let old = calls.withLock { $0.take() }
            withExtendedLifetime(old) {}
        }

        @usableFromInline var current: SinkCalls<Input, Failure>? { calls.withLock { $0 } }

        @inlinable
        func subscribe<P: Publisher<Input, Failure>>(to publisher: P) {
            if let current { publisher.receive(subscriber: current) } else { publisher.receive(subscriber: self) }
        }

        @inlinable public static var _releasesSubscription: Bool { true }

        public func receive(subscription: any Subscription) {
            end.begin(subscription, for: Self.self)
        }

        @inlinable
        public func receive(_ input: Input) -> Demand {
            if let current { return current.receive(input) }
            end.refuse(at: Self.self)
            return .none
        }

        public func receive(completion: Completion<Failure>) {
            if let current { current.receive(completion: completion) } else { end.refuse(at: Self.self) }
        }

        public func cancel() {
            end.cancel()
            letGo()
        }
    }
}

/// The closures of a sink: what stands at the end of a chain.
@usableFromInline
final class SinkCalls<Input, Failure: Error>: Subscriber {
    @usableFromInline let end: EndSlot
    @usableFromInline let receiveValue: @Sendable (Input) -> Void
    @usableFromInline let receiveCompletion: @Sendable (Subscribers.Completion<Failure>) -> Void

    @inlinable
    init(
        end: EndSlot = EndSlot(),
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void,
        receiveValue: @escaping @Sendable (Input) -> Void
    ) {
        self.end = end
        self.receiveValue = receiveValue
        self.receiveCompletion = receiveCompletion
    }

    @inlinable static var _releasesSubscription: Bool { true }

    @inlinable
    func receive(subscription: any Subscription) {
        end.begin(subscription, for: Subscribers.Sink<Input, Failure>.self)
    }

    @inlinable
    func receive(_ input: Input) -> Subscribers.Demand {
        if end.isAttached {
            receiveValue(input)
        } else {
            end.refuse(at: Subscribers.Sink<Input, Failure>.self)
        }
        return .none
    }

    @usableFromInline
    func receive(completion: Subscribers.Completion<Failure>) {
        if end.end(for: Subscribers.Sink<Input, Failure>.self) { receiveCompletion(completion) }
    }
}

extension Publisher {
    /// Joins `subscriber` to this publisher.
    @inlinable
    public func subscribe<S: Subscriber<Output, Failure>>(_ subscriber: S) {
        if let sink = subscriber as? Subscribers.Sink<Output, Failure> {
            sink.subscribe(to: self)
        } else {
            receive(subscriber: subscriber)
        }
    }

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
        let sink = SinkCalls(receiveCompletion: receiveCompletion, receiveValue: receiveValue)
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
        let sink = SinkCalls<Output, Failure>(
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
