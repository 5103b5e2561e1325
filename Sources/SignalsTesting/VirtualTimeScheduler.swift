import Dispatch
import Foundation
import Signals

/// A scheduler and clock whose time stands still until a test moves it on.
///
/// Nothing runs by itself, not even what is scheduled without a delay: ``advance(by:)``, ``advance(to:)`` and
/// ``run(limit:)`` run what is due, and at each step ``now`` is exactly the moment the action was scheduled for.
///
/// ```swift
/// let scheduler = VirtualTimeScheduler()
/// scheduler.schedule { print("now") }
/// _ = scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(5))) { print("at 5 ms") }
/// scheduler.advance(by: .milliseconds(5))     // now, at 5 ms
/// ```
///
/// ## Order
/// Actions run in the order of (instant, sequence number), where the sequence number is given as an action is
/// scheduled: first come, first served at equal times. An instant that has passed counts as the present one. What an
/// action schedules runs in the same advance if it falls due by then, behind everything that waits for that instant
/// already.
///
/// A repeating action takes a new sequence number each time it fires, before its action runs. So a timer every 2 ms and
/// one every 3 ms, which meet at 6 ms, fire there in the order in which they last fired, the second at 3 ms first; and
/// a repetition comes before what its own action schedules for that same later instant. Its deadlines are
/// `start + n · interval`. An interval of zero or less is taken as one millisecond, and none is shorter than a
/// nanosecond. A repeating action never runs inside itself.
///
/// ## Advancing from inside an action
/// A nested advance runs, on the spot, what falls due up to its own target. The outer one then goes on to its target
/// if that is still ahead. Time never goes back, and grid points that a repeating action has itself advanced past are
/// made up for by one call.
///
/// ## Threads
/// Everything here may be called from any thread. Actions run on the thread that advances, one at a time, and no lock
/// is held while they do. A second thread that advances waits until the first has arrived, then goes on from there:
/// two threads that advance by 10 ms each make 20 ms. It follows that an action must not wait for another thread that
/// advances the same scheduler.
///
/// ## Tasks
/// It is a clock too: a task that sleeps on it takes its place among the actions. Tasks that an advance wakes run when
/// the advance is over, so an action must not wait for one; ``settle()`` waits for them, and ``settle(after:)`` moves
/// time on and lets them run at every step.
///
/// - Complexity: Scheduling and running an action are O(log n) for n pending ones, calling one off is O(1) on average.
public final class VirtualTimeScheduler: Scheduler, Sendable {
    let timeline = Locked(Timeline())
    let executor = CountingExecutor()
    let attendants = Locked<[Attendant]>([])
    private let wheel = Locked(Wheel())

    /// Makes a scheduler that stands at `SchedulerInstant.zero`, with nothing to do.
    public init() {}

    // MARK: Scheduling

    /// The present moment. It changes only while somebody advances, and it never goes back.
    public var now: SchedulerInstant { timeline.withLock { $0.now } }

    /// Does `action` at the present instant, once somebody advances.
    public func schedule(_ action: @escaping @Sendable () -> Void) {
        timeline.withLock { $0.addForNow(action, place: .anywhere) }
    }

    /// Does `action` when time arrives at `instant`; the tolerance makes no difference in virtual time.
    ///
    /// What is scheduled for `SchedulerInstant.distantFuture` never happens, but stays pending until it is called off.
    public func schedule(
        after instant: SchedulerInstant, tolerance: Swift.Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        addTimer(at: instant, interval: nil, place: .anywhere, action)
    }

    /// Does `action` when time arrives at `instant` and at each multiple of `interval` after it.
    public func schedule(
        after instant: SchedulerInstant, interval: Swift.Duration, tolerance: Swift.Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        addTimer(at: instant, interval: interval, place: .anywhere, action)
    }

    func addTimer(
        at instant: SchedulerInstant, interval: Swift.Duration?, place: Timeline.Place,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let job = timeline.withLock { $0.addTimer(at: instant, interval: interval, place: place, action) }
        return ScheduledJob(job: job, timeline: timeline)
    }

    // MARK: Looking

    /// Whether nothing is scheduled, no timer and no sleeping task.
    public var isIdle: Bool { pendingCount == 0 }

    /// How many actions are still to run; a repeating one counts once, a sleeping task counts as one.
    ///
    /// An action that has been called off does not count, and neither does one that is running, unless it repeats.
    public var pendingCount: Int { timeline.withLock { $0.pendingCount } }

    /// How many actions have ever been scheduled, with or without a delay; a repeating one counts once.
    public var scheduledCount: Int { timeline.withLock { $0.scheduledCount } }

    /// How many timers have ever been armed, that is, how many actions were scheduled for a given instant.
    ///
    /// Repeating ones count once, sleeping tasks too. It tells whether an operator arms a timer for each value.
    public var timerCount: Int { timeline.withLock { $0.timerCount } }

    /// How many actions have run; a repeating one counts each time.
    public var executedCount: Int { timeline.withLock { $0.executedCount } }

    // MARK: Moving time

    /// Runs what is due at the present instant, without moving time.
    public func advance() { advance(by: .zero) }

    /// Moves time on by `duration` and runs everything that falls due on the way. A negative duration counts as zero.
    ///
    /// The calling thread runs the actions, and waits first if another one is advancing. What was scheduled through
    /// ``main`` needs the calling thread to be the main actor's: a precondition says so when such an action is due.
    public func advance(by duration: Swift.Duration) {
        turningTheWheel {
            let target = now.advanced(by: max(duration, .zero))
            move(to: target)
        }
    }

    /// Moves time on to `instant` and runs everything that falls due on the way.
    ///
    /// If `instant` has passed, this runs what is due now and leaves the time as it is. The end of the line,
    /// `SchedulerInstant.distantFuture`, is never reached, only the last nanosecond before it.
    public func advance(to instant: SchedulerInstant) {
        turningTheWheel { move(to: instant) }
    }

    private func move(to instant: SchedulerInstant) {
        let target = min(instant, Timeline.end)
        while let turn = timeline.withLock({ $0.takeTurn(onTheWayTo: target) }) {
            perform(turn)
        }
    }

    /// Runs the earliest action that is due by `limit`, if there is one and it may run here.
    func runOne(through limit: SchedulerInstant, canRunOnMainActor: Bool) -> Step {
        turningTheWheel {
            let (turn, belongsOnMainActor) = timeline.withLock { timeline -> (Timeline.Turn?, Bool) in
                // Looked at and taken in one step, or another thread could put something else in between.
                if !canRunOnMainActor, timeline.nextPlace(through: limit) == .mainActor { return (nil, true) }
                return (timeline.takeTurn(through: limit), false)
            }
            guard let turn else { return belongsOnMainActor ? .belongsOnMainActor : .nothingDue }
            perform(turn)
            return .ran
        }
    }

    /// What became of an attempt to run one action.
    enum Step {
        case ran
        case nothingDue
        case belongsOnMainActor
    }

    private func perform(_ turn: Timeline.Turn) {
        if turn.place == .mainActor {
            precondition(
                MainThreadMark.isHere,
                """
                an action of VirtualTimeScheduler.main is due at \(now.exactMilliseconds), but time is not being \
                advanced on the main actor: mark the test @MainActor, or use 'await scheduler.settle(after:)', which \
                works from anywhere
                """)
        }
        guard turn.repetition != nil else { return turn.action() }
        let started = now
        turn.action()
        timeline.withLock { $0.rearm(turn, started: started) }
    }

    /// Runs `body` while no other thread advances; inside an action it is part of the advance that is under way.
    func turningTheWheel<Result>(_ body: () -> Result) -> Result {
        let thread = ObjectIdentifier(Thread.current)
        if let gate = wheel.withLock({ $0.take(for: thread) }) {
            // Whoever opens the gate has made this thread the one that turns the wheel.
            gate.wait()
        }
        // Tasks that are woken meanwhile wait until the wheel stops, or they would run beside the remaining actions,
        // now before one and now after it.
        executor.hold()
        defer {
            executor.letGo()
            wheel.withLock { $0.release() }?.signal()
        }
        return body()
    }
}

/// Which thread turns the wheel of time, and which others wait for it, in the order in which they came.
private struct Wheel: Sendable {
    private struct Waiting: Sendable {
        let thread: ObjectIdentifier
        let gate: DispatchSemaphore
    }

    private var owner: ObjectIdentifier?
    private var depth = 0
    private var waiting: [Waiting] = []

    /// Takes the wheel, or returns the gate to wait at.
    mutating func take(for thread: ObjectIdentifier) -> DispatchSemaphore? {
        if owner == nil || owner == thread {
            owner = thread
            depth += 1
            return nil
        }
        let gate = DispatchSemaphore(value: 0)
        waiting.append(Waiting(thread: thread, gate: gate))
        return gate
    }

    /// Lets go of the wheel; when it was the outermost hold, hands it over to the next one and returns its gate.
    mutating func release() -> DispatchSemaphore? {
        depth -= 1
        guard depth == 0 else { return nil }
        guard !waiting.isEmpty else {
            owner = nil
            return nil
        }
        let next = waiting.removeFirst()
        owner = next.thread
        depth = 1
        return next.gate
    }
}

/// The handle of something scheduled. It does not keep the scheduler alive, so an action may hold its own handle.
final class ScheduledJob: Cancellable, Sendable {
    private let job: UInt64
    private weak let timeline: Locked<Timeline>?

    init(job: UInt64, timeline: Locked<Timeline>) {
        self.job = job
        self.timeline = timeline
    }

    func cancel() {
        // The closure is released at the end of this statement, after the lock.
        _ = timeline?.withLock { $0.remove(job) }
    }
}
