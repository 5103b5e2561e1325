/// A scheduler that does everything at once, on the caller's thread, whatever it was scheduled for.
///
/// Its clock stands at the end of time, so that every deadline has come. A repeated action is done once.
public struct ImmediateScheduler: Scheduler, Hashable {
    /// The one that there is; the same as `.immediate`, and quicker to compile behind a long chain of closures.
    public static let shared = ImmediateScheduler()

    public init() {}

    public var now: SchedulerInstant { .distantFuture }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        action()
    }

    public func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }

    public func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        action()
        return Subscriptions.empty
    }
}

extension Scheduler where Self == ImmediateScheduler {
    /// Everything at once, on the caller's thread.
    public static var immediate: ImmediateScheduler { ImmediateScheduler() }
}
