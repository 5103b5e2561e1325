extension Publisher where Output: Sendable {
    /// Gathers values into an array, which is given when another publisher gives a value.
    ///
    /// ```
    /// input                  --1--2-----3--4--|
    /// signal                 -------x-x-----x--
    /// collect(until: signal) -------[1,2]---[3,4]-|
    /// ```
    ///
    /// There are no empty arrays. What has been gathered is given when this publisher finishes, and dropped where either
    /// fails. Where the signal finishes, everything that is still to come is gathered into one last array. The signal is
    /// subscribed to first.
    ///
    /// - Demand: Asks both for everything. Without demand the array grows.
    @inlinable
    public func collect<Signal: Publisher>(
        until signal: Signal
    ) -> Publishers.CollectUntil<Self, Signal> where Signal.Failure == Failure {
        Publishers.Joined(Publishers.Signalled(self, by: signal, beginWithSignal: true), Operators.CollectUntil())
    }
}

extension Publishers {
    /// The publisher behind `collect(until:)`.
    public typealias CollectUntil<Upstream: Publisher, Signal: Publisher> = Joined<
        Signalled<Upstream, Signal>, Operators.CollectUntil<Upstream.Output, Upstream.Failure>
    > where Upstream.Failure == Signal.Failure, Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `collect(until:)`.
    @frozen
    public struct CollectUntil<Value: Sendable, Failure: Error>: OperatorMachine {
        public typealias Output = [Value]
        @usableFromInline var batch: [Value] = []
        @usableFromInline var isDue = false
        @usableFromInline var isFinished = false

        @inlinable public init() {}

        @inlinable
        public mutating func handle(_ event: MachineEvent<Value?, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: for id in 0...1 { effects.request(.unlimited, from: id) }
            case .input(let value?, _): batch.append(value)
            case .input(nil, _): isDue = !batch.isEmpty
            case .finished(0): (isDue, isFinished) = (true, true)
            default: break
            }
            if isDue, !batch.isEmpty, effects.hasDemand {
                effects.emit(batch)
                (batch, isDue) = ([], false)
            }
            if isFinished, batch.isEmpty { effects.complete(.finished) }
        }
    }
}
