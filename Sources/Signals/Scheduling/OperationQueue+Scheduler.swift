import Foundation

/// An operation queue as a scheduler. Its time is the machine's uptime, which does not count sleep and does not follow
/// the wall clock.
///
/// What falls due while the queue is suspended, or busy with other operations, waits its turn; a repeated action is
/// queued once, however often it fell due meanwhile.
///
/// What waits in the queue when its operations are cancelled is not done. See ``Scheduler`` for what that means.
extension OperationQueue: Scheduler {
    public var now: SchedulerInstant { .uptime }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        addOperation(ActionOperation(action))
    }

    public func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        RelayedTimer(at: instant, tolerance: tolerance, action) { self.schedule($0) }
    }

    public func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        RelayedTimer(along: TimeGrid(from: instant, every: interval), tolerance: tolerance, action) {
            self.schedule($0)
        }
    }
}

/// An operation that lets go of its action as soon as it is cancelled, not when a queue that may be suspended comes to it.
private final class ActionOperation: Operation, @unchecked Sendable {
    // Sound: there is nothing in it but what is safe by itself.
    private let action: Locked<OnceAction.Action?>

    init(_ action: @escaping OnceAction.Action) {
        self.action = Locked(action)
    }

    override func main() { action.take()?() }

    override func cancel() {
        super.cancel()
        _ = action.take()
    }
}
