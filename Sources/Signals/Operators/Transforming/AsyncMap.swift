/// In which order `asyncMap` gives its results.
public enum ResultOrder: Hashable, Sendable {
    /// In the order of the values that they were made of. A result waits for those before it.
    case input
    /// As they come.
    case completion
}

extension Publisher {
    /// Turns each value into another with an asynchronous function.
    ///
    /// ```
    /// input              --1--2-----3--|
    /// asyncMap(×10)      ------10-20---30--|
    /// ```
    ///
    /// Each value gets a task of its own, which delivers its result. Cancelling the subscription cancels the tasks, and so
    /// does a failure, of upstream or of a transform, which ends the stream at once.
    ///
    /// - Parameters:
    ///   - maxTasks: How many values may be worked on, or wait for their turn to be delivered, at one time.
    ///   - order: Whether results come in the order of the values, or as they are ready.
    ///   - taskExecutor: Where the tasks run, or `nil` for the default.
    ///   - transform: The work.
    /// - Demand: Asks upstream for `maxTasks`, and for another for each that is done. A subject drops what nobody has
    ///   asked for, so put a buffer between if there is a limit.
    public func asyncMap<T: Sendable>(
        maxTasks: Subscribers.Demand = .unlimited, order: ResultOrder = .input,
        on taskExecutor: (any TaskExecutor)? = nil,
        _ transform: @escaping @Sendable (Output) async -> T
    ) -> Publishers.AsyncMap<Self, T> where Output: Sendable {
        Publishers.AsyncMap<Self, T>(self, Operators.AsyncMap(limit: maxTasks, order: order)) { value in
            Publishers.AsyncResult(taskExecutor: taskExecutor) { () async throws(Failure) in await transform(value)
            }
        }
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @_disfavoredOverload
    public func asyncMap<T: Sendable>(
        maxTasks: Subscribers.Demand = .unlimited, order: ResultOrder = .input,
        on taskExecutor: (any TaskExecutor)? = nil,
        _ transform: @escaping @Sendable (Output) async throws(Failure) -> T
    ) -> Publishers.AsyncMap<Self, T> where Output: Sendable {
        Publishers.AsyncMap<Self, T>(self, Operators.AsyncMap(limit: maxTasks, order: order)) { value in
            Publishers.AsyncResult(taskExecutor: taskExecutor) { () async throws(Failure) in try await transform(value)
            }
        }
    }
}

extension Publisher where Failure == Never {
    /// Turns each value into another with an asynchronous function that may fail.
    ///
    /// - Parameters:
    ///   - maxTasks: How many values may be worked on, or wait for their turn to be delivered, at one time.
    ///   - order: Whether results come in the order of the values, or as they are ready.
    ///   - taskExecutor: Where the tasks run, or `nil` for the default.
    ///   - transform: The work. Throwing fails the stream.
    /// - Demand: Asks upstream for `maxTasks`, and for another for each that is done.
    @_disfavoredOverload
    public func asyncMap<T: Sendable, NewFailure: Error>(
        maxTasks: Subscribers.Demand = .unlimited, order: ResultOrder = .input,
        on taskExecutor: (any TaskExecutor)? = nil,
        _ transform: @escaping @Sendable (Output) async throws(NewFailure) -> T
    ) -> Publishers.AsyncMap<Publishers.Applied<Self, Operators.MapError<Output, Never, NewFailure>>, T>
    where Output: Sendable {
        setFailureType(to: NewFailure.self)
            .asyncMap(maxTasks: maxTasks, order: order, on: taskExecutor, transform)
    }
}

extension Publishers {
    /// The publisher behind `asyncMap(maxTasks:order:on:_:)`.
    public typealias AsyncMap<Upstream: Publisher, Output: Sendable> = Flattened<
        AsyncResult<Output, Upstream.Failure>, Upstream, Operators.AsyncMap<Output, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `asyncMap(maxTasks:order:on:_:)`.
    public struct AsyncMap<Output: Sendable, Failure: Error>: OperatorMachine {
        public typealias Source = Publishers.AsyncResult<Output, Failure>

        private let limit: Subscribers.Demand
        private let order: ResultOrder
        private var isUpstreamOpen = true
        // Tasks have the numbers from one on.
        private var begun = 0
        private var ended = 0
        private var delivered = 0
        /// Results that wait for their turn or for demand, by the place in which they are to be delivered.
        private var ready: [Int: Output] = [:]

        public init(limit: Subscribers.Demand, order: ResultOrder) {
            precondition(limit > .none, "asyncMap(maxTasks:) takes one or more")
            self.limit = limit
            self.order = order
        }

        public mutating func handle(
            _ event: MachineEvent<InnerInput<Source>, Failure>, _ effects: inout Effects<Self>
        ) {
            switch event {
            case .start: return effects.request(limit, from: 0)
            case .input(.inner(let work), _):
                begun = effects.attach(work)
                return effects.request(.max(1), from: begun)
            case .input(.value(let result), let id):
                ended += 1
                ready[order == .input ? id : ended] = result
            case .finished(0): isUpstreamOpen = false
            default: break
            }
            while effects.hasDemand, let result = ready.removeValue(forKey: delivered + 1) {
                delivered += 1
                effects.emit(result)
                if limit != .unlimited { effects.request(.max(1), from: 0) }
            }
            if !isUpstreamOpen, delivered == begun { effects.complete(.finished) }
        }
    }
}
