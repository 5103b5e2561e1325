extension Publisher where Output: Publisher, Output.Failure == Failure, Output.Output: Sendable {
    /// Gives the values of the newest of the publishers that this one gives.
    ///
    /// ```
    /// input           --a------b--------|
    /// a               --1--2--3--4|
    /// b                        --5--6|
    /// switchToLatest  ----1--2---5--6---|
    /// ```
    ///
    /// When a new one comes, the one before is cancelled. It finishes when this publisher and the newest have, and fails
    /// with the first failure. What a publisher gives as soon as it is subscribed to, it gives before the next one comes.
    ///
    /// - Demand: Asks upstream for everything. What one publisher leaves open is asked of the next.
    @inlinable public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest<Output, Self>(self, Operators.SwitchToLatest()) { $0 }
    }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Output: Sendable {
    /// Gives the values of the newest of the publishers that this one gives, which may fail.
    @inlinable @_disfavoredOverload public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.Applied<Self, Operators.MapError<Output, Never, Output.Failure>>
        >
    {
        setFailureType(to: Output.Failure.self).switchToLatest()
    }
}

extension Publisher {
    /// Turns each value into a publisher, and gives the values of the newest of them.
    ///
    /// ```
    /// input          --a------b--------|
    /// a              --1--2--3--4|
    /// b                       --5--6|
    /// flatMapLatest  ----1--2---5--6---|
    /// ```
    ///
    /// It is `map` and `switchToLatest` in one.
    ///
    /// - Demand: Asks upstream for everything. What one publisher leaves open is asked of the next.
    @inlinable public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMapLatest<P, Self>
    where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMapLatest<P, Self>(self, Operators.SwitchToLatest(), transform: transform)
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.FlatMapLatest<P, Self>
    where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMapLatest<P, Self>(self, Operators.SwitchToLatest(), transform: transform)
    }
}

extension Publisher {
    /// Turns each value into a publisher, gives the values of the newest of them, and may end together with this publisher.
    ///
    /// ```
    /// input                                --a------b---|
    /// a                                    --1--2--3--4|
    /// b                                             --5--6|
    /// flatMapLatest(endingWithOuter: true) ----1--2---5-|
    /// ```
    ///
    /// - Demand: Asks upstream for everything. What one publisher leaves open is asked of the next.
    /// - Parameters:
    ///   - endsWithOuter: Whether the end of this publisher is the end of the stream. The newest publisher is cancelled then,
    ///     behind what it gives as soon as it is subscribed to.
    ///   - transform: Makes the publisher of a value.
    @inlinable public func flatMapLatest<P: Publisher>(
        endingWithOuter endsWithOuter: Bool, _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.FlatMapLatest<P, Self> where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMapLatest<P, Self>(
            self, Operators.SwitchToLatest(endsWithOuter: endsWithOuter), transform: transform)
    }
}

extension Publisher where Failure == Never {
    /// Turns each value into a publisher that may fail, and gives the values of the newest of them.
    @inlinable @_disfavoredOverload public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMapLatest<P, Publishers.Applied<Self, Operators.MapError<Output, Never, P.Failure>>>
    where P.Output: Sendable {
        setFailureType(to: P.Failure.self).flatMapLatest(transform)
    }
}

extension Publishers {
    /// The publisher behind `switchToLatest()`.
    public typealias SwitchToLatest<P: Publisher, Upstream: Publisher> = Flattened<
        P, Upstream, Operators.SwitchToLatest<P>
    > where Upstream.Output == P, P.Failure == Upstream.Failure, P.Output: Sendable

    /// The publisher behind `flatMapLatest(_:)`.
    public typealias FlatMapLatest<NewPublisher: Publisher, Upstream: Publisher> = Flattened<
        NewPublisher, Upstream, Operators.SwitchToLatest<NewPublisher>
    > where NewPublisher.Failure == Upstream.Failure, NewPublisher.Output: Sendable
}

extension Operators {
    /// The machine behind `switchToLatest()`, `flatMapLatest(_:)` and `mapLatest(on:_:)`.
    ///
    /// An upstream that gives several publishers at once has them all in the mailbox before the first is subscribed to. So
    /// each waits for the echo that its predecessor sent behind what it gave when it was subscribed to:
    ///
    /// ```
    /// told      inner a     inner b   1 (of a)   echo          2 (of b)   echo
    /// done      attach a    –         emit 1     cancel a      emit 2     –
    ///           echo                             attach b, echo
    /// ```
    @frozen public struct SwitchToLatest<Inner: Publisher>: OperatorMachine where Inner.Output: Sendable {
        public typealias Output = Inner.Output
        public typealias Source = Inner
        @usableFromInline let endsWithOuter: Bool
        @usableFromInline var isOuterOpen = true
        @usableFromInline var current: Int?
        /// Whether what the current one gives at once has not all been told yet.
        @usableFromInline var isSettling = false
        @usableFromInline var next = Queue<Inner>()
        /// A failure of the outer publisher, which comes behind all those.
        @usableFromInline var failure: Inner.Failure?

        @inlinable public static var takesFailures: Bool { true }

        @inlinable public init(endsWithOuter: Bool = false) { self.endsWithOuter = endsWithOuter }

        @inlinable public mutating func handle(
            _ event: MachineEvent<InnerInput<Inner>, Inner.Failure>, _ effects: inout Effects<Self>
        ) {
            switch event {
            case .start: effects.request(.unlimited, from: 0)
            case .demand(let added): if let current { effects.request(added, from: current) }
            case .input(.inner(let inner), _):
                if isSettling { next.append(inner) } else { turn(to: inner, &effects) }
            case .input(.value(let value), let id):
                // What the one before has sent meanwhile may still be in the mailbox.
                guard id == current else { return }
                if effects.hasDemand { effects.emit(value) } else { effects.refuse() }
            case .finished(let id):
                if id == 0 { isOuterOpen = false } else if id == current { current = nil }
                finishIfDone(&effects)
            case .failed(let error, let id):
                if id == 0, isSettling { failure = error } else { effects.complete(.failure(error)) }
            case .echo: settle(&effects)
            case .timer, .timerLost, .delivered: break
            }
        }

        @inlinable mutating func turn(to inner: Inner, _ effects: inout Effects<Self>) {
            if let current { effects.cancel(current) }
            let id = effects.attach(inner)
            current = id
            effects.request(effects.demand, from: id)
            effects.echo()
            isSettling = true
        }

        @inlinable mutating func settle(_ effects: inout Effects<Self>) {
            isSettling = false
            if let inner = next.popFirst() { return turn(to: inner, &effects) }
            if let failure { return effects.complete(.failure(failure)) }
            finishIfDone(&effects)
        }

        @inlinable func finishIfDone(_ effects: inout Effects<Self>) {
            guard !isOuterOpen, next.isEmpty else { return }
            if current == nil || (endsWithOuter && !isSettling) { effects.complete(.finished) }
        }
    }
}
