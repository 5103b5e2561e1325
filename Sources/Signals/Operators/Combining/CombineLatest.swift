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
        Publishers.CombineLatest(self, other)
    }

    /// Gives what `transform` makes of the newest values of this publisher and of another.
    @inlinable
    public func combineLatest<Other: Publisher, T>(
        _ other: Other, _ transform: @escaping @Sendable (Output, Other.Output) -> T
    )
        -> Publishers.Applied<
            Publishers.CombineLatest<Self, Other>, Publishers.Map<(Output, Other.Output), T, Failure>
        > where Other.Failure == Failure, Other.Output: Sendable
    {
        combineLatest(other).map { pair in transform(pair.0, pair.1) }
    }

    /// Gives the newest values of this publisher and of two others whenever one of them gives a value, once all have.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher>(
        _ b: B, _ c: C
    )
        -> Publishers.Applied<
            Publishers.CombineLatest<Publishers.CombineLatest<Self, B>, C>,
            Publishers.Map<((Output, B.Output), C.Output), (Output, B.Output, C.Output), Failure>
        > where B.Failure == Failure, C.Failure == Failure, B.Output: Sendable, C.Output: Sendable
    {
        combineLatest(b).combineLatest(c).map { nest in (nest.0.0, nest.0.1, nest.1) }
    }

    /// Gives what `transform` makes of the newest values of this publisher and of two others.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, T>(
        _ b: B, _ c: C, _ transform: @escaping @Sendable (Output, B.Output, C.Output) -> T
    )
        -> Publishers.Applied<
            Publishers.CombineLatest<Publishers.CombineLatest<Self, B>, C>,
            Publishers.Map<((Output, B.Output), C.Output), T, Failure>
        > where B.Failure == Failure, C.Failure == Failure, B.Output: Sendable, C.Output: Sendable
    {
        combineLatest(b).combineLatest(c).map { nest in
            transform(nest.0.0, nest.0.1, nest.1)
        }
    }

    /// Gives the newest values of this publisher and of three others whenever one of them gives a value, once all have.
    @inlinable
    public func combineLatest<B: Publisher, C: Publisher, D: Publisher>(
        _ b: B, _ c: C, _ d: D
    )
        -> Publishers.Applied<
            Publishers.CombineLatest<Publishers.CombineLatest<Self, B>, Publishers.CombineLatest<C, D>>,
            Publishers.Map<
                ((Output, B.Output), (C.Output, D.Output)), (Output, B.Output, C.Output, D.Output), Failure
            >
        >
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
            Publishers.CombineLatest<Publishers.CombineLatest<Self, B>, Publishers.CombineLatest<C, D>>,
            Publishers.Map<((Output, B.Output), (C.Output, D.Output)), T, Failure>
        >
    where
        B.Failure == Failure, C.Failure == Failure, D.Failure == Failure,
        B.Output: Sendable, C.Output: Sendable, D.Output: Sendable
    {
        combineLatest(b).combineLatest(c.combineLatest(d)).map { nest in
            transform(nest.0.0, nest.0.1, nest.1.0, nest.1.1)
        }
    }
}

extension Collection where Self: Sendable, Element: Publisher, Element.Output: Sendable {
    /// A publisher of the newest values of all these publishers, whenever one of them gives a value, once all have. Of none
    /// it finishes at once.
    @inlinable
    public func combineLatest() -> Publishers.CombineLatestMany<Element> {
        Publishers.CombineLatestMany(Array(self))
    }
}

extension Publishers {
    /// The publisher behind `combineLatest(_:)`.
    @frozen
    public struct CombineLatest<A: Publisher, B: Publisher>: Publisher
    where A.Failure == B.Failure, A.Output: Sendable, B.Output: Sendable {
        public typealias Output = (A.Output, B.Output)
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
            let machine = CombineLatestMachine(LatestPair<A.Output, B.Output>(), Failure.self, count: 2)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [a, b] in
                $0.connect(a) { .first($0) }
                $0.connect(b) { .second($0) }
            }
        }
    }

    /// The publisher of the newest values of any number of publishers of one type.
    @frozen
    public struct CombineLatestMany<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = [Upstream.Output]
        public typealias Failure = Upstream.Failure

        public let publishers: [Upstream]

        @inlinable
        public init(_ publishers: [Upstream]) {
            self.publishers = publishers
        }

        @inlinable public var _home: DeliveryHome? { publishers.commonHome }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let latest = LatestList<Upstream.Output>(count: publishers.count)
            let machine = CombineLatestMachine(latest, Failure.self, count: publishers.count)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [publishers] junction in
                for publisher in publishers { junction.connect(publisher) { $0 } }
            }
        }
    }
}

extension Publishers.CombineLatest: MainActorPublisher where A: MainActorPublisher, B: MainActorPublisher {}
extension Publishers.CombineLatestMany: MainActorPublisher where Upstream: MainActorPublisher {}
