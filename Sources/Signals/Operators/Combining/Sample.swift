extension Publisher where Output: Sendable {
    /// Gives the newest value of this publisher whenever another gives one, unless it has been given already.
    ///
    /// ```
    /// input    --1--2-----3------|
    /// trigger  ------x--x----x-----x
    /// sample   ------2-------3-----|
    /// ```
    ///
    /// When this publisher has finished, it finishes at the next value of the trigger, or at its ending. Where the trigger
    /// ends first, a value that still waits is given, and then the finish. It fails with the first failure.
    ///
    /// - Demand: Asks both for everything. Without demand the newest sample is held.
    @inlinable
    public func sample<Trigger: Publisher>(
        _ trigger: Trigger
    ) -> Publishers.Sample<Self, Trigger> where Trigger.Failure == Failure {
        Publishers.Sample(upstream: self, trigger: trigger)
    }
}

extension Publishers {
    /// The publisher behind `sample(_:)`.
    @frozen
    public struct Sample<Upstream: Publisher, Trigger: Publisher>: Publisher
    where Upstream.Failure == Trigger.Failure, Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        public let trigger: Trigger

        @inlinable
        public init(upstream: Upstream, trigger: Trigger) {
            self.upstream = upstream
            self.trigger = trigger
        }

        @inlinable public var _home: DeliveryHome? { trigger._home == nil ? nil : upstream._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = SampleMachine<Output, Failure>()
            Junction(machine, home: _home, name: Self.self, downstream: subscriber).start { [upstream, trigger] in
                $0.connect(upstream) { $0 }
                $0.connect(trigger) { _ in nil }
            }
        }
    }
}

extension Publishers.Sample: MainActorPublisher where Upstream: MainActorPublisher, Trigger: MainActorPublisher {}

@frozen
@usableFromInline
struct SampleMachine<Value, Failure: Error>: Machine {
    /// A value, or the trigger.
    @usableFromInline typealias Input = Value?
    @usableFromInline typealias Output = Value
    @usableFromInline var newest: Value?
    @usableFromInline var sample: Value?
    @usableFromInline var hasUpstreamFinished = false
    @usableFromInline var isFinished = false

    @inlinable init() {}

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(.unlimited, from: 0)
        effects.request(.unlimited, from: 1)
    }

    @inlinable
    mutating func receive(_ input: Value?, from id: Int, _ effects: inout Effects<Self>) {
        if id == 0 { newest = input } else { take(&effects) }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        if id == 0 {
            hasUpstreamFinished = true
        } else {
            isFinished = true
            take(&effects)
        }
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        flush(&effects)
    }

    @inlinable
    mutating func take(_ effects: inout Effects<Self>) {
        if hasUpstreamFinished { isFinished = true }
        if let value = newest.take() { sample = value }
        flush(&effects)
    }

    @inlinable
    mutating func flush(_ effects: inout Effects<Self>) {
        if effects.hasDemand, let value = sample.take() { effects.emit(value) }
        if isFinished, sample == nil { effects.complete(.finished) }
    }
}
