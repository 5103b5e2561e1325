/// One subscription of a publisher whose values a task makes, one for each that is asked for.
///
/// The task begins when the first value is asked for. It waits for demand with ``awaitDemand()``, hands over values with
/// ``send(_:)``, and ends the stream with ``finish(_:)``; being one task it delivers serially. Cancelling the subscription
/// cancels the task and wakes it, and from then on it can deliver nothing.
@usableFromInline
package final class TaskSubscription<Output: Sendable, Failure: Error>: Subscription, @unchecked Sendable {
    // Sound: closures are immutable, `state` is touched under `lock` only.
    @usableFromInline package typealias Work = @Sendable (TaskSubscription) async -> Void
    @usableFromInline let value: (Output) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<Failure>) -> Void
    @usableFromInline let name: any Any.Type
    @usableFromInline let executor: (any TaskExecutor)?
    private let status = SubscriptionState()
    private let lock = Lock()
    @exclusivity(unchecked) private var state: State

    private struct State {
        /// What is to be done, until a task does it.
        var work: Work?
        var task: Task<Void, Never>?
        var demand = Subscribers.Demand.none
        var waiting: UnsafeContinuation<Void, Never>?
        var isOver = false
    }

    @inlinable
    convenience init<S: Subscriber<Output, Failure>>(
        on executor: (any TaskExecutor)?, name: any Any.Type, downstream: S, _ work: @escaping Work
    ) {
        self.init(
            on: executor, name: name, value: downstream.makeSend(), control: downstream.makeControl(), work)
    }

    @usableFromInline
    init(
        on executor: (any TaskExecutor)?, name: any Any.Type, value: @escaping (Output) -> Subscribers.Demand,
        control: @escaping (SubscriberSignal<Failure>) -> Void, _ work: @escaping Work
    ) {
        self.value = value
        self.control = control
        self.name = name
        self.executor = executor
        state = State(work: work)
    }

    // MARK: The task's side

    /// Waits until a value has been asked for.
    ///
    /// - Returns: Whether that is so; `false` once the subscription is over.
    package func awaitDemand() async -> Bool {
        while true {
            let (hasDemand, isOver) = lock.withLock { (state.demand > .none, state.isOver) }
            if hasDemand || isOver { return !isOver }
            await withUnsafeContinuation { continuation in
                let waits = lock.withLock {
                    if state.isOver || state.demand > .none { return false }
                    state.waiting = continuation
                    return true
                }
                if !waits { continuation.resume() }
            }
        }
    }

    /// Hands over a value, for which there must be demand.
    @usableFromInline
    package func send(_ output: Output) {
        let isOver = lock.withLock {
            state.demand -= 1
            return state.isOver
        }
        if isOver { return }
        let more = value(output)
        if more > .none { lock.withLock { state.demand += more } }
    }

    /// Ends the stream.
    @usableFromInline
    package func finish(_ completion: Subscribers.Completion<Failure>) {
        if letGo() { control(.completion(completion)) }
    }

    // MARK: The subscriber's side

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        guard demand > .none else {
            if status.isFirstReport(of: .requestForNothing) { Diagnostics.report(.requestForNothing, at: name) }
            return
        }
        let (waiting, work) = lock.withLock {
            state.demand += demand
            return (state.waiting.take(), state.work.take())
        }
        waiting?.resume()
        if let work { start(work) }
    }

    private func start(_ work: @escaping Work) {
        let task = Task(executorPreference: executor) {
            // What is not wanted any more when its turn comes does not begin.
            if !Task.isCancelled { await work(self) }
        }
        let isOver = lock.withLock {
            // If it has ended meanwhile there is nothing left to cancel, and the task must not be kept.
            if !state.isOver { state.task = task }
            return state.isOver
        }
        if isOver { task.cancel() }
    }

    @usableFromInline
    package func cancel() {
        _ = letGo(cancelling: true)
    }

    /// Drops everything. The first to do so, the task or a cancellation, decides how it ends.
    ///
    /// - Returns: Whether this call was the first.
    private func letGo(cancelling: Bool = false) -> Bool {
        // What is taken out is released at the end, outside the lock.
        let (old, isFirst) = lock.withLock { () -> (State, Bool) in
            let old = state
            state = State()
            state.isOver = true
            return (old, !old.isOver)
        }
        if cancelling { old.task?.cancel() }
        old.waiting?.resume()
        return isFirst
    }
}
