#if DEBUG
import Synchronization

/// Notices, in debug builds, an upstream that delivers from two threads at once, or from inside the operator's own code.
///
/// The engine's unchecked state is sound because upstreams deliver serially. Checking that in a release build would
/// cost an atomic exchange for each link and value.
@usableFromInline
package final class SerialGuard: @unchecked Sendable {
    // Sound: `isDeciding` belongs to the thread that `thread` names.
    private let thread = Atomic<UInt>(0)
    /// Whether the operator is at work on its state, and not the subscriber on what has come of it.
    @exclusivity(unchecked) private var isDeciding = false

    @usableFromInline
    package enum Visit {
        case first
        /// Further down in the call stack of the first, which harms nobody once the operator has done with its state.
        case nested
        case overlapping
    }

    @usableFromInline package init() {}

    @usableFromInline
    package func enter() -> Visit {
        let me = ThreadIdentity.current
        let (exchanged, owner) = thread.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        if !exchanged, owner != me || isDeciding { return .overlapping }
        isDeciding = true
        return exchanged ? .first : .nested
    }

    /// Says that the operator has done with its state.
    @usableFromInline
    package func didDecide() { isDeciding = false }

    @usableFromInline
    package func leave(_ visit: Visit) {
        isDeciding = false
        if visit == .first { thread.store(0, ordering: .releasing) }
    }
}
#endif
