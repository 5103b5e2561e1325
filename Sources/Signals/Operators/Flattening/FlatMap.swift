extension Publisher {
    /// Turns each value into a publisher, and gives the values of all of them as they come.
    ///
    /// ```
    /// input     --a-----b-------|
    /// a → 1 2   --1-2|
    /// b → 3 4           3---4|
    /// flatMap   --1-2---3---4---|
    /// ```
    ///
    /// It finishes when this publisher and all of those have, and fails with the first failure. What a publisher gives as
    /// soon as it is subscribed to comes before a failure of this one.
    ///
    /// - Demand: Asks upstream for `maxPublishers`, and for another each time that one of them has finished. With less than
    ///   unlimited demand each is asked for one value at a time.
    @inlinable public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMap<P, Self>(self, Operators.FlatMap(limit: maxPublishers), transform: transform)
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited,
        _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.FlatMap<P, Self> where P.Failure == Failure, P.Output: Sendable {
        Publishers.FlatMap<P, Self>(self, Operators.FlatMap(limit: maxPublishers), transform: transform)
    }
}

extension Publisher where Failure == Never {
    /// Turns each value into a publisher that may fail, and gives the values of all of them as they come.
    @inlinable @_disfavoredOverload public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<P, Publishers.Applied<Self, Operators.MapError<Output, Never, P.Failure>>>
    where P.Output: Sendable {
        setFailureType(to: P.Failure.self).flatMap(maxPublishers: maxPublishers, transform)
    }
}

extension Publisher {
    /// Turns each value into a publisher that cannot fail, and gives the values of all of them as they come.
    @inlinable @_disfavoredOverload public func flatMap<P: Publisher>(
        maxPublishers: Subscribers.Demand = .unlimited, _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMap<Publishers.Applied<P, Operators.MapError<P.Output, Never, Failure>>, Self>
    where P.Failure == Never, P.Output: Sendable {
        flatMap(maxPublishers: maxPublishers) { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publishers {
    /// The publisher behind `flatMap(maxPublishers:_:)`.
    public typealias FlatMap<NewPublisher: Publisher, Upstream: Publisher> = Flattened<
        NewPublisher, Upstream, Operators.FlatMap<NewPublisher>
    > where NewPublisher.Failure == Upstream.Failure, NewPublisher.Output: Sendable
}

extension Operators {
    /// The machine behind `flatMap(maxPublishers:_:)`.
    @frozen public struct FlatMap<Inner: Publisher>: OperatorMachine where Inner.Output: Sendable {
        public typealias Output = Inner.Output
        public typealias Source = Inner
        @usableFromInline let limit: Subscribers.Demand
        @usableFromInline var isOuterOpen = true
        @usableFromInline var live = 0
        /// The last of the inner publishers that are asked for one value at a time.
        @usableFromInline var lastCounted = 0
        @usableFromInline var waiting = Queue<(value: Inner.Output, id: Int)>()

        @inlinable public static var takesFailures: Bool { true }

        @inlinable public init(limit: Subscribers.Demand = .unlimited) {
            precondition(limit > .none, "flatMap(maxPublishers:) takes one or more")
            self.limit = limit
        }

        @inlinable public mutating func handle(
            _ event: MachineEvent<InnerInput<Inner>, Inner.Failure>, _ effects: inout Effects<Self>
        ) {
            switch event {
            case .start: effects.request(limit, from: 0)
            case .input(.inner(let inner), _): begin(inner, &effects)
            case .input(.value(let value), let id):
                if effects.hasDemand { emit(value, id, &effects) } else { waiting.append((value, id)) }
            case .demand: flush(&effects)
            case .finished(0):
                isOuterOpen = false
                finishIfDone(&effects)
            case .finished:
                live -= 1
                if limit != .unlimited { effects.request(.max(1), from: 0) }
                finishIfDone(&effects)
            // What has been given at once by inner publishers that came before it goes before a failure of the outer one.
            case .failed(let error, 0): effects.completeLater(.failure(error))
            case .failed(let error, _): effects.complete(.failure(error))
            case .timer, .timerLost, .echo, .delivered: break
            }
        }

        @inlinable mutating func begin(_ inner: Inner, _ effects: inout Effects<Self>) {
            live += 1
            let id = effects.attach(inner)
            if effects.demand != .unlimited { lastCounted = id }
            effects.request(effects.demand == .unlimited ? .unlimited : .max(1), from: id)
        }

        @inlinable mutating func flush(_ effects: inout Effects<Self>) {
            if lastCounted > 0, effects.demand == .unlimited {
                // Those that have ended meanwhile are asked in vain, once.
                for id in 1...lastCounted { effects.request(.unlimited, from: id) }
                lastCounted = 0
            }
            while effects.hasDemand, let (value, id) = waiting.popFirst() { emit(value, id, &effects) }
            finishIfDone(&effects)
        }

        @inlinable func emit(_ value: Inner.Output, _ id: Int, _ effects: inout Effects<Self>) {
            effects.emit(value)
            if id <= lastCounted { effects.request(.max(1), from: id) }
        }

        @inlinable func finishIfDone(_ effects: inout Effects<Self>) {
            if !isOuterOpen, live == 0, waiting.isEmpty { effects.complete(.finished) }
        }
    }
}
