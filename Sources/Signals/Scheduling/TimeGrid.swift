/// The points of a time line at which something that repeats is due: `start + n · interval`, for `n` from zero on.
///
/// Each point is counted from the start, so nothing drifts, and exactly: floating point would let the grid drift too.
@usableFromInline
package struct TimeGrid: Sendable {
    package let start: SchedulerInstant
    package let interval: Duration

    /// - Parameter interval: The distance of two points. Zero and less are taken as a millisecond, and none is shorter
    ///   than a nanosecond, or time would never get past a point.
    @usableFromInline
    package init(from start: SchedulerInstant, every interval: Duration) {
        self.start = start
        self.interval = interval <= .zero ? .milliseconds(1) : max(interval, .nanoseconds(1))
    }

    /// The first point after `instant`, or the end of the line.
    @usableFromInline
    package func point(after instant: SchedulerInstant) -> SchedulerInstant {
        instant < start ? start : point(number: number(of: instant).addingReportingOverflow(1))
    }

    /// The last point that is not after `instant`, or the start.
    package func point(notAfter instant: SchedulerInstant) -> SchedulerInstant {
        instant < start ? start : point(number: (number(of: instant), false))
    }

    private func number(of instant: SchedulerInstant) -> Int128 {
        let elapsed = start.duration(to: instant)
        // The usual case needs no division.
        return elapsed < interval ? 0 : elapsed.attoseconds / interval.attoseconds
    }

    private func point(number: (partialValue: Int128, overflow: Bool)) -> SchedulerInstant {
        let (offset, overflow) = interval.attoseconds.multipliedReportingOverflow(by: number.partialValue)
        return overflow || number.overflow ? .distantFuture : start.advanced(by: Duration(attoseconds: offset))
    }
}
