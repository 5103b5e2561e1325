/// The way from an operator to its subscriber that leads through a scheduler: a queue that only jobs of that scheduler
/// drain, one at a time.
///
/// A burst takes one job, not one for each value, and so order is kept on concurrent queues too. A lane is only the
/// queue and the rule of who drains it; whoever owns the lane schedules the jobs and delivers.
@usableFromInline
package final class Lane<Output, Failure: Error>: @unchecked Sendable {
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
        /// A job is draining the queue.
        case running
        /// A job has drained what it found, and is just scheduling the next.
        case handingOver
        /// That next job has come before the scheduling call returned, and left the work to the job that made it.
        case handedBack
    }

    @usableFromInline
    package init(on scheduler: any Scheduler) {
        self.scheduler = scheduler
    }

    /// Adds `item`.
    ///
    /// - Returns: Whether the caller must schedule a job, which is to call ``run(next:_:)``.
    @inlinable
    package func append(_ item: Item) -> Bool {
        lock.withLock {
            if isClosed { return false }
            queue.append(item)
            if state != .idle { return false }
            state = .scheduled
            return true
        }
    }

    /// Claims the lane for the job that is running now, so that what it causes is delivered by itself.
    ///
    /// - Returns: Whether the lane was free. If so the job must call ``drain(next:_:)``.
    @inlinable
    package func claim() -> Bool {
        lock.withLock {
            switch state {
            case .idle, .scheduled:
                state = .running
                return true
            case .handingOver:
                state = .handedBack
                return false
            case .running, .handedBack:
                return false
            }
        }
    }

    /// What a scheduled job does: delivers what is waiting, and has the rest, if more has come meanwhile, delivered by
    /// another job, so that others have their turn in between.
    @inlinable
    package func run(next job: @escaping @Sendable () -> Void, _ deliver: (Item) -> Void) {
        if claim() { drain(next: job, deliver) }
    }

    @inlinable
    package func drain(next job: @escaping @Sendable () -> Void, _ deliver: (Item) -> Void) {
        repeat {
            var batch = ContiguousArray<Item>()
            lock.withLock { swap(&batch, &queue) }
            if batch.count > 1 { batch.reverse() }
            while let item = batch.popLast() { deliver(item) }
        } while !handOver(to: job)
    }

    /// Leaves what has come meanwhile to another job. A scheduler that runs its jobs at once would nest one in the next
    /// without end, so a job that comes inside the scheduling call returns, and this is `false`.
    @inlinable
    func handOver(to job: @escaping @Sendable () -> Void) -> Bool {
        let isDone = lock.withLock {
            state = queue.isEmpty ? .idle : .handingOver
            return queue.isEmpty
        }
        if isDone { return true }
        scheduler.schedule(job)
        return lock.withLock {
            let isTaken = state != .handedBack
            state = isTaken ? .scheduled : .running
            return isTaken
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
