extension Publisher {
    /// Turns each value into a publisher, runs several of them at a time, and gives their values in this one's order.
    ///
    /// ```
    /// input                     --a-b---------|
    /// a → 1 2                   --------1--2|
    /// b → 3                         -3|
    /// flatMapInOrder(max 2)     ----------1--(23)|
    /// ```
    ///
    /// What comes out is what `flatMap(maxPublishers: .max(1))` would give, without waiting for each publisher to end before
    /// the next begins: a parallel map that keeps order. It fails with the first failure, whichever publisher it is of.
    ///
    /// - Demand: Asks upstream for `maxPublishers`, and for another each time that the values of one have all been given. With
    ///   less than unlimited demand each publisher is asked for one value at a time.
    /// - Parameters:
    ///   - maxPublishers: How many publishers may be under way, or have values that wait for their turn.
    ///   - transform: Makes the publisher of a value.
    @inlinable
    public func flatMapInOrder<P: Publisher>(
        maxPublishers: Subscribers.Demand, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMapInOrder<P, Self> where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMapInOrder<P, Self>(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable
    @_disfavoredOverload
    public func flatMapInOrder<P: Publisher>(
        maxPublishers: Subscribers.Demand, _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.FlatMapInOrder<P, Self> where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMapInOrder(upstream: self, maxPublishers: maxPublishers, transform: transform)
    }
}

extension Publishers {
    /// The publisher behind `flatMapInOrder(maxPublishers:_:)`.
    @frozen
    public struct FlatMapInOrder<Inner: Publisher, Upstream: Publisher>: Publisher
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
            precondition(maxPublishers > .none, "flatMapInOrder(maxPublishers:) takes one or more")
            self.upstream = upstream
            self.maxPublishers = maxPublishers
            self.transform = transform
        }

        @inlinable public var _home: DeliveryHome? { upstream.home(with: Inner.self) }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let junction = Junction(
                FlatMapInOrderMachine<Inner>(limit: maxPublishers), home: _home, name: Self.self,
                downstream: subscriber
            ) { inner, port in
                port.connect(inner) { .value($0) }
            }
            junction.start { [upstream, transform] in
                $0.nextPort().connect(upstream, throwing: { (value) throws(Failure) in .inner(try transform(value)) })
            }
        }
    }
}

extension Publishers.FlatMapInOrder: MainActorPublisher
where Upstream: MainActorPublisher, Inner: MainActorPublisher {}

@frozen
@usableFromInline
struct FlatMapInOrderMachine<Inner: Publisher>: Machine {
    @usableFromInline typealias Input = InnerInput<Inner>
    @usableFromInline typealias Output = Inner.Output
    @usableFromInline typealias Failure = Inner.Failure
    @usableFromInline typealias Source = Inner

    /// One of the publishers under way.
    @frozen
    @usableFromInline
    struct Lane {
        @usableFromInline var waiting = Queue<Inner.Output>()
        @usableFromInline var hasFinished = false
        /// Whether it is asked for one value at a time.
        @usableFromInline let isCounted: Bool

        @inlinable
        init(isCounted: Bool) {
            self.isCounted = isCounted
        }
    }

    @usableFromInline let limit: Subscribers.Demand
    @usableFromInline var isOuterOpen = true
    /// The publishers that are not done with, by number. The one with the lowest number is the one whose turn it is.
    @usableFromInline var lanes: [Int: Lane] = [:]
    @usableFromInline var turn = 1

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
            let isCounted = effects.demand != .unlimited
            let id = effects.attach(inner)
            lanes[id] = Lane(isCounted: isCounted)
            effects.request(isCounted ? .max(1) : .unlimited, from: id)
        case .value(let value):
            lanes[id]?.waiting.append(value)
            if id == turn { flush(&effects) }
        }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        if id == 0 { isOuterOpen = false } else { lanes[id]?.hasFinished = true }
        flush(&effects)
    }

    @inlinable
    mutating func fail(_ error: Failure, _ id: Int, _ effects: inout Effects<Self>) {
        // What has been given at once by those that came before it goes before a failure of the outer publisher.
        if id > 0 { effects.complete(.failure(error)) } else { effects.completeLater(.failure(error)) }
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        flush(&effects)
    }

    /// Gives what can be given of the publisher whose turn it is, and of those after it as their turn comes.
    @inlinable
    mutating func flush(_ effects: inout Effects<Self>) {
        while let lane = lanes[turn] {
            while effects.hasDemand, let value = lanes[turn]!.waiting.popFirst() {
                effects.emit(value)
                if lane.isCounted, !lane.hasFinished { effects.request(.max(1), from: turn) }
            }
            guard lane.hasFinished, lanes[turn]!.waiting.isEmpty else { return }
            lanes[turn] = nil
            turn += 1
            if limit != .unlimited { effects.request(.max(1), from: 0) }
        }
        if !isOuterOpen, lanes.isEmpty { effects.complete(.finished) }
    }
}
