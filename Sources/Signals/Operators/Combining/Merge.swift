extension Publisher where Output: Sendable {
    /// Gives the values of this publisher and of another as they come.
    ///
    /// ```
    /// input     --1-----2---|
    /// other     ----a-----b---|
    /// merge     --1-a---2-b---|
    /// ```
    ///
    /// It finishes when both have, and fails with the first failure.
    ///
    /// - Demand: With less than unlimited demand each input is asked for one value at a time.
    @inlinable
    public func merge<Other: Publisher<Output, Failure>>(with other: Other) -> Publishers.Merge<Self, Other> {
        Publishers.Merge(self, other)
    }

    /// Gives the values of this publisher and of two others as they come.
    @inlinable
    public func merge<B: Publisher<Output, Failure>, C: Publisher<Output, Failure>>(
        with b: B, _ c: C
    ) -> Publishers.Merge3<Self, B, C> {
        merge(with: b).merge(with: c)
    }

    /// Gives the values of this publisher and of three others as they come.
    @inlinable
    public func merge<
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>
    >(
        with b: B, _ c: C, _ d: D
    ) -> Publishers.Merge4<Self, B, C, D> {
        merge(with: b).merge(with: c).merge(with: d)
    }
}

extension Collection where Self: Sendable, Element: Publisher, Element.Output: Sendable {
    /// A publisher of the values of all these publishers as they come. Of none it finishes at once.
    @inlinable
    public func merge() -> Publishers.MergeMany<Element> { Publishers.MergeMany(Array(self)) }
}

extension Publishers {
    /// The publisher behind `merge(with:)`.
    public typealias Merge<A: Publisher, B: Publisher> = Joined<Alike<A, B>, Operators.Merge<A.Output, A.Failure>>
    where A.Output == B.Output, A.Failure == B.Failure, A.Output: Sendable

    /// The publisher behind `merge(with:_:)`.
    public typealias Merge3<A: Publisher, B: Publisher, C: Publisher> = Joined<
        Alike<Joined<Alike<A, B>, Operators.Merge<A.Output, A.Failure>>, C>, Operators.Merge<A.Output, A.Failure>
    >
    where A.Output == B.Output, A.Failure == B.Failure, C.Output == A.Output, C.Failure == A.Failure, A.Output: Sendable

    /// The publisher behind `merge(with:_:_:)`.
    public typealias Merge4<A: Publisher, B: Publisher, C: Publisher, D: Publisher> = Joined<
        Alike<
            Joined<
                Alike<Joined<Alike<A, B>, Operators.Merge<A.Output, A.Failure>>, C>,
                Operators.Merge<A.Output, A.Failure>
            >, D
        >, Operators.Merge<A.Output, A.Failure>
    >
    where
        A.Output == B.Output, A.Failure == B.Failure, C.Output == A.Output, C.Failure == A.Failure,
        D.Output == A.Output, D.Failure == A.Failure, A.Output: Sendable

    /// The publisher behind `merge` with four others, whose types are hidden.
    public typealias Merge5<A: Publisher, B, C, D, E> = Joined<
        Many<AnyPublisher<A.Output, A.Failure>>, Operators.Merge<A.Output, A.Failure>
    > where A.Output: Sendable

    /// The publisher behind `merge` with five others, whose types are hidden.
    public typealias Merge6<A: Publisher, B, C, D, E, F> = Joined<
        Many<AnyPublisher<A.Output, A.Failure>>, Operators.Merge<A.Output, A.Failure>
    > where A.Output: Sendable

    /// The publisher behind `merge` with six others, whose types are hidden.
    public typealias Merge7<A: Publisher, B, C, D, E, F, G> = Joined<
        Many<AnyPublisher<A.Output, A.Failure>>, Operators.Merge<A.Output, A.Failure>
    > where A.Output: Sendable

    /// The publisher behind `merge` with seven others, whose types are hidden.
    public typealias Merge8<A: Publisher, B, C, D, E, F, G, H> = Joined<
        Many<AnyPublisher<A.Output, A.Failure>>, Operators.Merge<A.Output, A.Failure>
    > where A.Output: Sendable

    /// The publisher of the values of any number of publishers of one type.
    public typealias MergeMany<Upstream: Publisher> = Joined<
        Many<Upstream>, Operators.Merge<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Publishers.Joined {
    @inlinable
    public init<A: Publisher, B: Publisher>(_ a: A, _ b: B)
    where Group == Publishers.Alike<A, B>, M == Operators.Merge<A.Output, A.Failure> {
        self.init(of: Group(a, b), M())
    }

    @inlinable
    public init<P: Publisher>(_ upstream: [P])
    where Group == Publishers.Many<P>, M == Operators.Merge<P.Output, P.Failure> {
        self.init(of: Group(upstream), M())
    }

    @inlinable
    public init<P: Publisher>(_ upstream: P...)
    where Group == Publishers.Many<P>, M == Operators.Merge<P.Output, P.Failure> {
        self.init(upstream)
    }
}

extension Operators {
    /// The machine behind `merge`.
    @frozen
    public struct Merge<Output: Sendable, Failure: Error>: OperatorMachine {
        @usableFromInline var count = 0
        @usableFromInline var open = 0
        /// Whether each input is asked for one value at a time.
        @usableFromInline var isCounting = false
        /// Values that came before there was demand for them: one from each input at most.
        @usableFromInline var waiting = Queue<(value: Output, id: Int)>()

        @inlinable public init() {}

        @inlinable public static var isAssociative: Bool { true }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start:
                (count, open) = (effects.inputCount, effects.inputCount)
                isCounting = effects.demand != .unlimited
                for id in 0..<count { effects.request(isCounting ? .max(1) : .unlimited, from: id) }
            case .input(let value, let id):
                if effects.hasDemand { emit(value, id, &effects) } else { waiting.append((value, id)) }
            case .demand:
                if isCounting, effects.demand == .unlimited {
                    // A subscriber may ask for everything only after the start. A subject that goes on being asked for
                    // single values would drop what comes before the next request.
                    isCounting = false
                    for id in 0..<count { effects.request(.unlimited, from: id) }
                }
                while effects.hasDemand, let (value, id) = waiting.popFirst() { emit(value, id, &effects) }
                finishIfDone(&effects)
            case .finished:
                open -= 1
                finishIfDone(&effects)
            default: break
            }
        }

        @inlinable
        func emit(_ value: Output, _ id: Int, _ effects: inout Effects<Self>) {
            effects.emit(value)
            if isCounting { effects.request(.max(1), from: id) }
        }

        @inlinable
        func finishIfDone(_ effects: inout Effects<Self>) {
            if open == 0, waiting.isEmpty { effects.complete(.finished) }
        }
    }
}
