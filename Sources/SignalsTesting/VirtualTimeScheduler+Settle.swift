import Signals

// Settling is a handshake, not a wait. What can be known exactly is whether the scheduler's own task executor has
// anything to run; going to sleep on the clock and waking up always happen there. What cannot be known is whether a
// task on a foreign executor still runs, since no executor tells: for those there is the number of sleepers.

extension VirtualTimeScheduler {
    /// The executor whose tasks ``settle()`` knows exactly; it runs one job at a time, in the order in which they come.
    ///
    /// For `withTaskExecutorPreference`, task groups, and `Task(executorPreference:)`. Child tasks and default actors
    /// follow the preference; an unstructured `Task { }` made inside does not.
    public var taskExecutor: any TaskExecutor { executor }

    /// Starts a task that ``settle()`` knows exactly.
    ///
    /// ```swift
    /// let scheduler = VirtualTimeScheduler()
    /// let polling = scheduler.task { await model.poll(every: .seconds(1), clock: scheduler) }
    /// await scheduler.settle(after: .seconds(3))
    /// #expect(model.polls == 3)
    /// polling.cancel()
    /// ```
    @discardableResult
    public func task<Success: Sendable>(
        priority: TaskPriority? = nil, operation: sending @escaping @isolated(any) () async throws -> Success
    ) -> Task<Success, any Error> {
        Task(executorPreference: executor, priority: priority, operation: operation)
    }

    /// Lets the tasks that wait on this clock run, until none of them can go on without time moving.
    ///
    /// Time stands still meanwhile, and no scheduled action runs. What this waits for:
    /// - A task started with ``task(priority:operation:)``, or on ``taskExecutor``, its child tasks and the default
    ///   actors that it calls: until each is asleep, has ended, or waits for something that none of the others will do.
    /// - The main actor: after that it gets a turn, in which everything runs that was ready for it; if anything came
    ///   back to the clock from there, all of this begins again. So code that alternates between the main actor and
    ///   this clock, in such a task, is followed to the end.
    /// - Any other task: until it has been woken, not until it has done what it does next, for which Swift offers no
    ///   sign. If it goes to sleep again, ``settle(untilSleeping:)`` waits for that.
    ///
    /// It returns early if the calling task is cancelled. A task that is blocked, or is never without work, keeps it
    /// waiting.
    public nonisolated(nonsending) func settle() async {
        // A task of its own, which is not on the counting executor: the caller may be, and must not wait for itself.
        let settling = Task.detached { [executor] in
            var total: Int
            repeat {
                total = executor.total
                try await executor.idle()
                await MainActor.run {}
            } while executor.total != total
        }
        await withTaskCancellationHandler {
            _ = await settling.result
        } onCancel: {
            settling.cancel()
        }
    }

    /// Waits until at least `count` tasks are asleep on this clock, then settles.
    ///
    /// It is the exact handshake for tasks that the scheduler did not start: the test knows how many will sleep. It
    /// returns early if the calling task is cancelled.
    public nonisolated(nonsending) func settle(untilSleeping count: Int) async {
        let gate = Gate()
        attendants.withLock { $0.append(Attendant(count: count, gate: gate)) }
        resumeAttendants()
        try? await gate.wait()
        await settle()
    }

    /// Moves time on by `duration`, from one action to the next, and settles after each.
    ///
    /// So a task that sleeps again and again wakes at every one of its deadlines, where ``advance(by:)``, which does
    /// not wait for tasks, would have arrived before it could go to sleep a second time; and tasks and actions that
    /// meet at an instant take turns in the order of their sequence numbers. Actions run in the caller's
    /// isolation, those of ``main`` on the main actor wherever this is called.
    public nonisolated(nonsending) func settle(after duration: Swift.Duration) async {
        await settle(until: now.advanced(by: max(duration, .zero)))
    }

    /// Moves time on to `instant`, from one action to the next, and settles after each.
    ///
    /// If `instant` has passed, this runs what is due now and settles.
    public nonisolated(nonsending) func settle(until instant: SchedulerInstant) async {
        let target = min(instant, Timeline.end)
        await settle()
        while !Task.isCancelled, let next = nextInstant(onTheWayTo: target) {
            await runOneWhereItBelongs(through: next)
            // After each action, not after each instant: what it woke comes before the next action of the same instant.
            await settle()
        }
    }

    /// The next instant at which something is due, or nil once time has arrived at `target` with nothing left before.
    func nextInstant(onTheWayTo target: SchedulerInstant) -> SchedulerInstant? {
        turningTheWheel { timeline.withLock { $0.nextDue(onTheWayTo: target) } }
    }

    private nonisolated(nonsending) func runOneWhereItBelongs(through instant: SchedulerInstant) async {
        if runOne(through: instant, canRunOnMainActor: MainThreadMark.isHere) == .belongsOnMainActor {
            await MainActor.run { _ = runOne(through: instant, canRunOnMainActor: true) }
        }
    }

    /// Lets those go on who waited for as many sleepers as there are now.
    ///
    /// Whoever goes to sleep, and whoever begins to wait, calls this afterwards: the later of the two sees both.
    func resumeAttendants() {
        let count = sleeperCount
        let ready = attendants.withLock { attendants in
            let ready = attendants.filter { $0.count <= count }
            attendants.removeAll { $0.count <= count }
            return ready
        }
        for attendant in ready { attendant.gate.open() }
    }
}

/// Somebody who waits until so many tasks sleep.
struct Attendant: Sendable {
    let count: Int
    let gate: Gate
}
