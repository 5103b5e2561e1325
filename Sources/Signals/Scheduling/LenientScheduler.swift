extension Scheduler {
    /// This scheduler, whose timers may be late by `tolerance`.
    @usableFromInline
    func lenient(by tolerance: Duration) -> any Scheduler {
        tolerance > .zero ? LenientScheduler(base: self, minimumTolerance: tolerance) : self
    }
}

/// Another scheduler, whose timers may be a little late.
private struct LenientScheduler: Scheduler {
    let base: any Scheduler
    let minimumTolerance: Duration

    var now: SchedulerInstant { base.now }

    func schedule(_ action: @escaping @Sendable () -> Void) { base.schedule(action) }

    func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        base.schedule(after: instant, tolerance: tolerance, action)
    }

    func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        base.schedule(after: instant, interval: interval, tolerance: tolerance, action)
    }
}
