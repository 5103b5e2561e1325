import Dispatch

/// A timer on a dispatch queue, which lets go of its action when it is cancelled or has run for the last time.
package final class QueueTimer: Cancellable, @unchecked Sendable {
    // Sound: a dispatch source may be used from any thread, and the reference never changes.
    private let source: any DispatchSourceTimer

    /// A timer that does `action` once.
    package init(
        on queue: DispatchQueue, at instant: SchedulerInstant, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(deadline: .init(instant), repeating: .never, leeway: .init(tolerance))
        // The handler keeps the timer until it has run, so the handle need not be kept.
        source.setEventHandler {
            self.source.cancel()
            action()
        }
        releaseHandlerOnCancel()
    }

    /// A timer that does `action` at `instant` and at each multiple of `interval` after it.
    package init(
        on queue: DispatchQueue, from instant: SchedulerInstant, every interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) {
        source = DispatchSource.makeTimerSource(queue: queue)
        source.schedule(
            deadline: .init(instant), repeating: .init(max(interval, .microseconds(1))), leeway: .init(tolerance))
        source.setEventHandler {
            withExtendedLifetime(self) { action() }
        }
        releaseHandlerOnCancel()
    }

    private func releaseHandlerOnCancel() {
        source.setCancelHandler { [source] in source.setEventHandler(handler: nil) }
        source.resume()
    }

    package func cancel() {
        source.cancel()
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
    init(_ duration: Duration) {
        self = .nanoseconds(max(0, duration.nanoseconds))
    }
}

extension Duration {
    /// The whole nanoseconds in this duration, as many as fit.
    package var nanoseconds: Int {
        let (seconds, attoseconds) = components
        let (scaled, isTooLong) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
        let (sum, overflow) = scaled.addingReportingOverflow(attoseconds / 1_000_000_000)
        return isTooLong || overflow ? (seconds > 0 ? .max : .min) : Int(clamping: sum)
    }
}
