import Signals

extension VirtualTimeScheduler: Clock {
    /// The clock's instants are the scheduler's.
    public typealias Instant = SchedulerInstant
    /// Durations are the standard library's.
    public typealias Duration = Swift.Duration

    /// One nanosecond, though instants may be finer than that.
    public var minimumResolution: Swift.Duration { .nanoseconds(1) }

    /// Suspends the task until somebody advances time to `deadline`.
    ///
    /// A sleeping task has its place among the scheduled actions, by instant and sequence number, and counts as a
    /// pending one. It does not wait at all if the deadline is the present moment or has passed. How the woken task is
    /// given the time to run is told at ``settle()``.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled. Its place is free at once.
    public func sleep(until deadline: SchedulerInstant, tolerance: Swift.Duration? = nil) async throws {
        // Going to sleep and coming back happen on the counting executor, whatever the task runs on otherwise, so that
        // settling sees both.
        try await withTaskExecutorPreference(executor) {
            try Task.checkCancellation()
            let gate = Gate()
            let added = timeline.withLock { $0.addSleep(until: deadline) { gate.open() } }
            guard let job = added else { return }
            resumeAttendants()
            let place = ScheduledJob(job: job, timeline: timeline)
            try await gate.wait { place.cancel() }
        }
    }

    /// How many tasks are asleep on this clock.
    public var sleeperCount: Int { timeline.withLock { $0.sleeperCount } }
}
