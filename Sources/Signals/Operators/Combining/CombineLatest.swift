extension Publisher where Output: Sendable {
    /// Gives the newest values of this publisher and of another whenever one of them gives a value, once both have.
    ///
    /// ```
    /// input          --1-----2------|
    /// other          ----a-----b------|
    /// combineLatest  ----1a--2a-2b----|
    /// ```
    ///
    /// It finishes when both have, and fails with the first failure.
    ///
    /// - Demand: Asks both for everything. Without demand the newest pair is held.
    @inlinable
    public func combineLatest<Other: Publisher>(
        _ other: Other
    ) -> Publishers.CombineLatest<Self, Other> where Other.Failure == Failure, Other.Output: Sendable {
        Publishers.Joined(self, other)
    }

    /// Gives what `transform` makes of the newest values of this publisher and of another.
    @inlinable
    public func combineLatest<Other: Publisher, T>(
        _ other: Other, _ transform: @escaping @Sendable (Output, Other.Output) -> T
    )
        -> Publishers.Applied<
            Publishers.CombineLatest<Self, Other>, Operators.Map<(Output, Other.Output), T, Failure>
        > where Other.Failure == Failure, Other.Output: Sendable
    {
        combineLatest(other).map { pair in transform(pair.0, pair.1) }
    }

    /// Gives the newest values of this publisher and of two others whenever one of them gives a value, once all have.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher>(
        _ b: B, _ c: C
    ) -> Publishers.CombineLatest3<Self, B, C>
    where B.Failure == Failure, C.Failure == Failure, B.Output: Sendable, C.Output: Sendable {
        combineLatest(b).combineLatest(c).map { nest in (nest.0.0, nest.0.1, nest.1) }
    }

    /// Gives what `transform` makes of the newest values of this publisher and of two others.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, T>(
        _ b: B, _ c: C, _ transform: @escaping @Sendable (Output, B.Output, C.Output) -> T
    )
        -> Publishers.Applied<
            Publishers.CombineLatest3<Self, B, C>, Operators.Map<(Output, B.Output, C.Output), T, Failure>
        > where B.Failure == Failure, C.Failure == Failure, B.Output: Sendable, C.Output: Sendable
    {
        combineLatest(b, c).map { all in transform(all.0, all.1, all.2) }
    }

    /// Gives the newest values of this publisher and of three others whenever one of them gives a value, once all have.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(
        _ b: B, _ c: C, _ d: D
    ) -> Publishers.CombineLatest4<Self, B, C, D>
    where
        B.Failure == Failure, C.Failure == Failure, D.Failure == Failure,
        B.Output: Sendable, C.Output: Sendable, D.Output: Sendable
    {
        combineLatest(b).combineLatest(c.combineLatest(d)).map { nest in
            (nest.0.0, nest.0.1, nest.1.0, nest.1.1)
        }
    }

    /// Gives what `transform` makes of the newest values of this publisher and of three others.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher, T>(
        _ b: B, _ c: C, _ d: D,
        _ transform: @escaping @Sendable (Output, B.Output, C.Output, D.Output) -> T
    )
        -> Publishers.Applied<
            Publishers.CombineLatest4<Self, B, C, D>, Operators.Map<(Output, B.Output, C.Output, D.Output), T, Failure>
        >
    where
        B.Failure == Failure, C.Failure == Failure, D.Failure == Failure,
        B.Output: Sendable, C.Output: Sendable, D.Output: Sendable
    {
        combineLatest(b, c, d).map { all in transform(all.0, all.1, all.2, all.3) }
    }
}

extension Collection where Self: Sendable, Element: Publisher, Element.Output: Sendable {
    /// A publisher of the newest values of all these publishers, whenever one of them gives a value, once all have. Of none
    /// it finishes at once.
    @inlinable
    public func combineLatest() -> Publishers.CombineLatestMany<Element> {
        Publishers.Joined(Array(self))
    }
}

extension Publishers {
    /// The publisher behind `combineLatest(_:)`.
    public typealias CombineLatest<A: Publisher, B: Publisher> = Joined<
        Pair<A, B>, Operators.CombineLatest<Operators.LatestPair<A.Output, B.Output>, A.Failure>
    > where A.Failure == B.Failure, A.Output: Sendable, B.Output: Sendable

    /// The publisher behind `combineLatest` with two others.
    public typealias CombineLatest3<A: Publisher, B: Publisher, C: Publisher> = Applied<
        Joined<
            Pair<Joined<Pair<A, B>, Operators.CombineLatest<Operators.LatestPair<A.Output, B.Output>, A.Failure>>, C>,
            Operators.CombineLatest<Operators.LatestPair<(A.Output, B.Output), C.Output>, A.Failure>
        >,
        Operators.Map<((A.Output, B.Output), C.Output), (A.Output, B.Output, C.Output), A.Failure>
    >
    where
        A.Failure == B.Failure, C.Failure == A.Failure, A.Output: Sendable, B.Output: Sendable, C.Output: Sendable

    /// The publisher behind `combineLatest` with three others.
    public typealias CombineLatest4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> = Applied<
        Joined<
            Pair<
                Joined<Pair<A, B>, Operators.CombineLatest<Operators.LatestPair<A.Output, B.Output>, A.Failure>>,
                Joined<Pair<C, D>, Operators.CombineLatest<Operators.LatestPair<C.Output, D.Output>, A.Failure>>
            >, Operators.CombineLatest<Operators.LatestPair<(A.Output, B.Output), (C.Output, D.Output)>, A.Failure>
        >,
        Operators.Map<((A.Output, B.Output), (C.Output, D.Output)), (A.Output, B.Output, C.Output, D.Output), A.Failure>
    >
    where
        A.Failure == B.Failure, C.Failure == A.Failure, D.Failure == A.Failure, A.Output: Sendable, B.Output: Sendable,
        C.Output: Sendable, D.Output: Sendable

    /// The publisher of the newest values of any number of publishers of one type.
    public typealias CombineLatestMany<Upstream: Publisher> = Joined<
        Many<Upstream>, Operators.CombineLatest<Operators.LatestList<Upstream.Output>, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Publishers.Joined {
    @inlinable
    public init<A: Publisher, B: Publisher>(_ a: A, _ b: B)
    where
        Group == Publishers.Pair<A, B>,
        M == Operators.CombineLatest<Operators.LatestPair<A.Output, B.Output>, A.Failure>
    {
        self.init(of: Group(a, b), M(Operators.LatestPair(), count: 2))
    }

    @inlinable
    public init<P: Publisher>(_ publishers: [P])
    where Group == Publishers.Many<P>, M == Operators.CombineLatest<Operators.LatestList<P.Output>, P.Failure> {
        self.init(of: Group(publishers), M(Operators.LatestList(count: publishers.count), count: publishers.count))
    }
}
