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
        Publishers.AsyncMap<Self, T>(
            upstream: self, maxTasks: maxTasks, order: order, taskExecutor: taskExecutor, transform: transform)
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
        Publishers.AsyncMap(
            upstream: self, maxTasks: maxTasks, order: order, taskExecutor: taskExecutor, transform: transform)
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
    ) -> Publishers.AsyncMap<Publishers.Applied<Self, Publishers.MapError<Output, Never, NewFailure>>, T>
    where Output: Sendable {
        setFailureType(to: NewFailure.self)
            .asyncMap(maxTasks: maxTasks, order: order, on: taskExecutor, transform)
    }
}

extension Publishers {
    /// The publisher behind `asyncMap`.
    public struct AsyncMap<Upstream: Publisher, Output: Sendable>: Publisher where Upstream.Output: Sendable {
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        let maxTasks: Subscribers.Demand
        let order: ResultOrder
        let taskExecutor: (any TaskExecutor)?
        let transform: @Sendable (Upstream.Output) async throws(Failure) -> Output

        init(
            upstream: Upstream, maxTasks: Subscribers.Demand, order: ResultOrder, taskExecutor: (any TaskExecutor)?,
            transform: @escaping @Sendable (Upstream.Output) async throws(Failure) -> Output
        ) {
            precondition(maxTasks > .none, "asyncMap(maxTasks:) takes one or more")
            self.upstream = upstream
            self.maxTasks = maxTasks
            self.order = order
            self.taskExecutor = taskExecutor
            self.transform = transform
        }

        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let work: @Sendable (Upstream.Output) -> AsyncResult<Output, Failure> = { [taskExecutor, transform] input in
                AsyncResult(taskExecutor: taskExecutor) { () async throws(Failure) in try await transform(input) }
            }
            let machine = AsyncMapMachine<Output, Failure>(limit: maxTasks, order: order)
            let junction = Junction(machine, name: Self.self, downstream: subscriber) { work, port in
                port.connect(work, { .result($0) })
            }
            junction.start { [upstream] in
                $0.nextPort().connect(upstream, { .work(work($0)) })
            }
        }
    }
}

/// Begins a task for each value and gives the results, in the order in which the tasks were begun or have ended.
struct AsyncMapMachine<Output: Sendable, Failure: Error>: Machine {
    typealias Source = Publishers.AsyncResult<Output, Failure>

    enum Input {
        case work(Source)
        case result(Output)
    }

    private let limit: Subscribers.Demand
    private let order: ResultOrder
    private var isUpstreamOpen = true
    private var begun = 0
    private var ended = 0
    private var delivered = 0
    /// The results that wait, by the place that they have among all.
    private var ready: [Int: Output] = [:]

    init(limit: Subscribers.Demand, order: ResultOrder) {
        self.limit = limit
        self.order = order
    }

    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(limit, from: 0)
    }

    mutating func receive(_ input: Input, from id: Int, _ effects: inout Effects<Self>) {
        switch input {
        case .work(let work):
            // Tasks have the numbers from one on.
            begun = effects.attach(work)
            effects.request(.max(1), from: begun)
        case .result(let result):
            ended += 1
            ready[order == .input ? id : ended] = result
            flush(&effects)
        }
    }

    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        if id == 0 { isUpstreamOpen = false }
        flush(&effects)
    }

    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        flush(&effects)
    }

    private mutating func flush(_ effects: inout Effects<Self>) {
        while effects.hasDemand, let result = ready.removeValue(forKey: delivered + 1) {
            delivered += 1
            effects.emit(result)
            if limit != .unlimited { effects.request(.max(1), from: 0) }
        }
        if !isUpstreamOpen, delivered == begun { effects.complete(.finished) }
    }
}
