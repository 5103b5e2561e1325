extension Publisher where Output: Sendable {
    /// Gives the values of this publisher and of another in pairs: the first with the first, the second with the second.
    ///
    /// ```
    /// input  --1--2--3-------|
    /// other  ----a------b-|
    /// zip    ----1a-----2b|
    /// ```
    ///
    /// It finishes as soon as one that has finished has no value left that waits for its partner, and fails with the first
    /// failure.
    ///
    /// - Demand: Each is asked for as much as the subscriber asks for. What comes early is kept.
    @inlinable
    public func zip<Other: Publisher>(
        _ other: Other
    ) -> Publishers.Zip<Self, Other> where Other.Failure == Failure, Other.Output: Sendable {
        Publishers.Joined(self, other)
    }

    /// Gives what `transform` makes of the values of this publisher and of another, in pairs.
    @inlinable
    public func zip<Other: Publisher, T>(
        _ other: Other, _ transform: @escaping @Sendable (Output, Other.Output) -> T
    ) -> Publishers.Applied<Publishers.Zip<Self, Other>, Operators.Map<(Output, Other.Output), T, Failure>>
    where Other.Failure == Failure, Other.Output: Sendable {
        zip(other).map { pair in transform(pair.0, pair.1) }
    }

    /// Gives the values of this publisher and of two others, in threes.
    @inlinable
    public func zip<B: Publisher, C: Publisher>(
        _ b: B, _ c: C
    ) -> Publishers.Zip3<Self, B, C>
    where B.Failure == Failure, C.Failure == Failure, B.Output: Sendable, C.Output: Sendable {
        zip(b).zip(c).map { nest in (nest.0.0, nest.0.1, nest.1) }
    }

    /// Gives what `transform` makes of the values of this publisher and of two others, in threes.
    @inlinable
    public func zip<B: Publisher, C: Publisher, T>(
        _ b: B, _ c: C, _ transform: @escaping @Sendable (Output, B.Output, C.Output) -> T
    )
        -> Publishers.Applied<Publishers.Zip3<Self, B, C>, Operators.Map<(Output, B.Output, C.Output), T, Failure>>
    where B.Failure == Failure, C.Failure == Failure, B.Output: Sendable, C.Output: Sendable {
        zip(b, c).map { all in transform(all.0, all.1, all.2) }
    }

    /// Gives the values of this publisher and of three others, in fours.
    @inlinable
    public func zip<B: Publisher, C: Publisher, D: Publisher>(
        _ b: B, _ c: C, _ d: D
    ) -> Publishers.Zip4<Self, B, C, D>
    where
        B.Failure == Failure, C.Failure == Failure, D.Failure == Failure,
        B.Output: Sendable, C.Output: Sendable, D.Output: Sendable
    {
        zip(b).zip(c.zip(d)).map { nest in (nest.0.0, nest.0.1, nest.1.0, nest.1.1) }
    }

    /// Gives what `transform` makes of the values of this publisher and of three others, in fours.
    @inlinable
    public func zip<B: Publisher, C: Publisher, D: Publisher, T>(
        _ b: B, _ c: C, _ d: D,
        _ transform: @escaping @Sendable (Output, B.Output, C.Output, D.Output) -> T
    )
        -> Publishers.Applied<
            Publishers.Zip4<Self, B, C, D>, Operators.Map<(Output, B.Output, C.Output, D.Output), T, Failure>
        >
    where
        B.Failure == Failure, C.Failure == Failure, D.Failure == Failure,
        B.Output: Sendable, C.Output: Sendable, D.Output: Sendable
    {
        zip(b, c, d).map { all in transform(all.0, all.1, all.2, all.3) }
    }
}

extension Collection where Self: Sendable, Element: Publisher, Element.Output: Sendable {
    /// A publisher of the values of all these publishers in rows: all the first ones, all the second ones. Of none it
    /// finishes at once.
    @inlinable
    public func zip() -> Publishers.ZipMany<Element> { Publishers.Joined(Array(self)) }
}

extension Publishers {
    /// The publisher behind `zip(_:)`.
    public typealias Zip<A: Publisher, B: Publisher> = Joined<
        Pair<A, B>, Operators.Zip<Operators.ZipPairs<A.Output, B.Output>, A.Failure>
    > where A.Failure == B.Failure, A.Output: Sendable, B.Output: Sendable

    /// The publisher behind `zip` with two others.
    public typealias Zip3<A: Publisher, B: Publisher, C: Publisher> = Applied<
        Joined<
            Pair<Joined<Pair<A, B>, Operators.Zip<Operators.ZipPairs<A.Output, B.Output>, A.Failure>>, C>,
            Operators.Zip<Operators.ZipPairs<(A.Output, B.Output), C.Output>, A.Failure>
        >,
        Operators.Map<((A.Output, B.Output), C.Output), (A.Output, B.Output, C.Output), A.Failure>
    >
    where
        A.Failure == B.Failure, C.Failure == A.Failure, A.Output: Sendable, B.Output: Sendable, C.Output: Sendable

    /// The publisher behind `zip` with three others.
    public typealias Zip4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> = Applied<
        Joined<
            Pair<
                Joined<Pair<A, B>, Operators.Zip<Operators.ZipPairs<A.Output, B.Output>, A.Failure>>,
                Joined<Pair<C, D>, Operators.Zip<Operators.ZipPairs<C.Output, D.Output>, A.Failure>>
            >, Operators.Zip<Operators.ZipPairs<(A.Output, B.Output), (C.Output, D.Output)>, A.Failure>
        >,
        Operators.Map<((A.Output, B.Output), (C.Output, D.Output)), (A.Output, B.Output, C.Output, D.Output), A.Failure>
    >
    where
        A.Failure == B.Failure, C.Failure == A.Failure, D.Failure == A.Failure, A.Output: Sendable, B.Output: Sendable,
        C.Output: Sendable, D.Output: Sendable

    /// The publisher of the values of any number of publishers of one type, in rows.
    public typealias ZipMany<Upstream: Publisher> = Joined<
        Many<Upstream>, Operators.Zip<Operators.ZipLists<Upstream.Output>, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Publishers.Joined {
    @inlinable
    public init<A: Publisher, B: Publisher>(_ a: A, _ b: B)
    where
        Group == Publishers.Pair<A, B>, M == Operators.Zip<Operators.ZipPairs<A.Output, B.Output>, A.Failure>
    {
        self.init(of: Group(a, b), M(Operators.ZipPairs(), count: 2))
    }

    @inlinable
    public init<P: Publisher>(_ publishers: [P])
    where Group == Publishers.Many<P>, M == Operators.Zip<Operators.ZipLists<P.Output>, P.Failure> {
        self.init(of: Group(publishers), M(Operators.ZipLists(count: publishers.count), count: publishers.count))
    }
}
