/// What stands between a publisher and a task that takes its values one by one: a subscriber that asks for everything
/// and keeps what the task has not taken yet.
///
/// What decides is one lock over the queue, those who wait and the ending:
///
/// - A value finds somebody waiting, and is laid ready for him whatever the policy says, or it goes into the queue.
/// - Whoever comes for a value takes one from the queue, or the ending, or waits. Looking and beginning to wait are one
///   step, so no value, ending or cancellation can fall in between.
/// - Whoever waits is taken out under the lock by the one who resumes it, so it is resumed exactly once, and always after
///   the lock: resuming may run a task executor's code.
/// - Whoever is resumed looks again. What is handed over lies under the lock and not in the continuation's result: that is
///   in the memory of the task, where ThreadSanitizer does not see the runtime's own synchronisation in optimised code.
@usableFromInline
package final class AsyncBuffer<Element: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    @usableFromInline package typealias Outcome = Result<Element?, Failure>
    @usableFromInline package static var _releasesSubscription: Bool { true }
    @usableFromInline let end = EndSlot()
    @usableFromInline let lock = Lock()
    @usableFromInline let policy: ValueBuffering
    @usableFromInline let name: any Any.Type
    @usableFromInline @exclusivity(unchecked) var queue = Queue<Element>()
    /// The values of those who have been resumed and not been here yet.
    @usableFromInline @exclusivity(unchecked) var handedOver = Queue<Element>()
    /// Usually one at most: an iterator is not `Sendable`, but copies of it may wait side by side on one actor.
    @usableFromInline @exclusivity(unchecked) var waiting = Queue<UnsafeContinuation<Void, Never>>()
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
        let waiter = lock.withLock { () -> UnsafeContinuation<Void, Never>? in
            // After the end, or a cancellation from another thread, nobody takes it any more.
            if completion != nil { return nil }
            if let waiter = waiting.popFirst() {
                handedOver.append(input)
                return waiter
            }
            surplus = keep(input)
            return nil
        }
        waiter?.resume()
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
        while true {
            if let outcome = takeNow() { return outcome }
            await withTaskCancellationHandler {
                await withUnsafeContinuation(isolation: isolation) { continuation in
                    if !beginWaiting(continuation) { continuation.resume() }
                }
            } onCancel: {
                cancel()
            }
        }
    }

    /// What can be had without waiting.
    @inlinable
    package func takeNow() -> Outcome? {
        lock.withLock { take() }
    }

    /// Has `continuation` wait, unless there is something to take.
    @inlinable
    func beginWaiting(_ continuation: UnsafeContinuation<Void, Never>) -> Bool {
        lock.withLock {
            guard handedOver.isEmpty, queue.isEmpty, completion == nil else { return false }
            waiting.append(continuation)
            return true
        }
    }

    /// Takes a value or the ending. Whoever calls this holds the lock.
    @inlinable
    func take() -> Outcome? {
        if let value = handedOver.popFirst() ?? queue.popFirst() { return .success(value) }
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
        var kept = (Queue<Element>(), Queue<Element>())
        let released = lock.withLock {
            swap(&kept.0, &handedOver)
            swap(&kept.1, &queue)
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
    @usableFromInline package var isCancelled: Bool { end.status.entry.contains(.cancelled) }

    private func takeWaiting() -> Queue<UnsafeContinuation<Void, Never>> {
        var released = Queue<UnsafeContinuation<Void, Never>>()
        swap(&released, &waiting)
        return released
    }

    private func resume(_ waiters: consuming Queue<UnsafeContinuation<Void, Never>>) {
        while let waiter = waiters.popFirst() { waiter.resume() }
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
