extension Publisher where Output: Sendable {
    /// Gives the values of this publisher until another gives one.
    ///
    /// ```
    /// input   --1--2--3--4--|
    /// other   ---------x--
    /// prefix  --1--2--3|
    /// ```
    ///
    /// The other is subscribed to first. Where it ends without a value, nothing happens, whatever its ending.
    ///
    /// - Demand: One for one. The other is asked for one value.
    @inlinable
    public func prefix<Other: Publisher>(
        untilOutputFrom other: Other
    ) -> Publishers.PrefixUntilOutput<Self, Other> {
        Publishers.Joined(
            Publishers.Signalled(self, by: other.apply(Operators.FailureAsFinish()), beginWithSignal: true),
            Operators.PrefixUntilOutput())
    }

    /// Leaves out the values of this publisher until another gives one.
    ///
    /// ```
    /// input  --1--2--3--4--|
    /// other  -------x--
    /// drop   --------3--4--|
    /// ```
    ///
    /// The other is subscribed to first. Where it finishes without a value, no value can ever come, so the stream finishes
    /// and this publisher is cancelled; where it fails before it has given one, the stream fails with that.
    ///
    /// - Demand: One for one. The other is asked for one value.
    @inlinable
    public func drop<Other: Publisher>(
        untilOutputFrom other: Other
    ) -> Publishers.DropUntilOutput<Self, Other> where Other.Failure == Failure {
        Publishers.Joined(
            Publishers.Signalled(self, by: other, beginWithSignal: true), Operators.DropUntilOutput())
    }
}

extension Publishers {
    /// The publisher behind `prefix(untilOutputFrom:)`.
    public typealias PrefixUntilOutput<Upstream: Publisher, Other: Publisher> = Joined<
        Signalled<Upstream, Applied<Other, Operators.FailureAsFinish<Other.Output, Other.Failure, Upstream.Failure>>>,
        Operators.PrefixUntilOutput<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable

    /// The publisher behind `drop(untilOutputFrom:)`.
    public typealias DropUntilOutput<Upstream: Publisher, Other: Publisher> = Joined<
        Signalled<Upstream, Other>, Operators.DropUntilOutput<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable, Upstream.Failure == Other.Failure
}

extension Operators {
    /// The machine behind `prefix(untilOutputFrom:)`.
    @frozen
    public struct PrefixUntilOutput<Output: Sendable, Failure: Error>: OperatorMachine {
        @inlinable public init() {}

        @inlinable
        public mutating func handle(_ event: MachineEvent<Output?, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start:
                effects.request(.max(1), from: 1)
                effects.request(effects.demand, from: 0)
            case .demand(let added): effects.request(added, from: 0)
            case .input(let value?, _): if effects.hasDemand { effects.emit(value) } else { effects.refuse() }
            case .input(nil, _), .finished(0): effects.complete(.finished)
            default: break
            }
        }
    }

    /// The machine behind `drop(untilOutputFrom:)`.
    @frozen
    public struct DropUntilOutput<Output: Sendable, Failure: Error>: OperatorMachine {
        @usableFromInline var isOpen = false

        @inlinable public init() {}

        @inlinable
        public mutating func handle(_ event: MachineEvent<Output?, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start:
                effects.request(.max(1), from: 1)
                effects.request(effects.demand, from: 0)
            case .demand(let added): effects.request(added, from: 0)
            case .input(nil, let signal):
                isOpen = true
                effects.cancel(signal)
            case .input(let value?, _):
                if !isOpen { return effects.request(.max(1), from: 0) }
                if effects.hasDemand { effects.emit(value) } else { effects.refuse() }
            case .finished: effects.complete(.finished)
            default: break
            }
        }
    }

    /// Finishes where upstream fails.
    @frozen
    public struct FailureAsFinish<Value, InputFailure: Error, Failure: Error>: Operator {
        @inlinable public init() {}

        @inlinable
        public func next(_ input: Value, _ state: inout Void) throws(Failure) -> Step<Value> { .emit(input) }

        @inlinable
        public func complete(
            _ completion: Subscribers.Completion<InputFailure>, _ state: inout Void
        ) -> Ending<Value, Failure> { .finish }
    }
}
