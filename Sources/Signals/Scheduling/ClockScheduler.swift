/// A clock of the standard library, or one like it, as a scheduler: actions are done by tasks that sleep on the clock.
///
/// Its time line begins at the moment it was made. Whether that counts sleep is the clock's affair: `ContinuousClock`
/// does, `SuspendingClock` does not. Actions run in the concurrency runtime's pool and may overlap, as on a concurrent
/// queue; operators keep their order all the same.
///
/// A scheduler and its copies are equal. Another one for the same clock is not, since its time line begins elsewhere.
public struct ClockScheduler: Scheduler, Hashable {
    private let line: Line

    private final class Line: Sendable {
        let elapsed: @Sendable () -> Duration
        let sleep: @Sendable (_ until: Duration, _ tolerance: Duration) async throws -> Void

        init<C: Clock>(_ clock: C) where C.Duration == Duration {
            let origin = clock.now
            elapsed = { origin.duration(to: clock.now) }
            sleep = { try await clock.sleep(until: origin.advanced(by: $0), tolerance: $1) }
        }
    }

    /// A scheduler that goes by `clock`.
    public init<C: Clock>(_ clock: C) where C.Duration == Duration {
        line = Line(clock)
    }

    public static func == (left: ClockScheduler, right: ClockScheduler) -> Bool { left.line === right.line }

    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(line)) }

    public var now: SchedulerInstant { SchedulerInstant(offset: line.elapsed()) }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        Task { action() }
    }

    public func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        SleepingTask(action) { action in
            try await sleep(until: instant, tolerance: tolerance)
            action.take()?()
        }
    }

    public func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        let grid = TimeGrid(from: instant, every: interval)
        return SleepingTask(action) { action in
            var due = grid.start
            while true {
                try await sleep(until: due, tolerance: tolerance)
                guard let action = action.withLock({ $0 }) else { return }
                action()
                due = grid.point(after: max(now, due))
            }
        }
    }

    /// Sleeps in stretches of some years: a clock may not be able to tell how long a longer one is. No tolerance is
    /// longer than that either.
    private func sleep(until instant: SchedulerInstant, tolerance: Duration) async throws {
        let stretch = Duration.seconds(100_000_000)
        let tolerance = min(max(tolerance, .zero), stretch)
        var now = now
        while now < instant {
            let end = min(instant, now.advanced(by: stretch))
            try await line.sleep(end.offset, tolerance)
            now = max(self.now, end)
        }
    }
}

/// The handle of a task that sleeps before it does its action.
private final class SleepingTask: Cancellable {
    private let action: Locked<OnceAction.Action?>
    private let task: Task<Void, Never>

    init(
        _ action: @escaping OnceAction.Action,
        _ body: @escaping @Sendable (Locked<OnceAction.Action?>) async throws -> Void
    ) {
        let action = Locked<OnceAction.Action?>(action)
        self.action = action
        task = Task {
            try? await body(action)
            // A clock that will not sleep has thrown the action away, and so lets go of it, whoever has the handle.
            _ = action.take()
        }
    }

    func cancel() {
        _ = action.take()
        task.cancel()
    }
}

extension Scheduler where Self == ClockScheduler {
    /// The time of `clock`, such as `ContinuousClock()`, with actions done in the concurrency runtime's pool.
    public static func clock(_ clock: any Clock<Duration>) -> ClockScheduler { ClockScheduler(clock) }
}
