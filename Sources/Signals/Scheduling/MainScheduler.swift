import Dispatch

/// The main actor's queue: every action is done on its next turn.
public struct MainScheduler: MainActorScheduler, Hashable {
    public init() {}

    public var now: SchedulerInstant { .uptime }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        DispatchQueue.main.schedule(action)
    }

    public func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        DispatchQueue.main.schedule(after: instant, tolerance: tolerance, action)
    }

    public func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        DispatchQueue.main.schedule(after: instant, interval: interval, tolerance: tolerance, action)
    }
}

/// The main actor, without waiting where that is possible: an action is done at once by a caller that is there already,
/// and on the main queue's next turn otherwise.
///
/// An operator that delivers through it keeps its order: a value that could be delivered at once still waits for earlier
/// ones that are on their way.
public struct MainImmediateScheduler: MainActorScheduler, Hashable {
    public init() {}

    public var now: SchedulerInstant { .uptime }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        if MainActorContext.isCurrent {
            action()
        } else {
            DispatchQueue.main.schedule(action)
        }
    }

    public func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        DispatchQueue.main.schedule(after: instant, tolerance: tolerance, action)
    }

    public func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        DispatchQueue.main.schedule(after: instant, interval: interval, tolerance: tolerance, action)
    }
}

extension Scheduler where Self == MainScheduler {
    /// The main actor, on its next turn.
    public static var main: MainScheduler { MainScheduler() }
}

extension Scheduler where Self == MainImmediateScheduler {
    /// The main actor: at once where the caller is there already, and on its next turn otherwise.
    public static var mainImmediate: MainImmediateScheduler { MainImmediateScheduler() }
}
