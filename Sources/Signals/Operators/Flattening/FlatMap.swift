extension Publisher {
    /// Turns each value into a publisher, and gives the values of all of them as they come.
    ///
    /// ```
    /// input     --a-----b-------|
    /// a → 1 2   --1-2|
    /// b → 3 4           3---4|
    /// flatMap   --1-2---3---4---|
    /// ```
    ///
    /// It finishes when this publisher and all of those have, and fails with the first failure. What a publisher gives as
    /// soon as it is subscribed to comes before a failure of this one.
    ///
    /// - Demand: Asks upstream for `maxPublishers`, and for another each time that one of them has finished. With less than
    ///   unlimited demand each is asked for one value at a time.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMap<P, Self>(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable
    @_disfavoredOverload
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMap(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publisher where Failure == Never {
    /// Turns each value into a publisher that may fail, and gives the values of all of them as they come.
    @inlinable
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.Applied<Self, Publishers.MapError<Output, Never, P.Failure>>>
    where P.Output: Sendable {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }
}

extension Publisher {
    /// Turns each value into a publisher that cannot fail, and gives the values of all of them as they come.
    @inlinable
    @_disfavoredOverload
    public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.Applied<P, Publishers.MapError<P.Output, Never, Failure>>, Self>
    where P.Failure == Never, P.Output: Sendable {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publishers {
    /// The publisher behind `flatMap(maxPublishers:_:)`.
    @frozen
    public struct FlatMap<Inner: Publisher, Upstream: Publisher>: Publisher
    where Inner.Failure == Upstream.Failure, Inner.Output: Sendable {
        public typealias Output = Inner.Output
        public typealias Failure = Inner.Failure

        public let upstream: Upstream
        public let maxPublishers: Subscribers.Demand
        @usableFromInline let transform: @Sendable (Upstream.Output) throws(Failure) -> Inner

        @inlinable
        init(
            upstream: Upstream, maxPublishers: Subscribers.Demand,
            transform: @escaping @Sendable (Upstream.Output) throws(Failure) -> Inner
        ) {
            precondition(maxPublishers > .none, "flatMap(maxPublishers:) takes one or more")
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        @inlinable public var _home: DeliveryHome? { upstream.home(with: Inner.self) }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let junction = Junction(
                FlatMapMachine<Inner>(limit: maxPublishers), home: _home, name: Self.self, downstream: subscriber
            ) { inner, port in
                port.connect(inner) { .value($0) }
            }
            junction.start { [upstream, transform] in
                $0.nextPort().connect(upstream, throwing: { (value) throws(Failure) in .inner(try transform(value)) })
            }
        }
    }
}

extension Publishers.FlatMap: MainActorPublisher where Upstream: MainActorPublisher, Inner: MainActorPublisher {}

@frozen
@usableFromInline
struct FlatMapMachine<Inner: Publisher>: Machine {
    @usableFromInline typealias Input = InnerInput<Inner>
    @usableFromInline typealias Output = Inner.Output
    @usableFromInline typealias Failure = Inner.Failure
    @usableFromInline typealias Source = Inner
    @usableFromInline let limit: Subscribers.Demand
    @usableFromInline var isOuterOpen = true
    @usableFromInline var live = 0
    /// The last of the inner publishers that are asked for one value at a time.
    @usableFromInline var lastCounted = 0
    @usableFromInline var waiting = Queue<(Inner.Output, Int)>()

    @inlinable
    init(limit: Subscribers.Demand) {
        self.limit = limit
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(limit, from: 0)
    }

    @inlinable
    mutating func receive(_ input: Input, from id: Int, _ effects: inout Effects<Self>) {
        switch input {
        case .inner(let inner):
            live += 1
            let id = effects.attach(inner)
            if effects.demand != .unlimited { lastCounted = id }
            effects.request(effects.demand == .unlimited ? .unlimited : .max(1), from: id)
        case .value(let value):
            if effects.hasDemand { emit(value, id, &effects) } else { waiting.append((value, id)) }
        }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        if id == 0 {
            isOuterOpen = false
        } else {
            live -= 1
            if limit != .unlimited { effects.request(.max(1), from: 0) }
        }
        finishIfDone(&effects)
    }

    @inlinable
    mutating func fail(_ error: Failure, _ id: Int, _ effects: inout Effects<Self>) {
        // What has been given at once by those that came before it goes before a failure of the outer publisher.
        if id > 0 { effects.complete(.failure(error)) } else { effects.completeLater(.failure(error)) }
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        if lastCounted > 0, effects.demand == .unlimited {
            // Those that have ended meanwhile are asked in vain, once.
            for id in 1...lastCounted { effects.request(.unlimited, from: id) }
            lastCounted = 0
        }
        while effects.hasDemand, let (value, id) = waiting.popFirst() { emit(value, id, &effects) }
        finishIfDone(&effects)
    }

    @inlinable
    func emit(_ value: Inner.Output, _ id: Int, _ effects: inout Effects<Self>) {
        effects.emit(value)
        if id <= lastCounted { effects.request(.max(1), from: id) }
    }

    @inlinable
    func finishIfDone(_ effects: inout Effects<Self>) {
        if !isOuterOpen, live == 0, waiting.isEmpty { effects.complete(.finished) }
    }
}

/// What a machine of publishers of publishers is told: a new one, or a value of one.
@frozen
@usableFromInline
enum InnerInput<Inner: Publisher> {
    case inner(Inner)
    case value(Inner.Output)
}
