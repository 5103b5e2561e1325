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
    ) -> Publishers.Merge<Publishers.Merge<Self, B>, C> {
        merge(with: b).merge(with: c)
    }

    /// Gives the values of this publisher and of three others as they come.
    @inlinable
    public func merge<
        B: Publisher<Output, Failure>, C: Publisher<Output, Failure>, D: Publisher<Output, Failure>
    >(
        with b: B, _ c: C, _ d: D
    ) -> Publishers.Merge<Publishers.Merge<Publishers.Merge<Self, B>, C>, D> {
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
    @frozen
    public struct Merge<A: Publisher, B: Publisher>: Publisher
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
            let machine = MergeMachine<Output, Failure>(count: 2)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [a, b] in
                $0.connect(a) { $0 }
                $0.connect(b) { $0 }
            }
        }
    }

    /// The publisher of the values of any number of publishers of one type.
    @frozen
    public struct MergeMany<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
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
            let machine = MergeMachine<Output, Failure>(count: publishers.count)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [publishers] junction in
                for publisher in publishers { junction.connect(publisher) { $0 } }
            }
        }
    }
}

extension Publishers.Merge: MainActorPublisher where A: MainActorPublisher, B: MainActorPublisher {}
extension Publishers.MergeMany: MainActorPublisher where Upstream: MainActorPublisher {}

@frozen
@usableFromInline
struct MergeMachine<Value, Failure: Error>: Machine {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = Value
    @usableFromInline let count: Int
    @usableFromInline var open: Int
    /// Whether each input is asked for one value at a time.
    @usableFromInline var isCounting = false
    /// Values that came before there was demand for them: one from each input at most.
    @usableFromInline var waiting = Queue<(Value, Int)>()

    @inlinable
    init(count: Int) {
        self.count = count
        open = count
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        if count == 0 { return effects.complete(.finished) }
        isCounting = effects.demand != .unlimited
        for id in 0..<count { effects.request(isCounting ? .max(1) : .unlimited, from: id) }
    }

    @inlinable
    mutating func receive(_ value: Value, from id: Int, _ effects: inout Effects<Self>) {
        if effects.hasDemand { emit(value, id, &effects) } else { waiting.append((value, id)) }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        open -= 1
        finishIfDone(&effects)
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        if isCounting, effects.demand == .unlimited {
            // A subscriber may ask for everything only after the start. A subject that goes on being asked for single
            // values would drop what comes before the next request.
            isCounting = false
            for id in 0..<count { effects.request(.unlimited, from: id) }
        }
        while effects.hasDemand, let (value, id) = waiting.popFirst() { emit(value, id, &effects) }
        finishIfDone(&effects)
    }

    @inlinable
    func emit(_ value: Value, _ id: Int, _ effects: inout Effects<Self>) {
        effects.emit(value)
        if isCounting { effects.request(.max(1), from: id) }
    }

    @inlinable
    func finishIfDone(_ effects: inout Effects<Self>) {
        if open == 0, waiting.isEmpty { effects.complete(.finished) }
    }
}
