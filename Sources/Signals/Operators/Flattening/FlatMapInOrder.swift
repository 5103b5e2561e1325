extension Publisher {
    /// Turns each value into a publisher, runs several of them at a time, and gives their values in this one's order.
    ///
    /// ```
    /// input                     --a-b---------|
    /// a → 1 2                   --------1--2|
    /// b → 3                         -3|
    /// flatMapInOrder(max 2)     ----------1--(23)|
    /// ```
    ///
    /// What comes out is what `flatMap(maxPublishers: .max(1))` would give, without waiting for each publisher to end before
    /// the next begins: a parallel map that keeps order. It fails with the first failure, whichever publisher it is of.
    ///
    /// - Demand: Asks upstream for `maxPublishers`, and for another each time that the values of one have all been given. With
    ///   less than unlimited demand each publisher is asked for one value at a time.
    /// - Parameters:
    ///   - maxPublishers: How many publishers may be under way, or have values that wait for their turn.
    ///   - transform: Makes the publisher of a value.
    @inlinable public func flatMapInOrder<P: Publisher>(
        maxPublishers: Subscribers.Demand, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMapInOrder<P, Self> where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMapInOrder<P, Self>(self, Operators.FlatMapInOrder(limit: maxPublishers), transform: transform)
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload public func flatMapInOrder<P: Publisher>(
        maxPublishers: Subscribers.Demand, _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.FlatMapInOrder<P, Self> where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMapInOrder<P, Self>(self, Operators.FlatMapInOrder(limit: maxPublishers), transform: transform)
    }
}

extension Publishers {
    /// The publisher behind `flatMapInOrder(maxPublishers:_:)`.
    public typealias FlatMapInOrder<NewPublisher: Publisher, Upstream: Publisher> = Flattened<
        NewPublisher, Upstream, Operators.FlatMapInOrder<NewPublisher>
    > where NewPublisher.Failure == Upstream.Failure, NewPublisher.Output: Sendable
}

extension Operators {
    /// The machine behind `flatMapInOrder(maxPublishers:_:)`.
    @frozen public struct FlatMapInOrder<Inner: Publisher>: OperatorMachine where Inner.Output: Sendable {
        public typealias Output = Inner.Output
        public typealias Source = Inner

        /// One of the publishers under way.
        @frozen @usableFromInline struct Track: Sendable {
            @usableFromInline var waiting = Queue<Inner.Output>()
            @usableFromInline var hasFinished = false
            /// Whether it is asked for one value at a time.
            @usableFromInline let isCounted: Bool

            @inlinable init(isCounted: Bool) { self.isCounted = isCounted }
        }

        @usableFromInline let limit: Subscribers.Demand
        @usableFromInline var isOuterOpen = true
        /// The publishers that are not done with, by number. The one with the lowest number is the one whose turn it is.
        @usableFromInline var tracks: [Int: Track] = [:]
        @usableFromInline var turn = 1

        @inlinable public static var takesFailures: Bool { true }

        @inlinable public init(limit: Subscribers.Demand) {
            precondition(limit > .none, "flatMapInOrder(maxPublishers:) takes one or more")
            self.limit = limit
        }

        @inlinable public mutating func handle(
            _ event: MachineEvent<InnerInput<Inner>, Inner.Failure>, _ effects: inout Effects<Self>
        ) {
            switch event {
            case .start: effects.request(limit, from: 0)
            case .input(.inner(let inner), _):
                let isCounted = effects.demand != .unlimited
                let id = effects.attach(inner)
                tracks[id] = Track(isCounted: isCounted)
                effects.request(isCounted ? .max(1) : .unlimited, from: id)
            case .input(.value(let value), let id):
                tracks[id]?.waiting.append(value)
                if id == turn { flush(&effects) }
            case .demand: flush(&effects)
            case .finished(let id):
                if id == 0 { isOuterOpen = false } else { tracks[id]?.hasFinished = true }
                flush(&effects)
            // What has been given at once by inner publishers that came before it goes before a failure of the outer one.
            case .failed(let error, 0): effects.completeLater(.failure(error))
            case .failed(let error, _): effects.complete(.failure(error))
            case .timer, .timerLost, .echo, .delivered: break
            }
        }

        /// Gives what can be given of the publisher whose turn it is, and of those after it as their turn comes.
        @inlinable mutating func flush(_ effects: inout Effects<Self>) {
            while let track = tracks[turn] {
                while effects.hasDemand, let value = tracks[turn]!.waiting.popFirst() {
                    effects.emit(value)
                    if track.isCounted, !track.hasFinished { effects.request(.max(1), from: turn) }
                }
                guard track.hasFinished, tracks[turn]!.waiting.isEmpty else { return }
                tracks[turn] = nil
                turn += 1
                if limit != .unlimited { effects.request(.max(1), from: 0) }
            }
            if !isOuterOpen, tracks.isEmpty { effects.complete(.finished) }
        }
    }
}
