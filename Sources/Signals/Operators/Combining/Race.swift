extension Publisher where Output: Sendable {
    /// Goes on with this publisher or another, whichever gives something first.
    ///
    /// ```
    /// input  ------1--2--|
    /// other  ---a---b--c---|
    /// race   ---a---b--c---|
    /// ```
    ///
    /// An ending counts as something. The one that comes second is cancelled.
    ///
    /// - Demand: Passed on, to both until one has won.
    @inlinable
    public func race<Other: Publisher<Output, Failure>>(with other: Other) -> Publishers.Race<Self, Other> {
        Publishers.Race(self, other)
    }
}

extension Collection where Self: Sendable, Element: Publisher, Element.Output: Sendable {
    /// A publisher of the values of one of these publishers: the one that gives something first. Of none it finishes at
    /// once.
    @inlinable
    public func race() -> Publishers.RaceMany<Element> { Publishers.RaceMany(Array(self)) }
}

extension Publishers {
    /// The publisher behind `race(with:)`.
    @frozen
    public struct Race<A: Publisher, B: Publisher>: Publisher
    where A.Output == B.Output, A.Failure == B.Failure, A.Output: Sendable {
        public typealias Output = A.Output
        public typealias Failure = A.Failure

        public let a: A
        public let b: B

        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable public var _home: DeliveryHome? { b._home == nil ? nil : a._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = RaceMachine<Output, Failure>(count: 2)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [a, b] in
                $0.connect(a) { $0 }
                $0.connect(b) { $0 }
            }
        }
    }

    /// The publisher of the values of whichever of any number of publishers of one type gives something first.
    @frozen
    public struct RaceMany<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let publishers: [Upstream]

        @inlinable
        public init(_ publishers: [Upstream]) {
            self.publishers = publishers
        }

        @inlinable public var _home: DeliveryHome? { publishers.commonHome }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = RaceMachine<Output, Failure>(count: publishers.count)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [publishers] junction in
                for publisher in publishers { junction.connect(publisher) { $0 } }
            }
        }
    }
}

extension Publishers.Race: MainActorPublisher where A: MainActorPublisher, B: MainActorPublisher {}
extension Publishers.RaceMany: MainActorPublisher where Upstream: MainActorPublisher {}

@frozen
@usableFromInline
struct RaceMachine<Value, Failure: Error>: Machine {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = Value
    @usableFromInline let count: Int
    @usableFromInline var winner: Int?

    @inlinable
    init(count: Int) {
        self.count = count
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        if count == 0 { return effects.complete(.finished) }
        demandGrew(by: effects.demand, &effects)
    }

    @inlinable
    mutating func receive(_ value: Value, from id: Int, _ effects: inout Effects<Self>) {
        decide(for: id, &effects)
        guard winner == id else { return }
        if effects.hasDemand { effects.emit(value) } else { effects.refuse() }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        decide(for: id, &effects)
        if winner == id { effects.complete(.finished) }
    }

    @inlinable
    mutating func fail(_ error: Failure, _ id: Int, _ effects: inout Effects<Self>) {
        decide(for: id, &effects)
        if winner == id { effects.complete(.failure(error)) }
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        if let winner { return effects.request(added, from: winner) }
        for id in 0..<count { effects.request(added, from: id) }
    }

    /// Makes `id` the winner if there is none yet. What the others have sent meanwhile is still in the mailbox.
    @inlinable
    mutating func decide(for id: Int, _ effects: inout Effects<Self>) {
        if winner != nil { return }
        winner = id
        for loser in 0..<count where loser != id { effects.cancel(loser) }
    }
}
