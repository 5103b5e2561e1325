import Foundation

/// A run loop as a scheduler: actions are done, in order, by the thread that runs the loop.
///
/// A `RunLoop` itself cannot be one, since it is not `Sendable`. Its time is the machine's uptime, which does not count
/// sleep and does not follow the wall clock. While nobody runs the loop in its mode, nothing is done.
///
/// Two of them are equal if they are for one loop in one mode.
public struct RunLoopScheduler: Scheduler, Hashable {
    private let port: RunLoopPort

    /// A scheduler for `runLoop`.
    ///
    /// - Parameters:
    ///   - runLoop: The loop that does the actions. Somebody has to run it.
    ///   - mode: The mode of the loop in which actions are done. The common modes, which are the default, include the one in
    ///     which a list is being scrolled.
    public init(_ runLoop: RunLoop, mode: RunLoop.Mode = .common) {
        port = RunLoopPort(runLoop, mode: mode)
    }

    public var now: SchedulerInstant { .uptime }

    public func schedule(_ action: @escaping @Sendable () -> Void) {
        port.perform(action)
    }

    public func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        RelayedTimer(at: instant, tolerance: tolerance, action) { [port] in port.perform($0) }
    }

    public func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        RelayedTimer(along: TimeGrid(from: instant, every: interval), tolerance: tolerance, action) { [port] in
            port.perform($0)
        }
    }

    public static func == (left: RunLoopScheduler, right: RunLoopScheduler) -> Bool {
        left.port.place == right.port.place
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(port.place)
    }
}
