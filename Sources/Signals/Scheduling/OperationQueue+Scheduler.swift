import Foundation

/// An operation queue as a scheduler. Its time is the machine's uptime, which does not count sleep and does not follow
/// the wall clock.
///
/// What falls due while the queue is suspended, or busy with other operations, waits its turn; a repeated action is
/// queued once, however often it fell due meanwhile.
extension OperationQueue: Scheduler {
    public var now: SchedulerInstant { .uptime }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        addOperation(action)
    }

    public func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        RelayedTimer(at: instant, tolerance: tolerance, action) { self.addOperation($0) }
    }

    public func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        RelayedTimer(along: TimeGrid(from: instant, every: interval), tolerance: tolerance, action) {
            self.addOperation($0)
        }
    }
}
