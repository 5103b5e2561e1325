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
        Publishers.RetryWhen<Self, Trigger>(self, trigger) { if case .failure(let error) = $0 { error } else { nil } }
    }

    /// Subscribes to this publisher again, after it failed and another publisher has put that right, `retries` times at most.
    ///
    /// ```
    /// input     --1--#
    /// recovery        ---|
    /// retry     --1-------1--2--|
    /// ```
    ///
    /// The recovery is subscribed to at each failure that `condition` accepts, and a new attempt is made when it has finished. A
    /// failure of the recovery is the stream's. To have all who fail at the same time wait for one and the same, share it:
    ///
    /// ```swift
    /// let refresh = Deferred { Future { try await session.refreshToken() } }.share()
    /// client.orders.retry(1, recoveringWith: { _ in refresh }, if: \.isUnauthorized)
    /// ```
    ///
    /// - Demand: What one attempt leaves open is asked of the next. The recovery is asked for everything.
    /// - Parameters:
    ///   - retries: How many new attempts to make at most.
    ///   - recovery: Makes the recovery of the error.
    ///   - condition: Whether it is worth recovering from this error.
    public func retry<Recovery: Publisher>(
        _ retries: Int = .max, recoveringWith recovery: @escaping @Sendable (Failure) -> Recovery,
        if condition: @escaping @Sendable (Failure) -> Bool = { _ in true }
    ) -> Publishers.RetryWhen<Self, AnyPublisher<Void, Failure>> where Recovery.Failure == Failure {
        retry { errors in
            errors.enumerated().flatMap { (count, error) -> AnyPublisher<Void, Failure> in
                if count >= retries || !condition(error) { return Fail(error: error).eraseToAnyPublisher() }
                return recovery(error).ignoreOutput().map { (never) -> Void in }.append(()).eraseToAnyPublisher()
            }.eraseToAnyPublisher()
        }
    }
}

extension Publisher {
    /// Subscribes to this publisher again, after it finished, when another publisher says so.
    ///
    /// ```
    /// input    --1|
    /// trigger  ---------x--------|
    /// repeat   --1--------1|-----|
    /// ```
    ///
    /// The trigger is made of a publisher that gives a value at each finish, and is subscribed to before the first of them.
    /// Its values matter only while a new round is being waited for; its ending is the stream's. To poll:
    ///
    /// ```swift
    /// status.repeat { rounds in rounds.delay(for: .seconds(10), scheduler: queue) }
    /// ```
    ///
    /// A failure of this publisher ends the stream.
    ///
    /// - Demand: What one round leaves open is asked of the next. The trigger is asked for everything.
    /// - Parameter trigger: Makes the trigger of a publisher of the finishes.
    @inlinable
    public func `repeat`<Trigger: Publisher>(
        when trigger: @escaping @Sendable (AnyPublisher<Void, Failure>) -> Trigger
    ) -> Publishers.RepeatWhen<Self, Trigger> where Trigger.Failure == Failure {
        Publishers.RepeatWhen<Self, Trigger>(self, trigger) { if case .finished = $0 { () } else { nil } }
    }
}

extension Publishers {
    /// The publisher behind `retry(when:)`.
    public typealias RetryWhen<Upstream: Publisher, Trigger: Publisher> = AgainWhen<Upstream, Upstream.Failure, Trigger>
    where Upstream.Failure == Trigger.Failure

    /// The publisher behind `repeat(when:)`.
    public typealias RepeatWhen<Upstream: Publisher, Trigger: Publisher> = AgainWhen<Upstream, Void, Trigger>
    where Upstream.Failure == Trigger.Failure

    /// The publisher behind `retry(when:)` and `repeat(when:)`.
    @frozen
    public struct AgainWhen<Upstream: Publisher, Cue: Sendable, Trigger: Publisher>: Publisher
    where Trigger.Failure == Upstream.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let trigger: @Sendable (AnyPublisher<Cue, Failure>) -> Trigger
        @usableFromInline let cue: @Sendable (Subscribers.Completion<Failure>) -> Cue?

        @inlinable
        init(
            _ upstream: Upstream, _ trigger: @escaping @Sendable (AnyPublisher<Cue, Failure>) -> Trigger,
            cue: @escaping @Sendable (Subscribers.Completion<Failure>) -> Cue?
        ) {
            self.upstream = upstream
            self.trigger = trigger
            self.cue = cue
        }

        @inlinable public var _home: DeliveryHome? { upstream._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            MachineSubscription(
                Operators.AgainWhen<Output, Cue, Failure>(cue: cue), home: upstream._home, downstream: subscriber,
                connect: { [upstream, trigger] cues, inputs in
                    if let cues {
                        inputs.attach(trigger(cues.eraseToAnyPublisher())) { _ in () }
                    } else {
                        inputs.pass(upstream)
                    }
                }
            ).start()
        }
    }
}

extension Publishers.AgainWhen: MainActorPublisher where Upstream: MainActorPublisher {}

extension Operators {
    /// The machine behind `retry(when:)` and `repeat(when:)`. It attaches `nil`, which stands for upstream, or the cues that
    /// the trigger is made of.
    public struct AgainWhen<Output, Cue: Sendable, Failure: Error>: OperatorMachine {
        public typealias Source = PassthroughSubject<Cue, Failure>?
        /// What the trigger is told of an ending, or `nil` where that is the stream's.
        private let cue: @Sendable (Subscribers.Completion<Failure>) -> Cue?
        private var current = 0
        private var trigger: (id: Int, cues: PassthroughSubject<Cue, Failure>)?
        /// What the trigger is to answer.
        private var question: Cue?
        private var ending: Subscribers.Completion<Failure>?

        public static var passesValues: Bool { true }
        public static var takesFailures: Bool { true }

        @usableFromInline
        init(cue: @escaping @Sendable (Subscribers.Completion<Failure>) -> Cue?) { self.cue = cue }

        public mutating func handle(_ event: MachineEvent<Void, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: begin(&effects)
            case .demand(let added): effects.request(added, from: current)
            case .input:
                if question.take() != nil { begin(&effects) }
            case .finished(let id): end(.finished, of: id, &effects)
            case .failed(let error, let id): end(.failure(error), of: id, &effects)
            case .echo: if let question { trigger?.cues.send(question) }
            default: break
            }
        }

        private mutating func begin(_ effects: inout Effects<Self>) {
            current = effects.attach(nil)
            effects.request(effects.demand, from: current)
        }

        private mutating func end(
            _ completion: Subscribers.Completion<Failure>, of id: Int, _ effects: inout Effects<Self>
        ) {
            if id == trigger?.id {
                ending = completion
                if question != nil { effects.complete(completion) }
                return
            }
            guard let cue = cue(completion) else { return effects.complete(completion) }
            if let ending { return effects.complete(ending) }
            if trigger == nil {
                let cues = PassthroughSubject<Cue, Failure>()
                trigger = (effects.attach(cues), cues)
                effects.request(.unlimited, from: trigger!.id)
            }
            question = cue
            // When the trigger has been subscribed to.
            effects.echo()
        }
    }
}
