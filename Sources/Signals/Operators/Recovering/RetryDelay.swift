/// How long to wait before each new attempt.
public struct RetryDelay: Hashable, Sendable {
    /// The wait before the first new attempt.
    public let initial: Duration
    /// No wait is longer than this.
    public let limit: Duration
    /// What each wait is longer by than the one before.
    public let factor: Double
    /// The part of a wait by which chance may lengthen or shorten it: 0.1 for a tenth.
    public let jitter: Double

    /// The same wait each time.
    public static func constant(_ duration: Duration) -> RetryDelay {
        RetryDelay(initial: duration, limit: duration, factor: 1, jitter: 0)
    }

    /// A wait that grows each time.
    ///
    /// - Parameters:
    ///   - initial: The wait before the first new attempt.
    ///   - limit: The longest wait, chance included.
    ///   - factor: What each wait is multiplied by to make the next: one or more.
    ///   - jitter: How much chance may lengthen or shorten each wait, as a part of it from 0 to 1, so that many who failed
    ///     together do not come back together.
    public static func exponential(
        from initial: Duration, limit: Duration = .seconds(Int64.max), factor: Double = 2, jitter: Double = 0
    ) -> RetryDelay {
        precondition(factor >= 1, "A retry delay grows by a factor of one or more; it was given \(factor)")
        precondition((0...1).contains(jitter), "A retry delay's jitter is a part from 0 to 1; it was given \(jitter)")
        return RetryDelay(initial: min(initial, limit), limit: limit, factor: factor, jitter: jitter)
    }

    /// The wait that follows `wait`, before chance has its say.
    package func wait(after wait: Duration) -> Duration {
        // Compared before it is multiplied, since a product may be more than a duration can hold.
        guard wait > .zero, factor > 1 else { return wait }
        return limit / wait <= factor ? limit : wait * factor
    }

    /// `wait`, lengthened or shortened by chance.
    func jittered(_ wait: Duration, using generator: inout some RandomNumberGenerator) -> Duration {
        guard jitter > 0, wait > .zero else { return wait }
        let factor = 1 + Double.random(in: -jitter...jitter, using: &generator)
        return limit / wait <= factor ? limit : wait * factor
    }
}
