extension Publisher where Output: Sendable {
    /// Gives each value of this publisher with the newest one of another.
    ///
    /// ```
    /// input           --1-----2--3----|
    /// other           ----a-------b------
    /// withLatestFrom  --------2a-3b---|
    /// ```
    ///
    /// The other is subscribed to first. Values that come before it has given one are left out. It finishes when this
    /// publisher does, and fails with the first failure; where the other finishes, its last value stays.
    ///
    /// - Demand: One for one. The other is asked for everything.
    @inlinable
    public func withLatestFrom<Other: Publisher>(
        _ other: Other
    ) -> Publishers.WithLatestFrom<Self, Other> where Other.Failure == Failure, Other.Output: Sendable {
        Publishers.WithLatestFrom(upstream: self, other: other)
    }

    /// Gives what `transform` makes of each value of this publisher and the newest one of another.
    @inlinable
    public func withLatestFrom<Other: Publisher, T>(
        _ other: Other, _ transform: @escaping @Sendable (Output, Other.Output) -> T
    )
        -> Publishers.Applied<
            Publishers.WithLatestFrom<Self, Other>, Publishers.Map<(Output, Other.Output), T, Failure>
        > where Other.Failure == Failure, Other.Output: Sendable
    {
        withLatestFrom(other).map { pair in transform(pair.0, pair.1) }
    }

    /// Gives each value of this publisher with the newest ones of two others.
    @inlinable
    public func withLatestFrom<B: Publisher, C: Publisher>(
        _ b: B, _ c: C
    )
        -> Publishers.Applied<
            Publishers.WithLatestFrom<Self, Publishers.CombineLatest<B, C>>,
            Publishers.Map<(Output, (B.Output, C.Output)), (Output, B.Output, C.Output), Failure>
        > where B.Failure == Failure, C.Failure == Failure, B.Output: Sendable, C.Output: Sendable
    {
        withLatestFrom(b.combineLatest(c)).map { nest in (nest.0, nest.1.0, nest.1.1) }
    }

    /// Gives each value of this publisher with the newest ones of three others.
    @inlinable
    public func withLatestFrom<B: Publisher, C: Publisher, D: Publisher>(
        _ b: B, _ c: C, _ d: D
    )
        -> Publishers.Applied<
            Publishers.WithLatestFrom<Self, Publishers.CombineLatest<Publishers.CombineLatest<B, C>, D>>,
            Publishers.Map<
                (Output, ((B.Output, C.Output), D.Output)), (Output, B.Output, C.Output, D.Output), Failure
            >
        >
    where
        B.Failure == Failure, C.Failure == Failure, D.Failure == Failure,
        B.Output: Sendable, C.Output: Sendable, D.Output: Sendable
    {
        withLatestFrom(b.combineLatest(c).combineLatest(d)).map { nest in
            (nest.0, nest.1.0.0, nest.1.0.1, nest.1.1)
        }
    }
}

extension Publishers {
    /// The publisher behind `withLatestFrom(_:)`.
    @frozen
    public struct WithLatestFrom<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Failure == Other.Failure, Upstream.Output: Sendable, Other.Output: Sendable {
        public typealias Output = (Upstream.Output, Other.Output)
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        public let other: Other

        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable public var _home: DeliveryHome? { other._home == nil ? nil : upstream._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = WithLatestFromMachine<Upstream.Output, Other.Output, Failure>()
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [upstream, other] in
                $0.connect(other) { .second($0) }
                $0.connect(upstream) { .first($0) }
            }
        }
    }
}

extension Publishers.WithLatestFrom: MainActorPublisher where Upstream: MainActorPublisher, Other: MainActorPublisher {}

@frozen
@usableFromInline
struct WithLatestFromMachine<A, B, Failure: Error>: Machine {
    @usableFromInline typealias Input = Either<A, B>
    @usableFromInline typealias Output = (A, B)
    @usableFromInline var latest: B?

    @inlinable static var other: Int { 0 }
    @inlinable static var upstream: Int { 1 }

    @inlinable init() {}

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(.unlimited, from: Self.other)
        effects.request(effects.demand, from: Self.upstream)
    }

    @inlinable
    mutating func receive(_ input: Input, from id: Int, _ effects: inout Effects<Self>) {
        switch input {
        case .second(let value): latest = value
        case .first(let value):
            guard effects.hasDemand else { return effects.refuse() }
            if let latest {
                effects.emit((value, latest))
            } else {
                effects.request(.max(1), from: Self.upstream)
            }
        }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        if id == Self.upstream { effects.complete(.finished) }
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        effects.request(added, from: Self.upstream)
    }
}
