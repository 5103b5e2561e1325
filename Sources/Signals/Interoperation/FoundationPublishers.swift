#if !canImport(Combine)
import Foundation

// What Foundation itself has on Apple's systems, for code that is to be compiled elsewhere too.

extension NotificationCenter {
    /// A publisher of the notifications of this center; the same as that of its ``NotificationHub``.
    public func publisher(for name: Notification.Name, object: AnyObject? = nil) -> NotificationHub.Notifications {
        let hub = self === NotificationCenter.default ? .default : NotificationHub(center: self)
        return hub.publisher(for: name, object: object)
    }
}

extension Timer {
    /// A connectable publisher of the date at each `interval`, on a run loop.
    ///
    /// It is `ticks(every:tolerance:)` of a ``RunLoopScheduler``. For the main actor write `MainScheduler().ticks(every:)`.
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode,
        options: Never? = nil
    ) -> Publishers.MakeConnectable<Publishers.Applied<Publishers.Ticks, Operators.Map<SchedulerInstant, Date, Never>>>
    {
        RunLoopScheduler(runLoop, mode: mode).ticks(every: interval, tolerance: tolerance ?? 0)
            .map { _ in Date() }
            .makeConnectable()
    }
}
#endif
