/// What stands between a publisher and a task that takes its values one by one: a subscriber that asks for everything
/// and keeps what the task has not taken yet.
///
/// What decides is one lock over the queue, those who wait and the ending:
///
/// - A value finds somebody waiting, and then nothing is queued, or it goes into the queue.
/// - Whoever comes for a value takes one from the queue, or the ending, or waits. Looking and beginning to wait are one
///   step, so no value, ending or cancellation can fall in between.
/// - Whoever waits is taken out under the lock by the one who resumes it, so it is resumed exactly once, and always after
///   the lock: resuming may run a task executor's code.
@usableFromInline
package final class AsyncBuffer<Element: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    @usableFromInline package typealias Outcome = Result<Element?, Failure>
    @usableFromInline let end = EndAttachment()
    @usableFromInline let lock = Lock()
    @usableFromInline let policy: ValueBuffering
    @usableFromInline let name: any Any.Type
    @usableFromInline @exclusivity(unchecked) var queue = Queue<Element>()
    /// Usually one at most: an iterator is not `Sendable`, but copies of it may wait side by side on one actor.
    @usableFromInline @exclusivity(unchecked) var waiting = Queue<UnsafeContinuation<Outcome, Never>>()
    @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
    @usableFromInline @exclusivity(unchecked) var dropped = 0

    /// - Parameter name: The type to name in reports.
    @usableFromInline
    package init(_ policy: ValueBuffering, name: any Any.Type) {
        self.policy = policy
        self.name = name
    }

    // MARK: The publisher's side

    @usableFromInline
    package func receive(subscription: any Subscription) {
        end.begin(subscription, for: name)
    }

    @inlinable
    package func receive(_ input: Element) -> Subscribers.Demand {
        guard end.isAttached else {
            end.refuse(at: name)
            return .none
        }
        var surplus: Element?
        let waiter = lock.withLock { () -> UnsafeContinuation<Outcome, Never>? in
            // After the end, or a cancellation from another thread, nobody takes it any more.
            if completion != nil { return nil }
            if let waiter = waiting.popFirst() { return waiter }
            surplus = keep(input)
            return nil
        }
        waiter?.resume(returning: .success(input))
        // What was dropped is released here, outside the lock.
        withExtendedLifetime(surplus) {}
        return .none
    }

    /// Queues `input`, and returns what has to go for it.
    @inlinable
    func keep(_ input: Element) -> Element? {
        switch policy {
        case .newest(let limit) where queue.count >= limit:
            dropped += 1
            if limit == 0 { return input }
            queue.append(input)
            return queue.popFirst()
        case .oldest(let limit) where queue.count >= limit:
            dropped += 1
            return input
        case .unbounded, .newest, .oldest:
            queue.append(input)
            return nil
        }
    }

    @usableFromInline
    package func receive(completion: Subscribers.Completion<Failure>) {
        guard end.end(for: name) else { return }
        let released = lock.withLock {
            if self.completion == nil { self.completion = completion }
            return takeWaiting()
        }
        resume(released)
    }

    // MARK: The task's side

    /// The next value; or `nil`, or the failure once, when there are no more.
    ///
    /// A cancelled task is given `nil`, and what had been kept is dropped. Upstream is cancelled at the moment when the
    /// task is, if it waits here, and otherwise when it next comes here.
    @inlinable
    package func next(isolation: isolated (any Actor)?) async -> Outcome {
        if Task.isCancelled { cancel() }
        if let outcome = takeNow() { return outcome }
        return await withTaskCancellationHandler {
            await withUnsafeContinuation(isolation: isolation) { continuation in
                if let outcome = takeOrWait(continuation) { continuation.resume(returning: outcome) }
            }
        } onCancel: {
            cancel()
        }
    }

    /// What can be had without waiting.
    @inlinable
    package func takeNow() -> Outcome? {
        lock.withLock { take() }
    }

    @inlinable
    func takeOrWait(_ continuation: UnsafeContinuation<Outcome, Never>) -> Outcome? {
        lock.withLock {
            if let outcome = take() { return outcome }
            waiting.append(continuation)
            return nil
        }
    }

    /// Takes a value or the ending. Whoever calls this holds the lock.
    @inlinable
    func take() -> Outcome? {
        if let value = queue.popFirst() { return .success(value) }
        switch completion {
        case nil: return nil
        case .finished: return .success(nil)
        case .failure(let error):
            completion = .finished
            return .failure(error)
        }
    }

    /// Cancels upstream, drops what is kept, and gives `nil` to whoever waits or comes later.
    @usableFromInline
    package func cancel() {
        end.cancel()
        var kept = Queue<Element>()
        let released = lock.withLock {
            swap(&kept, &queue)
            completion = .finished
            return takeWaiting()
        }
        resume(released)
        // Released last, for a `deinit` may do anything.
        withExtendedLifetime(kept) {}
    }

    /// How many values the policy has dropped.
    @usableFromInline package var droppedCount: Int { lock.withLock { dropped } }

    /// Whether the task's side has cancelled: then nothing more may be delivered, taken or not.
    @usableFromInline package var isCancelled: Bool { end.ledger.entry.contains(.cancelled) }

    private func takeWaiting() -> Queue<UnsafeContinuation<Outcome, Never>> {
        var released = Queue<UnsafeContinuation<Outcome, Never>>()
        swap(&released, &waiting)
        return released
    }

    private func resume(_ waiters: consuming Queue<UnsafeContinuation<Outcome, Never>>) {
        while let waiter = waiters.popFirst() {
            // Where anybody waited nothing was left to take, so this is the ending: a failure goes to the first.
            waiter.resume(returning: takeNow() ?? .success(nil))
        }
    }
}

/// Cancels an ``AsyncBuffer`` when the last reference to this goes: the publisher itself keeps the buffer alive.
@usableFromInline
package final class AsyncBufferOwner<Element: Sendable, Failure: Error>: Sendable {
    @usableFromInline package let buffer: AsyncBuffer<Element, Failure>

    @usableFromInline
    package init(_ buffer: AsyncBuffer<Element, Failure>) {
        self.buffer = buffer
    }

    deinit {
        buffer.cancel()
    }
}
