extension Future {
    /// Begins asynchronous work in a task.
    ///
    /// ```swift
    /// let answer = Future { try await client.answer() }
    /// ```
    ///
    /// The task is cancelled when the last of the subscribers has cancelled, or when the future is let go of and nobody has
    /// subscribed. What the work comes to then is the result all the same.
    ///
    /// - Parameters:
    ///   - taskExecutor: Where the task runs, or `nil` for the default.
    ///   - work: The work. Throwing fails the future.
    public convenience init(
        on taskExecutor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async throws(Failure) -> Output
    ) {
        self.init(beginning: { promise in
            FutureWork(
                Task(executorPreference: taskExecutor) {
                    do throws(Failure) {
                        promise(.success(try await work()))
                    } catch {
                        promise(.failure(error))
                    }
                })
        })
    }
}

extension Future {
    /// The result, which is waited for. A failure is thrown.
    ///
    /// Cancelling the task that waits ends neither the waiting nor the work.
    public var value: Output {
        get async throws(Failure) { try await result.get() }
    }

    private var result: Result<Output, Failure> {
        get async {
            await withCheckedContinuation { continuation in
                subscribe(
                    Subscribers.Sink(
                        receiveCompletion: { completion in
                            if case .failure(let error) = completion { continuation.resume(returning: .failure(error)) }
                        },
                        receiveValue: { continuation.resume(returning: .success($0)) }))
            }
        }
    }
}

// A form of its own, because Swift 6.3.1 crashes where it compiles a use of the general one with a failure of `Never`.
extension Future where Failure == Never {
    /// The result, which is waited for.
    ///
    /// Cancelling the task that waits ends neither the waiting nor the work.
    public var value: Output {
        get async { await result.get() }
    }
}

/// A task that goes on for as long as somebody may want its result.
@usableFromInline
final class FutureWork: Sendable {
    private struct State: Sendable {
        var subscribers = 0
    }

    private let task: Task<Void, Never>
    private let state = Locked(State())

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    @usableFromInline
    func subscribe<S: Subscriber>(_ subscriber: S, to fanOut: FanOut<S.Input, S.Failure>) {
        state.withLock { $0.subscribers += 1 }
        Results(fanOut: fanOut).handleEvents(receiveCancel: { self.leave() }).receive(subscriber: subscriber)
    }

    private func leave() {
        let isLast = state.withLock { state in
            state.subscribers -= 1
            return state.subscribers == 0
        }
        if isLast { task.cancel() }
    }

    /// Nobody can subscribe any more.
    @usableFromInline
    func abandon() {
        if state.withLock({ $0.subscribers == 0 }) { task.cancel() }
    }
}

private struct Results<Output, Failure: Error>: Publisher {
    let fanOut: FanOut<Output, Failure>

    func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        fanOut.subscribe(subscriber)
    }
}
