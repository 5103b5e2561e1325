extension Publisher {
    /// Subscribes to this publisher again each time that it has finished, until it has been subscribed to `times` times.
    ///
    /// ```
    /// input      --1--2|
    /// repeat(2)  --1--2--1--2|
    /// ```
    ///
    /// The stack stays flat, also where it finishes at once. A failure ends the stream.
    ///
    /// - Demand: What one round leaves open is asked of the next.
    @inlinable
    public func `repeat`(_ times: Int = .max) -> Publishers.Repeat<Self> {
        Publishers.Repeat(upstream: self, times: times)
    }
}

extension Publishers {
    /// The publisher behind `repeat(_:)`.
    @frozen
    public struct Repeat<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How many times it is subscribed to.
        public let times: Int

        @inlinable
        init(upstream: Upstream, times: Int) {
            precondition(times >= 0, "repeat(_:) takes zero or more; it was given \(times)")
            self.upstream = upstream
            self.times = times
        }

        @inlinable public var _home: DeliveryHome? { upstream._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let plan = RepeatPlan(upstream: upstream, times: times)
            Relay(plan, home: upstream._home, name: Self.self, downstream: subscriber).start()
        }
    }
}

extension Publishers.Repeat: MainActorPublisher where Upstream: MainActorPublisher {}

@usableFromInline
struct RepeatPlan<Upstream: Publisher>: RelayPlan {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure
    @usableFromInline let upstream: Upstream
    @usableFromInline var left: Int

    @inlinable
    init(upstream: Upstream, times: Int) {
        self.upstream = upstream
        left = times
    }

    @inlinable
    mutating func next(after ended: Subscribers.Completion<Failure>?) -> RelayStep<Self> {
        if case .failure(let error) = ended { return .complete(.failure(error)) }
        if left == 0 { return .complete(.finished) }
        if left < .max { left -= 1 }
        return .follow { [upstream] in $0.connect(upstream) }
    }
}
