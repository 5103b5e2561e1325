extension Publisher where Output: Sendable {
    /// Subscribes with closures that run on `actor`, in the order in which the values come, one after another.
    ///
    /// ```swift
    /// readings.sink(on: recorder) { (recorder: isolated Recorder, reading) in recorder.add(reading) }
    /// ```
    ///
    /// The values are awaited and delivered by one task. A closure may be asynchronous; the next value waits for it, and
    /// values that come meanwhile are kept without bound. Everything is asked for.
    ///
    /// - Parameters:
    ///   - actor: Where the closures run.
    ///   - ownership: By default the actor is not kept, so an actor may subscribe with itself; when a value comes and the
    ///     actor has gone, upstream is cancelled.
    ///   - receiveCompletion: Is called with the actor and the ending.
    ///   - receiveValue: Is called with the actor and each value.
    /// - Returns: A handle that cancels the subscription and its task when it is released. What is cancelled on the actor
    ///   delivers nothing more.
    public func sink<A: Actor>(
        on actor: A, ownership: ObjectOwnership = .weak,
        receiveCompletion: @escaping @Sendable (isolated A, Subscribers.Completion<Failure>) async -> Void,
        receiveValue: @escaping @Sendable (isolated A, Output) async -> Void
    ) -> AnyCancellable {
        let sink = ActorSink(
            target: AssignmentTarget(actor, ownership), receiveCompletion: receiveCompletion, receiveValue: receiveValue
        )
        receive(subscriber: sink.buffer)
        let task = Task { await sink.run() }
        return AnyCancellable { [buffer = sink.buffer] in
            buffer.cancel()
            task.cancel()
        }
    }
}

extension Publisher where Output: Sendable, Failure == Never {
    /// Subscribes with a closure that runs on `actor`, in the order in which the values come, one after another.
    ///
    /// The actor is not kept, unless `ownership` says so. A closure may be asynchronous; the next value waits for it.
    ///
    /// - Returns: A handle that cancels the subscription and its task when it is released.
    public func sink<A: Actor>(
        on actor: A, ownership: ObjectOwnership = .weak,
        receiveValue: @escaping @Sendable (isolated A, Output) async -> Void
    ) -> AnyCancellable {
        sink(on: actor, ownership: ownership, receiveCompletion: { _, _ in }, receiveValue: receiveValue)
    }
}

/// What the task of one subscription does.
private struct ActorSink<A: Actor, Output: Sendable, Failure: Error>: Sendable {
    typealias Buffer = AsyncBuffer<Output, Failure>

    let buffer = Buffer(.unbounded, name: Self.self)
    let target: AssignmentTarget<A>
    let receiveCompletion: @Sendable (isolated A, Subscribers.Completion<Failure>) async -> Void
    let receiveValue: @Sendable (isolated A, Output) async -> Void

    func run() async {
        while true {
            // Waited for off the actor, which is only held while something is delivered.
            let outcome = await buffer.next(isolation: nil)
            guard let actor = target.object else { return buffer.cancel() }
            guard await deliver(outcome, on: actor) else { return }
        }
    }

    /// Delivers `outcome`, and of what waits already as much as may be done in one visit to the actor.
    ///
    /// - Returns: Whether more may come.
    private func deliver(_ outcome: Buffer.Outcome, on actor: isolated A) async -> Bool {
        var outcome = outcome
        for remaining in (0..<64).reversed() {
            if buffer.isCancelled { return false }
            switch outcome {
            case .success(let value?): await receiveValue(actor, value)
            case .success(nil):
                await receiveCompletion(actor, .finished)
                return false
            case .failure(let error):
                await receiveCompletion(actor, .failure(error))
                return false
            }
            guard remaining > 0, let next = buffer.takeNow() else { return true }
            outcome = next
        }
        return true
    }
}
