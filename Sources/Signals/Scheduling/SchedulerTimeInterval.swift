/// What an operator that knows of time can be given for a time: a `Duration`, or a number of seconds.
///
/// ```
/// publisher.debounce(for: .milliseconds(300), scheduler: queue)
/// publisher.debounce(for: 0.3, scheduler: queue)
/// ```
public protocol SchedulerTimeIntervalConvertible: Sendable {
    var _duration: Duration { get }
}

extension Duration: SchedulerTimeIntervalConvertible {
    @inlinable public var _duration: Duration { self }
}

extension Int: SchedulerTimeIntervalConvertible {
    @inlinable public var _duration: Duration { .seconds(self) }
}

extension Double: SchedulerTimeIntervalConvertible {
    public var _duration: Duration {
        precondition(!isNaN, "A time cannot be NaN seconds")
        // A duration holds no more than this, and infinity is a fair way to say never.
        return magnitude < 1e20 ? .seconds(self) : Duration(attoseconds: self < 0 ? .min : .max)
    }
}

/// What `.milliseconds(300)` and its kin make where an operator takes a time. It is a type of its own so that a `Duration`
/// has no second `.milliseconds(_:)`.
@frozen
public struct SchedulerTimeInterval: SchedulerTimeIntervalConvertible {
    public let _duration: Duration

    @inlinable
    init(_ duration: Duration) { _duration = duration }
}

extension SchedulerTimeIntervalConvertible where Self == SchedulerTimeInterval {
    @inlinable public static var zero: Self { Self(.zero) }
    @inlinable public static func seconds(_ seconds: some BinaryInteger) -> Self { Self(.seconds(seconds)) }
    @inlinable public static func seconds(_ seconds: Double) -> Self { Self(seconds._duration) }
    @inlinable public static func milliseconds(_ count: some BinaryInteger) -> Self { Self(.milliseconds(count)) }
    @inlinable public static func milliseconds(_ count: Double) -> Self { Self(.milliseconds(count)) }
    @inlinable public static func microseconds(_ count: some BinaryInteger) -> Self { Self(.microseconds(count)) }
    @inlinable public static func microseconds(_ count: Double) -> Self { Self(.microseconds(count)) }
    @inlinable public static func nanoseconds(_ count: some BinaryInteger) -> Self { Self(.nanoseconds(count)) }
}
