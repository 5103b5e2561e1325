/// The way from an operator to its subscriber that leads through a scheduler: a queue that only jobs of that scheduler
/// drain, one at a time.
///
/// A burst takes one job, not one for each value, and so order is kept on concurrent queues too. What comes while a job
/// delivers is for another job, so that others have their turn in between. That one is scheduled at once: whatever is put
/// on the scheduler's queue after the item also runs after it.
///
/// There are two facts. `isAwaited`: a job is on its way, and never are there two. `isDraining`: one is delivering. What is
/// in the queue waits for the job that is awaited, or, when that has come already and must not deliver beside another, for
/// the one that is draining.
///
/// | event | idle | awaited | draining | draining, awaited |
/// |---|---|---|---|---|
/// | an item comes | awaited: schedule a job | it waits | awaited as well, if it is the first: schedule a job | it waits |
/// | a timer's job comes | awaited, and it is this very job | – | – | – |
/// | the job comes | | draining: it takes the queue | | draining: it leaves the queue |
/// | the queue is delivered | | | idle, or again if something was left | awaited |
/// | the job will never come | | idle: what waits is lost | | draining: what waits is lost |
///
/// The ending is the last that comes. It is not lost with its job: the one that is draining delivers it, or it is worth a
/// second job; a third it is not.
@usableFromInline
package final class SchedulerQueue<Output, Failure: Error>: @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    @usableFromInline package let scheduler: any Scheduler
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var queue = Batch()
    @usableFromInline @exclusivity(unchecked) var isAwaited = false
    @usableFromInline @exclusivity(unchecked) var isDraining = false
    @usableFromInline @exclusivity(unchecked) var isClosed = false
    /// Whether the last job was thrown away in the very call that scheduled it.
    @usableFromInline @exclusivity(unchecked) var isRefused = false
    private var isEndingRepeated = false

    /// What is delivered in one go: values, the ending behind them.
    @frozen
    @usableFromInline
    package struct Batch {
        /// A job has the first of them last.
        @usableFromInline var values = ContiguousArray<Output>()
        @usableFromInline package var ending: Subscribers.Completion<Failure>?

        @inlinable
        package init() {}

        @inlinable var isEmpty: Bool { values.isEmpty && ending == nil }

        /// The ending for the subscriber, if there is one and the subscription has not been cancelled.
        @inlinable
        mutating func takeEnding(unless status: borrowing SubscriptionState) -> SubscriberSignal<Failure>? {
            guard let ending = ending.take(), !status.isCancelled else { return nil }
            return .completion(ending)
        }
    }

    @usableFromInline
    package init(on scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    /// Adds a value.
    ///
    /// - Returns: Whether the caller must schedule a job, which is to call ``begin(_:)``.
    @inlinable
    package func append(_ value: Output) -> Bool {
        lock.withLock {
            if isClosed { return false }
            let isFirst = isFirst
            queue.values.append(value)
            if isFirst { isAwaited = true }
            return isFirst
        }
    }

    /// Adds the ending.
    ///
    /// - Returns: Whether the caller must schedule a job, which is to call ``begin(_:)``.
    @usableFromInline
    package func append(ending: Subscribers.Completion<Failure>) -> Bool {
        lock.withLock {
            if isClosed { return false }
            let isFirst = isFirst
            queue.ending = ending
            if isFirst { isAwaited = true }
            return isFirst
        }
    }

    @inlinable var isFirst: Bool { queue.isEmpty && !isAwaited }

    /// Makes the job that is running now, a timer's, the one that is awaited, so that it delivers what it causes by itself.
    ///
    /// - Returns: Whether it is. If so the job must call ``begin(_:)``.
    @inlinable
    package func claim() -> Bool {
        lock.withLock {
            if isAwaited || isDraining { return false }
            isAwaited = true
            return true
        }
    }

    /// Hands over the job that is awaited now.
    ///
    /// It does what `OnceAction.handOver` does, with less on the stack while the job runs.
    @inline(__always)
    package func schedule(_ job: inout OnceAction) {
        give(job)
        OnceAction.noteKept(&job)
    }

    /// Apart, so that of this call no reference is left when it is over.
    @inline(never)
    private func give(_ job: OnceAction) { scheduler.schedule { job.run() } }

    /// Begins the job that was awaited.
    ///
    /// Whoever calls this delivers the values that ``next(_:)`` gives, and then the ending that the batch may have: so there
    /// is nothing of the queue on the stack when the subscriber is called.
    ///
    /// - Returns: Whether the job may deliver, which it may not while another does.
    @inlinable
    @inline(never)
    package func begin(_ batch: inout Batch) -> Bool {
        lock.withLock {
            isAwaited = false
            isRefused = false
            if isDraining { return false }
            isDraining = true
            takeQueue(&batch)
            return true
        }
    }

    /// The next value that the job is to deliver. Behind the last the job is over, but for the ending.
    @inlinable
    package func next(_ batch: inout Batch) -> Output? {
        if batch.values.isEmpty, batch.ending == nil { goOn(&batch) }
        return batch.values.popLast()
    }

    /// Takes what was left by a job that found another one delivering.
    @inlinable
    @inline(never)
    func goOn(_ batch: inout Batch) {
        lock.withLock {
            isDraining = !isAwaited && !queue.isEmpty
            if isDraining {
                takeQueue(&batch)
            } else if queue.isEmpty && batch.values.capacity <= 64 {
                // Empty, it is memory for the next values.
                swap(&batch, &queue)
            }
        }
    }

    @inlinable
    func takeQueue(_ batch: inout Batch) {
        swap(&batch, &queue)
        if batch.values.count > 1 { batch.values.reverse() }
    }

    /// What comes of a job that the scheduler has thrown away.
    package struct Loss {
        /// How many values were waiting for it and are lost.
        package var count = 0
        /// How many may be asked for in place of those. None may, if the scheduler throws away one job after the other as
        /// soon as it gets it: an upstream that answers at once would never come to an end.
        package var open = 0
        /// Whether another job has to be scheduled, for the ending.
        package var needsJob = false
    }

    /// Goes on without the job that was awaited.
    ///
    /// - Parameter atOnce: Whether it was thrown away in the call that scheduled it.
    /// - Returns: `nil` if nothing was waiting for the job.
    package func loseJob(atOnce: Bool) -> Loss? {
        var dropped = Batch()
        return lock.withLock {
            isAwaited = false
            if queue.isEmpty { return nil }
            swap(&dropped, &queue)
            if !isEndingRepeated, dropped.ending != nil {
                isEndingRepeated = true
                queue.ending = dropped.ending.take()
                isAwaited = !isDraining
            }
            defer { isRefused = atOnce }
            let count = dropped.values.count
            return Loss(count: count, open: atOnce && isRefused ? 0 : count, needsJob: isAwaited)
        }
        // `dropped` is released here, outside the lock.
    }

    /// Drops what is waiting, and whatever comes later.
    package func close() {
        var dropped = Batch()
        lock.withLock {
            isClosed = true
            swap(&dropped, &queue)
        }
        // `dropped` is released here, outside the lock.
    }
}
