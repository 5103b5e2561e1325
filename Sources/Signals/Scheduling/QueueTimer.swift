import Dispatch

/// A timer on a dispatch queue, which lets go of its action when it is cancelled or has run for the last time.
package final class QueueTimer: Cancellable, @unchecked Sendable {
    // Sound: a dispatch source may be used from any thread, and the references never change.
    private let source: any DispatchSourceTimer
    private let action: Locked<OnceAction.Action?>

    /// A timer that does `action` once.
    package init(
        on queue: DispatchQueue, at instant: SchedulerInstant, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) {
        source = DispatchSource.makeTimerSource(queue: queue)
        self.action = Locked(action)
        source.schedule(deadline: .init(instant), repeating: .never, leeway: .init(leeway: tolerance))
        start { timer in
            timer.source.cancel()
            timer.action.take()?()
        }
    }

    /// A timer that does `action` at each point of `grid`. Points that are missed are made up for once: that much
    /// dispatch does by itself.
    package init(
        on queue: DispatchQueue, along grid: TimeGrid, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) {
        source = DispatchSource.makeTimerSource(queue: queue)
        self.action = Locked(action)
        source.schedule(
            deadline: .init(grid.start), repeating: .init(repeating: grid.interval), leeway: .init(leeway: tolerance))
        start { timer in timer.action.withLock { $0 }?() }
    }

    private func start(_ fire: @escaping @Sendable (QueueTimer) -> Void) {
        // The handler keeps the timer until it is done, so the handle need not be kept.
        source.setEventHandler { fire(self) }
        source.setCancelHandler { [source] in source.setEventHandler(handler: nil) }
        source.resume()
    }

    package func cancel() {
        source.cancel()
        // The queue may be long in letting the source go. Its action is released now.
        _ = action.take()
    }
}

extension DispatchTime {
    /// The instant on the clock that queues go by, or never if it is further off than that clock can tell.
    init(_ instant: SchedulerInstant) {
        let nanoseconds = instant.offset.nanoseconds
        self =
            nanoseconds >= Int.max / 2 ? .distantFuture : DispatchTime(uptimeNanoseconds: UInt64(max(0, nanoseconds)))
    }
}

extension DispatchTimeInterval {
    /// The time between two repetitions: never, if it is longer than the clock can tell.
    fileprivate init(repeating interval: Duration) {
        let nanoseconds = interval.nanoseconds
        self = nanoseconds >= Int.max / 2 ? .never : .nanoseconds(max(1, nanoseconds))
    }

    /// How late a timer may be. Dispatch adds it to the deadline without looking for an overflow, so it has a limit.
    fileprivate init(leeway tolerance: Duration) {
        self = .nanoseconds(min(max(tolerance, .zero), .seconds(1 << 32)).nanoseconds)
    }
}

extension Duration {
    /// The whole nanoseconds in this duration, as many as fit.
    package var nanoseconds: Int {
        // Not by `components`, whose seconds are too few for the longest durations.
        Int(clamping: attoseconds / 1_000_000_000)
    }
}
