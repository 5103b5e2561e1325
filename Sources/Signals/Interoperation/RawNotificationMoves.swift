import Foundation

// A raw notification may not leave the thread that posted it. Without these the compiler would say so once for each operator
// that follows, in words about `Sendable`. They are members of the raw stream alone, so nothing else has more overloads.

/// A publisher of notifications as they are.
public protocol _RawNotifications: Publisher {}

extension NotificationHub.Notifications: _RawNotifications {}

/// What nothing conforms to that may be used.
public protocol _MayChangeThreads: Publisher {}

@available(
    *, unavailable,
    message:
        "A notification stays on the thread that posted it. Map it to a Sendable value first, or use a typed stream"
)
extension NotificationHub.Notifications: _MayChangeThreads {}

extension _RawNotifications where Self: _MayChangeThreads {
    public typealias _Moved = AnyMainActorPublisher<Output, Failure>

    public func receive<S: Scheduler>(on scheduler: S, options: Never? = nil) -> _Moved { fatalError() }

    public func subscribe<S: Scheduler>(on scheduler: S, options: Never? = nil) -> _Moved { fatalError() }

    public func debounce<S: Scheduler>(
        for dueTime: some SchedulerTimeIntervalConvertible, scheduler: S, options: Never? = nil
    ) -> _Moved { fatalError() }

    public func throttle<S: Scheduler>(
        for interval: some SchedulerTimeIntervalConvertible, scheduler: S, latest: Bool
    ) -> _Moved { fatalError() }

    public func delay<S: Scheduler>(
        for interval: some SchedulerTimeIntervalConvertible,
        tolerance: some SchedulerTimeIntervalConvertible = Duration.zero, scheduler: S, options: Never? = nil
    ) -> _Moved { fatalError() }
}
