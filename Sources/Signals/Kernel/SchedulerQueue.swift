/// The way from an operator to its subscriber that leads through a scheduler: a queue that only jobs of that scheduler
/// drain, one at a time.
///
/// A burst takes one job, not one for each value, and so order is kept on concurrent queues too. It is only the
/// queue and the rule of who drains it; whoever owns the queue schedules the jobs and delivers.
@usableFromInline
package final class SchedulerQueue<Output, Failure: Error>: @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    @usableFromInline package let scheduler: any Scheduler
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var queue = ContiguousArray<Item>()
    @usableFromInline @exclusivity(unchecked) var state = State.idle
    @usableFromInline @exclusivity(unchecked) var isClosed = false

    @frozen
    @usableFromInline
    package enum Item {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
    }

    @frozen
    @usableFromInline
    enum State {
        /// No job is on its way.
        case idle
        /// A job has been scheduled.
        case scheduled
        /// A job is there, and will drain the queue.
        case claimed
        /// It has taken what was in the queue, and is delivering that.
        case running
        /// Meanwhile more has come, for which another job has been scheduled.
        case runningBeforeNext
        /// That other job has come already, and left its work to the one that is still running.
        case handedBack
    }

    @usableFromInline
    package init(on scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    /// Adds `item`.
    ///
    /// What comes while a job delivers is for another job, so that others have their turn in between. That one is scheduled
    /// at once: whatever is put on the scheduler's queue after the item also runs after it.
    ///
    /// - Returns: Whether the caller must schedule a job, which is to call ``run(_:)``.
    @inlinable
    package func append(_ item: Item) -> Bool {
        lock.withLock {
            if isClosed { return false }
            queue.append(item)
            switch state {
            case .idle: state = .scheduled
            case .running: state = .runningBeforeNext
            case .scheduled, .claimed, .runningBeforeNext, .handedBack: return false
            }
            return true
        }
    }

    /// Claims the queue for the job that is running now, so that what it causes is delivered by itself.
    ///
    /// - Returns: Whether the queue was free. If so the job must call ``drain(_:)``.
    @inlinable
    package func claim() -> Bool {
        lock.withLock {
            switch state {
            case .idle, .scheduled:
                state = .claimed
                return true
            case .runningBeforeNext:
                // On a concurrent queue, or from inside the scheduling call.
                state = .handedBack
                return false
            case .claimed, .running, .handedBack:
                return false
            }
        }
    }

    /// What a scheduled job does: delivers what is waiting.
    @inlinable
    package func run(_ deliver: (Item) -> Void) {
        if claim() { drain(deliver) }
    }

    @inlinable
    package func drain(_ deliver: (Item) -> Void) {
        repeat {
            var batch = ContiguousArray<Item>()
            lock.withLock {
                swap(&batch, &queue)
                state = .running
            }
            if batch.count > 1 { batch.reverse() }
            while let item = batch.popLast() { deliver(item) }
        } while !finish()
    }

    /// Ends a job, unless the next one has left it its work.
    @inlinable
    func finish() -> Bool {
        lock.withLock {
            switch state {
            case .runningBeforeNext: state = .scheduled
            case .handedBack: return false
            case .idle, .scheduled, .claimed, .running: state = .idle
            }
            return true
        }
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
