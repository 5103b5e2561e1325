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
        Publishers.Zip(self, other)
    }

    /// Gives what `transform` makes of the values of this publisher and of another, in pairs.
    @inlinable
    public func zip<Other: Publisher, T>(
        _ other: Other, _ transform: @escaping @Sendable (Output, Other.Output) -> T
    ) -> Publishers.Applied<Publishers.Zip<Self, Other>, Publishers.Map<(Output, Other.Output), T, Failure>>
    where Other.Failure == Failure, Other.Output: Sendable {
        zip(other).map { pair in transform(pair.0, pair.1) }
    }

    /// Gives the values of this publisher and of two others, in threes.
    @inlinable
    public func zip<B: Publisher, C: Publisher>(
        _ b: B, _ c: C
    )
        -> Publishers.Applied<
            Publishers.Zip<Publishers.Zip<Self, B>, C>,
            Publishers.Map<((Output, B.Output), C.Output), (Output, B.Output, C.Output), Failure>
        > where B.Failure == Failure, C.Failure == Failure, B.Output: Sendable, C.Output: Sendable
    {
        zip(b).zip(c).map { nest in (nest.0.0, nest.0.1, nest.1) }
    }

    /// Gives what `transform` makes of the values of this publisher and of two others, in threes.
    @inlinable
    public func zip<B: Publisher, C: Publisher, T>(
        _ b: B, _ c: C, _ transform: @escaping @Sendable (Output, B.Output, C.Output) -> T
    )
        -> Publishers.Applied<
            Publishers.Zip<Publishers.Zip<Self, B>, C>, Publishers.Map<((Output, B.Output), C.Output), T, Failure>
        > where B.Failure == Failure, C.Failure == Failure, B.Output: Sendable, C.Output: Sendable
    {
        zip(b).zip(c).map { nest in transform(nest.0.0, nest.0.1, nest.1) }
    }

    /// Gives the values of this publisher and of three others, in fours.
    @inlinable
    public func zip<B: Publisher, C: Publisher, D: Publisher>(
        _ b: B, _ c: C, _ d: D
    )
        -> Publishers.Applied<
            Publishers.Zip<Publishers.Zip<Self, B>, Publishers.Zip<C, D>>,
            Publishers.Map<
                ((Output, B.Output), (C.Output, D.Output)), (Output, B.Output, C.Output, D.Output), Failure
            >
        >
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
            Publishers.Zip<Publishers.Zip<Self, B>, Publishers.Zip<C, D>>,
            Publishers.Map<((Output, B.Output), (C.Output, D.Output)), T, Failure>
        >
    where
        B.Failure == Failure, C.Failure == Failure, D.Failure == Failure,
        B.Output: Sendable, C.Output: Sendable, D.Output: Sendable
    {
        zip(b).zip(c.zip(d)).map { nest in
            transform(nest.0.0, nest.0.1, nest.1.0, nest.1.1)
        }
    }
}

extension Collection where Self: Sendable, Element: Publisher, Element.Output: Sendable {
    /// A publisher of the values of all these publishers in rows: all the first ones, all the second ones. Of none it
    /// finishes at once.
    @inlinable
    public func zip() -> Publishers.ZipMany<Element> { Publishers.ZipMany(Array(self)) }
}

extension Publishers {
    /// The publisher behind `zip(_:)`.
    @frozen
    public struct Zip<A: Publisher, B: Publisher>: Publisher
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
            let machine = ZipMachine(ZipPairs<A.Output, B.Output>(), Failure.self, count: 2)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [a, b] in
                $0.connect(a) { .first($0) }
                $0.connect(b) { .second($0) }
            }
        }
    }

    /// The publisher of the values of any number of publishers of one type, in rows.
    @frozen
    public struct ZipMany<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
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
            let rows = ZipLists<Upstream.Output>(count: publishers.count)
            let machine = ZipMachine(rows, Failure.self, count: publishers.count)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [publishers] junction in
                for publisher in publishers { junction.connect(publisher) { $0 } }
            }
        }
    }
}

extension Publishers.Zip: MainActorPublisher where A: MainActorPublisher, B: MainActorPublisher {}
extension Publishers.ZipMany: MainActorPublisher where Upstream: MainActorPublisher {}
