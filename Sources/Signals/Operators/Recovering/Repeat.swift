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
        Publishers.Followed(Operators.Repeat(self, times: times), home: _home)
    }
}

extension Publishers {
    /// The publisher behind `repeat(_:)`.
    public typealias Repeat<Upstream: Publisher> = Followed<Upstream, Operators.Repeat<Upstream>>
}

extension Operators {
    /// The machine behind `repeat(_:)`.
    @frozen
    public struct Repeat<Upstream: Publisher>: OperatorMachine {
        public typealias Input = Never
        public typealias Output = Upstream.Output
        public typealias Source = Upstream
        @usableFromInline let upstream: Upstream
        @usableFromInline var left: Int
        @usableFromInline var current = 0

        @inlinable public static var passesValues: Bool { true }

        @inlinable
        public init(_ upstream: Upstream, times: Int) {
            precondition(times >= 0, "repeat(_:) takes zero or more; it was given \(times)")
            self.upstream = upstream
            left = times
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Never, Upstream.Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start, .finished:
                if left == 0 { return effects.complete(.finished) }
                if left < .max { left -= 1 }
                current = effects.attach(upstream)
                effects.request(effects.demand, from: current)
            case .demand(let added): effects.request(added, from: current)
            default: break
            }
        }
    }
}
