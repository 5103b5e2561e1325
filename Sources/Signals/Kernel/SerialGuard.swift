#if DEBUG
import Synchronization

/// Notices, in debug builds, an upstream that delivers from two threads at once.
///
/// The engine's unchecked state is sound because upstreams deliver serially. Checking that in a release build would
/// cost an atomic exchange for each link and value.
@usableFromInline
package final class SerialGuard: Sendable {
    private let thread = Atomic<UInt>(0)

    @usableFromInline
    package enum Visit {
        case first
        /// Further down in the call stack of the first, which harms nobody: an operator has done with its state before
        /// it passes a value on.
        case nested
        case overlapping
    }

    @usableFromInline package init() {}

    @usableFromInline
    package func enter() -> Visit {
        let me = ThreadIdentity.current
        let (exchanged, owner) = thread.compareExchange(expected: 0, desired: me, ordering: .acquiring)
        return exchanged ? .first : owner == me ? .nested : .overlapping
    }

    @usableFromInline
    package func leave(_ visit: Visit) {
        if visit == .first { thread.store(0, ordering: .releasing) }
    }
}
#endif
