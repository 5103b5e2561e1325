extension Publisher where Output: Sendable {
    /// Turns the newest value into another with an asynchronous function.
    ///
    /// ```
    /// input           --a----b--------|
    /// a → x           --.....x|
    /// b → y                  --...y|
    /// mapLatest       ------------y---|
    /// ```
    ///
    /// Each value gets a task of its own. When a newer value comes before the result, the task is cancelled and what it
    /// comes to is dropped, so results are of ever newer values; if it has not begun, it does not begin. Cancelling the
    /// subscription cancels the task. It finishes when this publisher and the last task have, and fails with the first
    /// failure.
    ///
    /// Results are delivered by the tasks. For the main actor put `receive(on: .main)` behind it.
    ///
    /// - Parameters:
    ///   - taskExecutor: Where the tasks run, or `nil` for the default.
    ///   - transform: The work.
    /// - Demand: Asks upstream for everything. A task begins when its result has been asked for.
    @inlinable
    public func mapLatest<T: Sendable>(
        on taskExecutor: (any TaskExecutor)? = nil, _ transform: @escaping @Sendable (Output) async -> T
    ) -> Publishers.MapLatest<Self, T> {
        Publishers.MapLatest<Self, T>(self, Operators.SwitchToLatest()) { value in
            Publishers.AsyncResult(taskExecutor: taskExecutor) { () async throws(Failure) in await transform(value) }
        }
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable
    @_disfavoredOverload
    public func mapLatest<T: Sendable>(
        on taskExecutor: (any TaskExecutor)? = nil,
        _ transform: @escaping @Sendable (Output) async throws(Failure) -> T
    ) -> Publishers.MapLatest<Self, T> {
        Publishers.MapLatest<Self, T>(self, Operators.SwitchToLatest()) { value in
            Publishers.AsyncResult(taskExecutor: taskExecutor) { () async throws(Failure) in try await transform(value)
            }
        }
    }
}

extension Publisher where Failure == Never, Output: Sendable {
    /// Turns the newest value into another with an asynchronous function that may fail.
    ///
    /// - Parameters:
    ///   - taskExecutor: Where the tasks run, or `nil` for the default.
    ///   - transform: The work. Throwing fails the stream.
    /// - Demand: Asks upstream for everything. A task begins when its result has been asked for.
    @inlinable
    @_disfavoredOverload
    public func mapLatest<T: Sendable, NewFailure: Error>(
        on taskExecutor: (any TaskExecutor)? = nil,
        _ transform: @escaping @Sendable (Output) async throws(NewFailure) -> T
    ) -> Publishers.MapLatest<Publishers.Applied<Self, Operators.MapError<Output, Never, NewFailure>>, T> {
        setFailureType(to: NewFailure.self).mapLatest(on: taskExecutor, transform)
    }
}

extension Publisher where Output: Sendable {
    /// Runs an asynchronous function for the newest value. When a newer one comes while it runs, its task is cancelled.
    ///
    /// ```swift
    /// selections.sinkLatest { id in await cache.load(id) }
    /// ```
    ///
    /// The task is not waited for: a function that goes on although it was cancelled may still run beside the next. One that
    /// has not begun does not begin. Everything is asked for.
    ///
    /// - Parameters:
    ///   - taskExecutor: Where the tasks run, or `nil` for the default.
    ///   - receiveCompletion: Is called when upstream has finished and the last task has ended, or upstream has failed.
    ///   - receiveValue: Runs for each value until it returns or a newer one comes.
    /// - Returns: A handle that cancels the subscription and the task when it is released.
    @_disfavoredOverload
    public func sinkLatest(
        on taskExecutor: (any TaskExecutor)? = nil,
        receiveCompletion: @escaping @Sendable (Subscribers.Completion<Failure>) -> Void = { _ in },
        receiveValue: @escaping @Sendable (Output) async -> Void
    ) -> AnyCancellable {
        mapLatest(on: taskExecutor, receiveValue)
            .sink(receiveCompletion: receiveCompletion, receiveValue: { _ in })
    }
}

extension MainActorPublisher where Output: Sendable {
    /// Runs an asynchronous function of the main actor for the newest value. When a newer one comes while it runs, its task
    /// is cancelled.
    ///
    /// ```swift
    /// $selection.receive(on: .main).sinkLatest { [weak self] id in
    ///     guard let details = try? await service.details(of: id) else { return }
    ///     self?.details = details
    /// }
    /// ```
    ///
    /// The task is not waited for. A function that goes on although it was cancelled, after an `await` that takes no notice
    /// of that, may still run beside the next. One that has not begun does not begin. Everything is asked for.
    ///
    /// - Parameters:
    ///   - taskExecutor: Where the tasks run what is not the main actor's, or `nil` for the default.
    ///   - receiveCompletion: Is called when upstream has finished and the last task has ended, or upstream has failed.
    ///   - receiveValue: Runs for each value until it returns or a newer one comes.
    /// - Returns: A handle that cancels the subscription and the task when it is released.
    public func sinkLatest(
        on taskExecutor: (any TaskExecutor)? = nil,
        receiveCompletion: @escaping @MainActor @Sendable (Subscribers.Completion<Failure>) -> Void = { _ in },
        receiveValue: @escaping @MainActor @Sendable (Output) async -> Void
    ) -> AnyCancellable {
        // Looked at once more on the main actor: a newer value may have come while the task was on its way there.
        let run: @MainActor @Sendable (Output) async -> Void = { if !Task.isCancelled { await receiveValue($0) } }
        return mapLatest(on: taskExecutor) { await run($0) }
            .ignoreOutput()
            .receive(on: .mainImmediate)
            .sink(receiveCompletion: receiveCompletion, receiveValue: { _ in })
    }
}

extension Publishers {
    /// The publisher behind `mapLatest(on:_:)`.
    public typealias MapLatest<Upstream: Publisher, Output: Sendable> = FlatMapLatest<
        AsyncResult<Output, Upstream.Failure>, Upstream
    > where Upstream.Output: Sendable
}
