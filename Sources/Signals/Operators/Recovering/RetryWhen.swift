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
            let machine = Operators.RetryWhen<Output, Failure>()
            MachineSubscription(
                machine, home: upstream._home, downstream: subscriber,
                connect: { [upstream, trigger] errors, inputs in
                    if let errors {
                        inputs.attach(trigger(errors.eraseToAnyPublisher())) { _ in () }
                    } else {
                        inputs.pass(upstream)
                    }
                }
            ).start { _ in }
        }
    }
}

extension Publishers.RetryWhen: MainActorPublisher where Upstream: MainActorPublisher {}

extension Operators {
    /// The machine behind `retry(when:)`. It attaches `nil`, which stands for upstream, or the failures that the trigger is
    /// made of.
    public struct RetryWhen<Output, Failure: Error>: OperatorMachine {
        public typealias Source = PassthroughSubject<Failure, Failure>?
        private var current = 0
        private var trigger: (id: Int, failures: PassthroughSubject<Failure, Failure>)?
        /// The failure that the trigger is to answer.
        private var failure: Failure?
        private var ending: Subscribers.Completion<Failure>?

        public static var passesValues: Bool { true }
        public static var takesFailures: Bool { true }

        @usableFromInline init() {}

        public mutating func handle(_ event: MachineEvent<Void, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: begin(&effects)
            case .demand(let added): effects.request(added, from: current)
            case .input:
                if failure.take() != nil { begin(&effects) }
            case .finished(trigger?.id): end(.finished, &effects)
            case .failed(let error, trigger?.id): end(.failure(error), &effects)
            case .finished: effects.complete(.finished)
            case .failed(let error, _):
                if let ending { return effects.complete(ending) }
                if trigger == nil {
                    let failures = PassthroughSubject<Failure, Failure>()
                    trigger = (effects.attach(failures), failures)
                    effects.request(.unlimited, from: trigger!.id)
                }
                failure = error
                // When the trigger has been subscribed to.
                effects.echo()
            case .echo: if let failure { trigger?.failures.send(failure) }
            case .timer, .timerLost, .delivered: break
            }
        }

        private mutating func begin(_ effects: inout Effects<Self>) {
            current = effects.attach(nil)
            effects.request(effects.demand, from: current)
        }

        private mutating func end(_ completion: Subscribers.Completion<Failure>, _ effects: inout Effects<Self>) {
            ending = completion
            if failure != nil { effects.complete(completion) }
        }
    }
}
