/// Where and when work is done: a queue, a run loop, the main actor, a clock, or a test's virtual time.
///
/// A scheduler is a plain value without associated types, so an app model can take an `any Scheduler` and be given a
/// virtual one by its tests. Operators that take one never show it in their own type.
public protocol Scheduler: Sendable {
    /// The present moment on this scheduler's time line.
    var now: SchedulerInstant { get }

    /// The least tolerance that makes a difference to this scheduler.
    var minimumTolerance: Duration { get }

    /// Does `action` on the scheduler's next turn.
    func schedule(_ action: @escaping @Sendable () -> Void)

    /// Does `action` once, at `instant` or up to `tolerance` later.
    ///
    /// An instant that has passed means as soon as possible, but still not before this returns.
    ///
    /// - Returns: A handle that calls the action off and releases it. Dropping the handle calls nothing off.
    func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable

    /// Does `action` at `instant` and then at each multiple of `interval` after it.
    ///
    /// The deadlines lie on a grid from the first one on, so they do not drift. Where the scheduler is late by more
    /// than an interval, what was missed is done once.
    ///
    /// - Returns: A handle that ends the repetition. Dropping the handle does not.
    func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable
}

extension Scheduler {
    public var minimumTolerance: Duration { .zero }

    /// Does `action` once, at `instant`.
    public func schedule(
        after instant: SchedulerInstant, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(after: instant, tolerance: minimumTolerance, action)
    }

    /// Does `action` at `instant` and then at each multiple of `interval` after it.
    public func schedule(
        after instant: SchedulerInstant, interval: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        schedule(after: instant, interval: interval, tolerance: minimumTolerance, action)
    }
}

/// A scheduler that does its actions on the main actor.
///
/// An operator that is given one delivers on the main actor, and says so in its type: it is a ``MainActorPublisher``.
public protocol MainActorScheduler: Scheduler {}
