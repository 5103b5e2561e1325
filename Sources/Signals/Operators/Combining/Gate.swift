extension Publisher where Output: Sendable {
    /// Keeps values while the newest of another publisher is `true`, and gives them when that is over: pause and resume.
    ///
    /// ```
    /// input                 --1--2--3-----4--|
    /// paused                ----t-------f-----
    /// buffer(while: paused) --1---------(2,3)-4--|
    /// ```
    ///
    /// It is not paused before the other publisher has said so, nor after that has finished. An ending of this publisher
    /// waits behind the values that are kept; a failure of the other does not. The other is subscribed to first.
    ///
    /// - Demand: One for one, paused or not: so what is kept is never more than what has been asked for. The other is asked
    ///   for everything.
    @inlinable
    public func buffer<Gate: Publisher<Bool, Failure>>(while gate: Gate) -> Publishers.Gated<Self, Gate> {
        Publishers.Joined(Publishers.Pair(self, gate, beginWithSecond: true), Operators.Gate(keeping: .everything))
    }

    /// Keeps one value while the newest of another publisher is `true`, and gives it when that is over.
    ///
    /// ```
    /// input                 --1--2--3-----4--|
    /// busy                  ----t-------f-----
    /// throttle(while: busy) --1---------3-4--|
    /// ```
    ///
    /// Everything passes before the other publisher has said `true`, and after it has finished. An ending of this publisher
    /// waits behind the value that is kept; a failure of the other does not. The other is subscribed to first.
    ///
    /// - Demand: Asks both for everything. Without demand the value is held as if the other were `true`.
    /// - Parameters:
    ///   - gate: Whether to hold values back.
    ///   - latest: Whether the newest value is kept; else it is the first.
    @inlinable
    public func throttle<Gate: Publisher<Bool, Failure>>(
        while gate: Gate, latest: Bool = true
    ) -> Publishers.Gated<Self, Gate> {
        Publishers.Joined(
            Publishers.Pair(self, gate, beginWithSecond: true), Operators.Gate(keeping: latest ? .newest : .oldest))
    }

    /// Keeps all values until another publisher gives one, and passes them on from then on.
    ///
    /// ```
    /// input                --1--2--3--4--|
    /// signal               -------x--
    /// delay(until: signal) -------(1,2)-3--4--|
    /// ```
    ///
    /// A signal that finishes lets the values pass too. The signal is subscribed to first, and cancelled when it has given
    /// its value; a failure before that fails the stream at once.
    ///
    /// - Demand: One for one: so what is kept is never more than what has been asked for. The signal is asked for one value.
    @inlinable
    public func delay<Signal: Publisher>(
        until signal: Signal
    ) -> Publishers.Gated<Self, Publishers.Applied<Signal, Operators.Map<Signal.Output, Bool, Failure>>>
    where Signal.Failure == Failure {
        Publishers.Joined(
            Publishers.Pair(self, signal.map { _ in false }, beginWithSecond: true),
            Operators.Gate(keeping: .everything, untilFirst: true))
    }
}

extension Publishers {
    /// The publisher behind `buffer(while:)`, `throttle(while:latest:)` and `delay(until:)`.
    public typealias Gated<Upstream: Publisher, Gate: Publisher> = Joined<
        Pair<Upstream, Gate>, Operators.Gate<Upstream.Output, Upstream.Failure>
    > where Upstream.Failure == Gate.Failure, Gate.Output == Bool, Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `buffer(while:)`, `throttle(while:latest:)` and `delay(until:)`. The gate, its second input, is
    /// closed while its newest value is `true`.
    @frozen
    public struct Gate<Output: Sendable, Failure: Error>: OperatorMachine {
        /// What is kept while the gate is closed.
        @frozen public enum Keeping: Hashable, Sendable { case everything, newest, oldest }

        @usableFromInline let keeping: Keeping
        /// Whether the gate is closed to begin with, and asked for one value.
        @usableFromInline let untilFirst: Bool
        @usableFromInline var isClosed: Bool
        @usableFromInline var waiting = Queue<Output>()
        @usableFromInline var ending: Subscribers.Completion<Failure>?

        @inlinable public static var takesFailures: Bool { true }

        @inlinable
        public init(keeping: Keeping, untilFirst: Bool = false) {
            self.keeping = keeping
            self.untilFirst = untilFirst
            isClosed = untilFirst
        }

        @inlinable
        public mutating func handle(
            _ event: MachineEvent<Either<Output, Bool>, Failure>, _ effects: inout Effects<Self>
        ) {
            switch event {
            case .start:
                effects.request(untilFirst ? .max(1) : .unlimited, from: 1)
                effects.request(keeping == .everything ? effects.demand : .unlimited, from: 0)
            case .demand(let added): if keeping == .everything { effects.request(added, from: 0) }
            case .input(.first(let value), _): keep(value, &effects)
            case .input(.second(let closes), let id):
                isClosed = closes
                if untilFirst { effects.cancel(id) }
            case .finished(0): ending = .finished
            case .finished: isClosed = false
            case .failed(let error, 0): ending = .failure(error)
            case .failed(let error, _): return effects.complete(.failure(error))
            default: break
            }
            while !isClosed, effects.hasDemand, let value = waiting.popFirst() { effects.emit(value) }
            if waiting.isEmpty, let ending { effects.complete(ending) }
        }

        @inlinable
        mutating func keep(_ value: Output, _ effects: inout Effects<Self>) {
            if keeping == .everything {
                guard effects.demand > waiting.count else { return effects.refuse() }
            } else if !waiting.isEmpty {
                if keeping == .oldest { return }
                _ = waiting.popFirst()
            }
            waiting.append(value)
        }
    }
}
