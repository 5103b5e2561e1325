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
    @inlinable
    public func switchToLatest() -> Publishers.SwitchToLatest<Output, Self> {
        Publishers.SwitchToLatest(upstream: self)
    }
}

extension Publisher where Output: Publisher, Failure == Never, Output.Output: Sendable {
    /// Gives the values of the newest of the publishers that this one gives, which may fail.
    @inlinable
    @_disfavoredOverload
    public func switchToLatest()
        -> Publishers.SwitchToLatest<
            Output, Publishers.Applied<Self, Publishers.MapError<Output, Never, Output.Failure>>
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
    @inlinable
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Applied<Self, Publishers.Map<Output, P, Failure>>>
    where P.Failure == Failure, P.Output: Sendable {
        map(transform).switchToLatest()
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable
    @_disfavoredOverload
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.SwitchToLatest<P, Publishers.Applied<Self, Publishers.Map<Output, P, Failure>>>
    where P.Failure == Failure, P.Output: Sendable {
        map(transform).switchToLatest()
    }
}

extension Publisher where Failure == Never {
    /// Turns each value into a publisher that may fail, and gives the values of the newest of them.
    @inlinable
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    )
        -> Publishers.SwitchToLatest<
            P,
            Publishers.Applied<
                Publishers.Applied<Self, Publishers.Map<Output, P, Never>>, Publishers.MapError<P, Never, P.Failure>
            >
        >
    where P.Output: Sendable {
        map(transform).setFailureType(to: P.Failure.self).switchToLatest()
    }
}

extension Publishers {
    /// The publisher behind `switchToLatest()` and `flatMapLatest(_:)`.
    @frozen
    public struct SwitchToLatest<Inner: Publisher, Upstream: Publisher>: Publisher
    where Upstream.Output == Inner, Inner.Failure == Upstream.Failure, Inner.Output: Sendable {
        public typealias Output = Inner.Output
        public typealias Failure = Inner.Failure

        public let upstream: Upstream

        @inlinable
        public init(upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable public var _home: DeliveryHome? { upstream.home(with: Inner.self) }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let junction = Junction(
                SwitchToLatestMachine<Inner>(), home: _home, name: Self.self, downstream: subscriber
            ) { inner, port in
                port.connect(inner) { .value($0) }
            }
            junction.start { [upstream] in
                $0.connect(upstream) { .inner($0) }
            }
        }
    }
}

extension Publishers.SwitchToLatest: MainActorPublisher
where Upstream: MainActorPublisher, Inner: MainActorPublisher {}

/// `switchToLatest`. An upstream that gives several publishers at once has them all in the mailbox before the first is
/// subscribed to. So each waits for the echo that its predecessor sent behind what it gave when it was subscribed to.
@frozen
@usableFromInline
struct SwitchToLatestMachine<Inner: Publisher>: Machine {
    @usableFromInline typealias Input = InnerInput<Inner>
    @usableFromInline typealias Output = Inner.Output
    @usableFromInline typealias Failure = Inner.Failure
    @usableFromInline typealias Source = Inner
    @usableFromInline var isOuterOpen = true
    @usableFromInline var current: Int?
    @usableFromInline var isSettling = false
    @usableFromInline var next = Queue<Inner>()
    /// A failure of the outer publisher, which comes behind all those.
    @usableFromInline var failure: Failure?

    @inlinable init() {}

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(.unlimited, from: 0)
    }

    @inlinable
    mutating func receive(_ input: Input, from id: Int, _ effects: inout Effects<Self>) {
        switch input {
        case .inner(let inner):
            if isSettling { next.append(inner) } else { turn(to: inner, &effects) }
        case .value(let value):
            // What the one before has sent meanwhile may still be in the mailbox.
            guard id == current else { return }
            if effects.hasDemand { effects.emit(value) } else { effects.refuse() }
        }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        if id == 0 { isOuterOpen = false } else if id == current { current = nil }
        finishIfDone(&effects)
    }

    @inlinable
    mutating func fail(_ error: Failure, _ id: Int, _ effects: inout Effects<Self>) {
        if id == 0, isSettling { failure = error } else { effects.complete(.failure(error)) }
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        if let current { effects.request(added, from: current) }
    }

    @inlinable
    mutating func echoCame(_ effects: inout Effects<Self>) {
        isSettling = false
        if let inner = next.popFirst() {
            turn(to: inner, &effects)
        } else if let failure {
            effects.complete(.failure(failure))
        } else {
            finishIfDone(&effects)
        }
    }

    @inlinable
    mutating func turn(to inner: Inner, _ effects: inout Effects<Self>) {
        if let current { effects.cancel(current) }
        let id = effects.attach(inner)
        current = id
        effects.request(effects.demand, from: id)
        effects.echo()
        isSettling = true
    }

    @inlinable
    func finishIfDone(_ effects: inout Effects<Self>) {
        if !isOuterOpen, current == nil, next.isEmpty { effects.complete(.finished) }
    }
}
