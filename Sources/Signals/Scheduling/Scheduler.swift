/// Where and when work is done: a queue, a run loop, the main actor, a clock, or a test's virtual time.
///
/// A scheduler is a plain value, so an app model can take an `any Scheduler` and be given a virtual one by its tests.
/// Operators that take one show nothing of it in their own type but whether it is the main actor's.
///
/// ## What a scheduler promises
/// It does each action that it is given, once, and then lets go of it; at the earliest when the action's time has come, and
/// never after it has been called off. ``now`` never goes back. Actions may overlap and overtake one another, as on a
/// concurrent queue: operators keep their order all the same. Whether an action is done within the call that schedules it
/// is the scheduler's affair.
///
/// ## What happens when it does not
/// An operation queue throws away what waits in it when its operations are cancelled, and a scheduler of your own may have
/// lost its queue. A stream goes on all the same:
/// - Values, and messages that a hub's `enqueue` has put aside, that waited for an action which the
///   scheduler lets go of are lost. ``Diagnostics/lostCount`` counts them, and the first loss at each place is reported. As
///   many are asked for in their place. Whatever comes later is scheduled anew.
/// - An ending is scheduled once more. So are the jobs of `subscribe(on:)`, which are done on the spot if they are thrown
///   away again.
/// - A timer that is let go of when its time has come has fired. Earlier than that it is set once more; if it is thrown away
///   again, what waited for it is lost, and the next value or request sets the next one. A repeated action is done again
///   when it falls due the next time.
///
/// Nothing is tried a third time, so a scheduler that throws everything away is asked twice for each event at most, and
/// nothing piles up. One that keeps its actions without ever doing them cannot be told from one that is slow.
public protocol Scheduler: Sendable {
    /// The actor that does the actions, as far as a type tells: `MainActor`, or `Never` for any other place. There is no
    /// need to declare it: a ``MainActorScheduler`` has the one, and everything else the other.
    associatedtype Home = Never

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

    /// Where publishers deliver that are given this scheduler, if that is the main actor.
    var _home: DeliveryHome? { get }
}

extension Scheduler {
    public var minimumTolerance: Duration { .zero }
    @inlinable public var _home: DeliveryHome? { nil }

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
public protocol MainActorScheduler: Scheduler where Home == MainActor {}

extension MainActorScheduler {
    @inlinable public var _home: DeliveryHome? { DeliveryHome(self) }
}

extension Scheduler {
    /// Does `action` on the next turn, and asks for that once more if the scheduler throws it away.
    ///
    /// - Parameter ifLost: What is done if it throws it away again.
    @usableFromInline
    package func insist(_ action: @escaping @Sendable () -> Void, ifLost: @escaping @Sendable () -> Void) {
        let again: OnceAction.Loss = { _ in
            OnceAction.handOver(action, ifDropped: { _ in ifLost() }, through: schedule)
        }
        OnceAction.handOver(action, ifDropped: again, through: schedule)
    }
}
