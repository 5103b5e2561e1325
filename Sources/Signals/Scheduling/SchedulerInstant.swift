/// A point on a scheduler's own time line.
///
/// The line is monotonic: setting the wall clock moves nothing on it. Where it begins is the scheduler's affair, so
/// instants of two schedulers cannot be compared with each other in a useful way.
///
/// Arithmetic saturates at the ends of the line, so `.seconds(.max)` is a way to say never.
@frozen
public struct SchedulerInstant: InstantProtocol, Hashable, Sendable {
    /// The time since the beginning of the line.
    public let offset: Duration

    /// The instant `offset` after the beginning of the line.
    @inlinable
    public init(offset: Duration) {
        self.offset = min(max(offset, Self.earliestOffset), Self.latestOffset)
    }

    /// The beginning of the line.
    @inlinable public static var zero: SchedulerInstant { SchedulerInstant(offset: .zero) }

    /// The end of the line. What is scheduled for it never happens.
    @inlinable public static var distantFuture: SchedulerInstant { SchedulerInstant(offset: latestOffset) }

    // Far inside what a `Duration` can hold, so that no sum of an offset and a clamped interval can overflow.
    @usableFromInline static var latestOffset: Duration { .seconds(Int64.max) }
    @usableFromInline static var earliestOffset: Duration { .seconds(Int64.min) }

    @inlinable
    public func advanced(by duration: Duration) -> SchedulerInstant {
        SchedulerInstant(offset: offset + min(max(duration, Self.earliestOffset), Self.latestOffset))
    }

    @inlinable
    public func duration(to other: SchedulerInstant) -> Duration { other.offset - offset }

    @inlinable
    public static func < (left: SchedulerInstant, right: SchedulerInstant) -> Bool { left.offset < right.offset }
}

extension SchedulerInstant: CustomStringConvertible {
    public var description: String { "\(offset)" }
}
