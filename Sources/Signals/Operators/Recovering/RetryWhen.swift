extension Publisher where Failure: Sendable {
    /// Subscribes to this publisher again, after it failed, when another publisher says so.
    ///
    /// ```
    /// input    --1--#
    /// trigger  ---------x--------|
    /// retry    --1-------1--#----|
    /// ```
    ///
    /// The trigger is made of the errors, and is subscribed to before the first of them comes. Its values matter only while
    /// a new attempt is being waited for; its ending is the stream's.
    ///
    /// - Demand: What one attempt leaves open is asked of the next. The trigger is asked for everything.
    /// - Parameter trigger: Makes the trigger of a publisher of this one's errors.
    @inlinable
    public func retry<Trigger: Publisher>(
        when trigger: @escaping @Sendable (AnyPublisher<Failure, Failure>) -> Trigger
    ) -> Publishers.RetryWhen<Self, Trigger> where Trigger.Failure == Failure {
        Publishers.RetryWhen(upstream: self, trigger: trigger)
    }
}

extension Publishers {
    /// The publisher behind `retry(when:)`.
    @frozen
    public struct RetryWhen<Upstream: Publisher, Trigger: Publisher>: Publisher
    where Trigger.Failure == Upstream.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let trigger: @Sendable (AnyPublisher<Failure, Failure>) -> Trigger

        @inlinable
        init(upstream: Upstream, trigger: @escaping @Sendable (AnyPublisher<Failure, Failure>) -> Trigger) {
            self.upstream = upstream
            self.trigger = trigger
        }

        @inlinable public var _home: DeliveryHome? { upstream._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let plan = RetryWhenPlan(upstream: upstream, trigger: trigger)
            Relay(plan, home: upstream._home, name: Self.self, downstream: subscriber).start()
        }
    }
}

extension Publishers.RetryWhen: MainActorPublisher where Upstream: MainActorPublisher {}

@usableFromInline
struct RetryWhenPlan<Upstream: Publisher, Trigger: Publisher>: RelayPlan where Trigger.Failure == Upstream.Failure {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure
    @usableFromInline typealias Resume = @Sendable (Subscribers.Completion<Failure>?) -> Void
    @usableFromInline let upstream: Upstream
    @usableFromInline let trigger: @Sendable (AnyPublisher<Failure, Failure>) -> Trigger
    @usableFromInline let errors = PassthroughSubject<Failure, Failure>()
    @usableFromInline let signal = RetrySignal<Failure>()
    @usableFromInline var listening: AnyCancellable?

    @inlinable
    init(upstream: Upstream, trigger: @escaping @Sendable (AnyPublisher<Failure, Failure>) -> Trigger) {
        self.upstream = upstream
        self.trigger = trigger
    }

    @inlinable
    mutating func next(after ended: Subscribers.Completion<Failure>?) -> RelayStep<Self> {
        switch ended {
        case nil:
            return .follow { [upstream] in $0.connect(upstream) }
        case .finished:
            return .complete(.finished)
        case .failure(let error):
            if listening == nil {
                listening = trigger(errors.eraseToAnyPublisher()).sink(
                    receiveCompletion: { [signal] in signal.end($0) }, receiveValue: { [signal] _ in signal.fire() })
            }
            return .wait { [errors, signal] resume in
                let token = signal.wait(resume)
                errors.send(error)
                return token
            }
        }
    }
}

/// What the trigger of `retry(when:)` says, and who is waiting for it.
@usableFromInline
final class RetrySignal<Failure: Error>: Sendable {
    @usableFromInline typealias Resume = @Sendable (Subscribers.Completion<Failure>?) -> Void

    private struct State: Sendable {
        var waiting: Resume?
        var ending: Subscribers.Completion<Failure>?
    }

    private let state = Locked(State())

    @usableFromInline init() {}

    @usableFromInline
    func wait(_ resume: @escaping Resume) -> any Cancellable {
        let ending = state.withLock { state in
            if state.ending == nil { state.waiting = resume }
            return state.ending
        }
        if let ending { resume(ending) }
        return AnyCancellable { [self] in
            let waiting = state.withLock { $0.waiting.take() }
            withExtendedLifetime(waiting) {}
        }
    }

    @usableFromInline
    func fire() {
        state.withLock { $0.waiting.take() }?(nil)
    }

    @usableFromInline
    func end(_ completion: Subscribers.Completion<Failure>) {
        let waiting = state.withLock { state in
            state.ending = completion
            return state.waiting.take()
        }
        waiting?(completion)
    }
}
