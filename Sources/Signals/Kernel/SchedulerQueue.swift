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
/// An ending is not lost with its job. The one that is draining delivers it, or it is worth a second job; a third it is not.
@usableFromInline
package final class SchedulerQueue<Output, Failure: Error>: @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    @usableFromInline package let scheduler: any Scheduler
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var queue = ContiguousArray<Item>()
    @usableFromInline @exclusivity(unchecked) var isAwaited = false
    @usableFromInline @exclusivity(unchecked) var isDraining = false
    @usableFromInline @exclusivity(unchecked) var isClosed = false
    /// Whether the last job was thrown away in the very call that scheduled it.
    @usableFromInline @exclusivity(unchecked) var isRefused = false
    private var isEndingRepeated = false

    @frozen
    @usableFromInline
    package enum Item {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
    }

    @usableFromInline
    package init(on scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    /// Adds `item`.
    ///
    /// - Returns: Whether the caller must schedule a job, which is to call ``run(_:)``.
    @inlinable
    package func append(_ item: Item) -> Bool {
        lock.withLock {
            if isClosed { return false }
            let isFirst = queue.isEmpty && !isAwaited
            queue.append(item)
            if isFirst { isAwaited = true }
            return isFirst
        }
    }

    /// Makes the job that is running now, a timer's, the one that is awaited, so that it delivers what it causes by itself.
    ///
    /// - Returns: Whether it is. If so the job must call ``run(_:)``.
    @inlinable
    package func claim() -> Bool {
        lock.withLock {
            if isAwaited || isDraining { return false }
            isAwaited = true
            return true
        }
    }

    /// What the job does that was awaited: delivers what is waiting.
    @inlinable
    package func run(_ deliver: (Item) -> Void) {
        var batch = ContiguousArray<Item>()
        guard begin(&batch) else { return }
        repeat {
            if batch.count > 1 { batch.reverse() }
            while let item = batch.popLast() { deliver(item) }
        } while goOn(&batch)
    }

    @inlinable
    func begin(_ batch: inout ContiguousArray<Item>) -> Bool {
        lock.withLock {
            isAwaited = false
            isRefused = false
            if isDraining { return false }
            isDraining = true
            swap(&batch, &queue)
            return true
        }
    }

    /// Takes what was left by a job that found another one delivering.
    @inlinable
    func goOn(_ batch: inout ContiguousArray<Item>) -> Bool {
        lock.withLock {
            isDraining = !isAwaited && !queue.isEmpty
            if isDraining || queue.isEmpty && batch.capacity <= 64 {
                // Empty, it is memory for the next values.
                swap(&batch, &queue)
            }
            return isDraining
        }
    }

    /// What comes of a job that the scheduler has thrown away.
    package struct Loss {
        /// How much was waiting for it and is lost.
        package var count = 0
        /// How many values may be asked for in place of those. None may, if the scheduler throws away one job after the
        /// other as soon as it gets it: an upstream that answers at once would never come to an end.
        package var open = 0
        /// Whether another job has to be scheduled, for the ending.
        package var needsJob = false
    }

    /// Goes on without the job that was awaited.
    ///
    /// - Parameter atOnce: Whether it was thrown away in the call that scheduled it.
    /// - Returns: `nil` if nothing was waiting for the job.
    package func loseJob(atOnce: Bool) -> Loss? {
        var dropped = ContiguousArray<Item>()
        return lock.withLock {
            isAwaited = false
            if queue.isEmpty { return nil }
            swap(&dropped, &queue)
            if !isEndingRepeated, case .completion = dropped.last {
                isEndingRepeated = true
                queue.append(dropped.removeLast())
                isAwaited = !isDraining
            }
            defer { isRefused = atOnce }
            let count = dropped.count
            return Loss(count: count, open: atOnce && isRefused ? 0 : count, needsJob: isAwaited)
        }
        // `dropped` is released here, outside the lock.
    }

    /// Drops what is waiting, and whatever comes later.
    package func close() {
        var dropped = ContiguousArray<Item>()
        lock.withLock {
            isClosed = true
            swap(&dropped, &queue)
        }
        // `dropped` is released here, outside the lock.
    }
}
