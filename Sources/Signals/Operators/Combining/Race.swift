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
        Publishers.Joined(self, other)
    }
}

extension Collection where Self: Sendable, Element: Publisher, Element.Output: Sendable {
    /// A publisher of the values of one of these publishers: the one that gives something first. Of none it finishes at
    /// once.
    @inlinable
    public func race() -> Publishers.RaceMany<Element> { Publishers.Joined(Array(self)) }
}

extension Publishers {
    /// The publisher behind `race(with:)`.
    public typealias Race<A: Publisher, B: Publisher> = Joined<Alike<A, B>, Operators.Race<A.Output, A.Failure>>
    where A.Output == B.Output, A.Failure == B.Failure, A.Output: Sendable

    /// The publisher of the first of any number of publishers that gives anything.
    public typealias RaceMany<Upstream: Publisher> = Joined<
        Many<Upstream>, Operators.Race<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Publishers.Joined {
    @inlinable
    public init<A: Publisher, B: Publisher>(_ a: A, _ b: B)
    where Group == Publishers.Alike<A, B>, M == Operators.Race<A.Output, A.Failure> {
        self.init(of: Group(a, b), M(count: 2))
    }

    @inlinable
    public init<P: Publisher>(_ publishers: [P])
    where Group == Publishers.Many<P>, M == Operators.Race<P.Output, P.Failure> {
        self.init(of: Group(publishers), M(count: publishers.count))
    }
}

extension Operators {
    /// The machine behind `race`. The first event decides.
    @frozen
    public struct Race<Output: Sendable, Failure: Error>: OperatorMachine {
        @usableFromInline let count: Int
        @usableFromInline var winner: Int?

        @inlinable public static var takesFailures: Bool { true }

        @inlinable
        public init(count: Int) { self.count = count }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: request(effects.demand, &effects)
            case .demand(let added): request(added, &effects)
            case .input(let value, let id):
                guard wins(id, &effects) else { return }
                if effects.hasDemand { effects.emit(value) } else { effects.refuse() }
            case .finished(let id): if wins(id, &effects) { effects.complete(.finished) }
            case .failed(let error, let id): if wins(id, &effects) { effects.complete(.failure(error)) }
            case .timer, .timerLost, .echo, .delivered: break
            }
        }

        @inlinable
        func request(_ demand: Subscribers.Demand, _ effects: inout Effects<Self>) {
            if let winner { return effects.request(demand, from: winner) }
            for id in 0..<count { effects.request(demand, from: id) }
        }

        @inlinable
        mutating func wins(_ id: Int, _ effects: inout Effects<Self>) -> Bool {
            if let winner { return winner == id }
            winner = id
            for loser in 0..<count where loser != id { effects.cancel(loser) }
            return true
        }
    }
}
