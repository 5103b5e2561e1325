import Dispatch

/// A dispatch queue as a scheduler. Its time is the machine's uptime, which does not count sleep and does not follow the
/// wall clock.
extension DispatchQueue: Scheduler {
    public var now: SchedulerInstant { .uptime }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        async(execute: action)
    }

    public func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        QueueTimer(on: self, at: instant, tolerance: tolerance, action)
    }

    public func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        QueueTimer(on: self, along: TimeGrid(from: instant, every: interval), tolerance: tolerance, action)
    }
}

extension SchedulerInstant {
    /// The present moment on the time line of dispatch queues.
    static var uptime: SchedulerInstant {
        SchedulerInstant(offset: .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)))
    }
}
