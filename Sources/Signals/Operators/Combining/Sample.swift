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
        Publishers.Joined(Publishers.Signalled(self, by: trigger), Operators.Sample())
    }
}

extension Publishers {
    /// The publisher behind `sample(_:)`.
    public typealias Sample<Upstream: Publisher, Trigger: Publisher> = Joined<
        Signalled<Upstream, Trigger>, Operators.Sample<Upstream.Output, Upstream.Failure>
    > where Upstream.Failure == Trigger.Failure, Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `sample(_:)`.
    @frozen
    public struct Sample<Output: Sendable, Failure: Error>: OperatorMachine {
        /// The newest value that no trigger has taken.
        @usableFromInline var newest: Output?
        /// The value that a trigger has taken and the subscriber has not.
        @usableFromInline var sample: Output?
        @usableFromInline var hasUpstreamFinished = false
        @usableFromInline var isFinished = false

        @inlinable public init() {}

        @inlinable
        public mutating func handle(_ event: MachineEvent<Output?, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start:
                effects.request(.unlimited, from: 0)
                effects.request(.unlimited, from: 1)
            case .input(let value?, _): newest = value
            case .finished(0): hasUpstreamFinished = true
            case .input(nil, _), .finished:
                // A trigger, or the end of the triggers, which takes the newest value as well.
                if case .finished = event { isFinished = true } else { isFinished = hasUpstreamFinished }
                if let value = newest.take() { sample = value }
            default: break
            }
            if effects.hasDemand, let value = sample.take() { effects.emit(value) }
            if isFinished, sample == nil { effects.complete(.finished) }
        }
    }
}
