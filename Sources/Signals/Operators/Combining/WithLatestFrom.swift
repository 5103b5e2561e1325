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
        Publishers.Joined(upstream: self, other: other)
    }

    /// Gives what `transform` makes of each value of this publisher and the newest one of another.
    @inlinable
    public func withLatestFrom<Other: Publisher, T>(
        _ other: Other, _ transform: @escaping @Sendable (Output, Other.Output) -> T
    )
        -> Publishers.Applied<
            Publishers.WithLatestFrom<Self, Other>, Operators.Map<(Output, Other.Output), T, Failure>
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
            Operators.Map<(Output, (B.Output, C.Output)), (Output, B.Output, C.Output), Failure>
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
            Operators.Map<
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
    public typealias WithLatestFrom<Upstream: Publisher, Other: Publisher> = Joined<
        Pair<Upstream, Other>, Operators.WithLatestFrom<Upstream.Output, Other.Output, Upstream.Failure>
    > where Upstream.Failure == Other.Failure, Upstream.Output: Sendable, Other.Output: Sendable
}

extension Publishers.Joined {
    /// The other is subscribed to first, so that a value it has at once is there for upstream's first.
    @inlinable
    public init<A: Publisher, B: Publisher>(upstream: A, other: B)
    where Group == Publishers.Pair<A, B>, M == Operators.WithLatestFrom<A.Output, B.Output, A.Failure> {
        self.init(of: Group(upstream, other, beginWithSecond: true), M())
    }
}

extension Operators {
    /// The machine behind `withLatestFrom(_:)`. Upstream is its first input.
    @frozen
    public struct WithLatestFrom<A: Sendable, B: Sendable, Failure: Error>: OperatorMachine {
        public typealias Output = (A, B)
        @usableFromInline var latest: B?

        @inlinable public init() {}

        @inlinable
        public mutating func handle(_ event: MachineEvent<Either<A, B>, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start:
                effects.request(.unlimited, from: 1)
                effects.request(effects.demand, from: 0)
            case .demand(let added): effects.request(added, from: 0)
            case .input(.second(let value), _): latest = value
            case .input(.first(let value), _): pair(value, &effects)
            case .finished(let id): if id == 0 { effects.complete(.finished) }
            default: break
            }
        }

        @inlinable
        func pair(_ value: A, _ effects: inout Effects<Self>) {
            if !effects.hasDemand {
                effects.refuse()
            } else if let latest {
                effects.emit((value, latest))
            } else {
                effects.request(.max(1), from: 0)
            }
        }
    }
}
