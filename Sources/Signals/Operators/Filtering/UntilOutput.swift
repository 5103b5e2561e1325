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
        Publishers.PrefixUntilOutput(upstream: self, other: other)
    }

    /// Leaves out the values of this publisher until another gives one.
    ///
    /// ```
    /// input  --1--2--3--4--|
    /// other  -------x--
    /// drop   --------3--4--|
    /// ```
    ///
    /// The other is subscribed to first. Where it finishes without a value, nothing ever comes but the ending of this
    /// publisher; where it fails before it has given one, the stream fails with that.
    ///
    /// - Demand: One for one. The other is asked for one value.
    @inlinable
    public func drop<Other: Publisher>(
        untilOutputFrom other: Other
    ) -> Publishers.DropUntilOutput<Self, Other> where Other.Failure == Failure {
        Publishers.DropUntilOutput(upstream: self, other: other)
    }
}

extension Publishers {
    /// The publisher behind `prefix(untilOutputFrom:)`.
    @frozen
    public struct PrefixUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        public let other: Other

        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable public var _home: DeliveryHome? { other._home == nil ? nil : upstream._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = UntilOutputMachine<Output, Failure>(isOpen: true)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [upstream, other] in
                $0.connect(other.apply(FailureAsFinish())) { _ in nil }
                $0.connect(upstream) { $0 }
            }
        }
    }

    /// The publisher behind `drop(untilOutputFrom:)`.
    @frozen
    public struct DropUntilOutput<Upstream: Publisher, Other: Publisher>: Publisher
    where Upstream.Output: Sendable, Upstream.Failure == Other.Failure {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        public let other: Other

        @inlinable
        public init(upstream: Upstream, other: Other) {
            self.upstream = upstream
            self.other = other
        }

        @inlinable public var _home: DeliveryHome? { other._home == nil ? nil : upstream._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = UntilOutputMachine<Output, Failure>(isOpen: false)
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [upstream, other] in
                $0.connect(other) { _ in nil }
                $0.connect(upstream) { $0 }
            }
        }
    }
}

extension Publishers.PrefixUntilOutput: MainActorPublisher
where Upstream: MainActorPublisher, Other: MainActorPublisher {}
extension Publishers.DropUntilOutput: MainActorPublisher
where Upstream: MainActorPublisher, Other: MainActorPublisher {}

/// Finishes where upstream fails.
@usableFromInline
struct FailureAsFinish<Value, InputFailure: Error, Failure: Error>: Operator {
    @inlinable init() {}

    @inlinable
    func next(_ input: Value, _ state: inout Void) throws(Failure) -> Step<Value> { .emit(input) }

    @usableFromInline
    func complete(
        _ completion: Subscribers.Completion<InputFailure>, _ state: inout Void
    ) -> Ending<Value, Failure> { .finish }
}

/// `prefix(untilOutputFrom:)` begins with an open gate and ends at the other's word; `drop(untilOutputFrom:)` begins with
/// a shut one and opens it.
@frozen
@usableFromInline
struct UntilOutputMachine<Value, Failure: Error>: Machine {
    /// A value, or the other's word.
    @usableFromInline typealias Input = Value?
    @usableFromInline typealias Output = Value
    @usableFromInline var isOpen: Bool

    @inlinable static var other: Int { 0 }
    @inlinable static var upstream: Int { 1 }

    @inlinable
    init(isOpen: Bool) {
        self.isOpen = isOpen
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(.max(1), from: Self.other)
        effects.request(effects.demand, from: Self.upstream)
    }

    @inlinable
    mutating func receive(_ input: Value?, from id: Int, _ effects: inout Effects<Self>) {
        if id == Self.other {
            if isOpen { return effects.complete(.finished) }
            isOpen = true
            effects.cancel(Self.other)
        } else if !isOpen {
            effects.request(.max(1), from: Self.upstream)
        } else if effects.hasDemand, let input {
            effects.emit(input)
        } else {
            effects.refuse()
        }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        if id == Self.upstream { effects.complete(.finished) }
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        effects.request(added, from: Self.upstream)
    }
}
