/// What becomes of values that a task has not taken yet.
@frozen
public enum ValueBuffering: Hashable, Sendable {
    /// All are kept.
    case unbounded
    /// The last so many are kept; older ones are dropped and counted.
    case newest(Int)
    /// The first so many are kept; what comes while they wait is dropped and counted.
    case oldest(Int)
}
