import Signals

/// What is to be done on a virtual time line, and how far the line has come: a pure machine, kept behind a lock.
///
/// Nothing of a user's runs in here. What leaves the line, to be called or to be released, is returned to the caller.
struct Timeline: Sendable {
    typealias Action = @Sendable () -> Void

    /// Where an action wants to run.
    enum Place: Sendable {
        case anywhere
        case mainActor
    }

    private struct Job: Sendable {
        let action: Action
        let place: Place
        var isSleepingTask = false
        /// When a repeating job is due. Nil for one that is done once.
        let grid: TimeGrid?
    }

    /// A job whose turn has come.
    struct Turn: Sendable {
        let job: UInt64
        let action: Action
        let place: Place
        /// The place in the order that the next repetition gets, taken before the action runs. Nil: done once.
        let repetition: UInt64?
    }

    private(set) var now = SchedulerInstant.zero
    private(set) var scheduledCount = 0
    private(set) var timerCount = 0
    private(set) var executedCount = 0
    private(set) var sleeperCount = 0
    private var heap = DueHeap()
    private var jobs: [UInt64: Job] = [:]
    private var nextSequence: UInt64 = 0

    /// Exact: a job called off is gone from here at once, and a repeating one stays while its own action runs.
    var pendingCount: Int { jobs.count }

    /// The last instant that time can reach. What is scheduled for later than this never happens.
    static var end: SchedulerInstant { .distantFuture.advanced(by: .nanoseconds(-1)) }

    // MARK: Scheduling

    /// Adds an action for the present instant, behind those that are there already.
    mutating func addForNow(_ action: @escaping Action, place: Place) {
        let job = add(Job(action: action, place: place, grid: nil))
        heap.insert(DueEntry(instant: now, sequence: job, job: job))
    }

    /// Adds an action for a given instant and returns the number it can be called off by.
    mutating func addTimer(
        at instant: SchedulerInstant, interval: Duration?, place: Place, _ action: @escaping Action
    ) -> UInt64 {
        timerCount += 1
        let grid = interval.map { TimeGrid(from: instant, every: $0) }
        let job = add(Job(action: action, place: place, grid: grid))
        // What is due already queues up behind the present instant's work: it must not overtake what was there first.
        heap.insert(DueEntry(instant: max(instant, now), sequence: job, job: job))
        return job
    }

    /// Adds what wakes a sleeping task, unless there is no time to sleep, and returns the number to call it off by.
    mutating func addSleep(until instant: SchedulerInstant, wake: @escaping Action) -> UInt64? {
        guard instant > now else { return nil }
        timerCount += 1
        sleeperCount += 1
        let job = add(Job(action: wake, place: .anywhere, isSleepingTask: true, grid: nil))
        heap.insert(DueEntry(instant: instant, sequence: job, job: job))
        return job
    }

    private mutating func add(_ job: Job) -> UInt64 {
        let number = takeSequence()
        scheduledCount += 1
        jobs[number] = job
        return number
    }

    private mutating func takeSequence() -> UInt64 {
        defer { nextSequence += 1 }
        return nextSequence
    }

    /// Takes a job off the line. Its closure is returned, to be released by the caller outside the lock.
    mutating func remove(_ job: UInt64) -> Action? {
        guard let removed = jobs.removeValue(forKey: job) else { return nil }
        if removed.isSleepingTask { sleeperCount -= 1 }
        // The entry stays in the heap until it comes to the top or until dead entries are the greater part:
        // so removing costs O(1), on average.
        if heap.count > 64, heap.count > 2 * jobs.count {
            heap.keep { jobs[$0.job] != nil }
        }
        return removed.action
    }

    // MARK: Running

    /// The job that is due first, if it is due by `limit`. It is taken off the line, and time moves on to it.
    mutating func takeTurn(through limit: SchedulerInstant) -> Turn? {
        guard let entry = nextEntry(through: limit), let job = jobs[entry.job] else { return nil }
        _ = heap.removeFirst()
        now = entry.instant  // never earlier than before: nothing enters the heap with an instant that has passed
        executedCount += 1
        if job.grid == nil {
            jobs.removeValue(forKey: entry.job)
            if job.isSleepingTask { sleeperCount -= 1 }
            return Turn(job: entry.job, action: job.action, place: job.place, repetition: nil)
        }
        return Turn(job: entry.job, action: job.action, place: job.place, repetition: takeSequence())
    }

    /// The instant of what is due next, or nil once time has arrived at `instant` with nothing left to do on the way.
    mutating func nextDue(onTheWayTo instant: SchedulerInstant) -> SchedulerInstant? {
        if let entry = nextEntry(through: max(now, instant)) { return entry.instant }
        now = max(now, instant)
        return nil
    }

    /// Whether something is due by `limit`.
    mutating func isDue(through limit: SchedulerInstant) -> Bool { nextEntry(through: limit) != nil }

    /// Where what is due next wants to run.
    mutating func nextPlace(through limit: SchedulerInstant) -> Place? {
        nextEntry(through: limit).flatMap { jobs[$0.job]?.place }
    }

    private mutating func nextEntry(through limit: SchedulerInstant) -> DueEntry? {
        while let entry = heap.first {
            if jobs[entry.job] == nil {
                _ = heap.removeFirst()
            } else {
                return entry.instant <= limit ? entry : nil
            }
        }
        return nil
    }

    /// Puts a repeating job back after its action has run, unless it has been called off meanwhile.
    ///
    /// `started` is the moment at which the action began. Grid points up to it are done with. If the action itself has
    /// moved time on, past one grid point or several, these are made up for once, at the present instant.
    mutating func rearm(_ turn: Turn, started: SchedulerInstant) {
        guard let sequence = turn.repetition, let grid = jobs[turn.job]?.grid else { return }
        let upcoming = grid.point(after: started)
        heap.insert(DueEntry(instant: max(upcoming, now), sequence: sequence, job: turn.job))
    }

    /// The job that is due first, or nil once time has arrived at `instant` with nothing left to do on the way.
    ///
    /// One step, so that nobody can schedule something for a time in between. Time never goes back.
    mutating func takeTurn(onTheWayTo instant: SchedulerInstant) -> Turn? {
        if let turn = takeTurn(through: max(now, instant)) { return turn }
        now = max(now, instant)
        return nil
    }

    // MARK: Looking

    /// Everything that is still to be done, in the order in which it is due. O(n log n).
    func pendingActions() -> [VirtualTimeScheduler.PendingAction] {
        heap.sorted().compactMap { entry in
            jobs[entry.job].map {
                VirtualTimeScheduler.PendingAction(
                    instant: entry.instant, interval: $0.grid?.interval, isOnMainActor: $0.place == .mainActor,
                    isSleepingTask: $0.isSleepingTask)
            }
        }
    }
}
