/// A place for handles that may be used from any thread, and that can be emptied for good.
///
/// A `Set` of handles may be used by one thread at a time. A bag may be shared: what is added after it was cancelled is
/// cancelled at once, so a subscription that is just being made when its owner lets go is not left behind. Cancelling
/// happens outside of any lock, so a handler may use the bag.
public final class CancellableBag: Cancellable {
    private struct State: Sendable {
        var handles: Set<AnyCancellable> = []
        var isCancelled = false
    }

    private let state = Locked(State())

    public init() {}

    /// Keeps `handle`, or cancels it at once if the bag has been cancelled.
    ///
    /// - Complexity: O(1) on average.
    public func add(_ handle: AnyCancellable) {
        let isKept = state.withLock { state in
            if state.isCancelled { return false }
            state.handles.insert(handle)
            return true
        }
        if !isKept { handle.cancel() }
    }

    /// Keeps `cancellable`, or cancels it at once if the bag has been cancelled.
    public func add(_ cancellable: some Cancellable) {
        add(AnyCancellable(cancellable))
    }

    /// Lets go of `handle` without cancelling it.
    public func remove(_ handle: AnyCancellable) {
        let removed = state.withLock { $0.handles.remove(handle) }
        withExtendedLifetime(removed) {}
    }

    /// Cancels everything in the bag. The bag can go on being used.
    public func removeAll() {
        for handle in take(cancelling: false) { handle.cancel() }
    }

    /// Cancels everything in the bag, and from now on whatever is added to it.
    public func cancel() {
        for handle in take(cancelling: true) { handle.cancel() }
    }

    /// How many handles are in the bag. A subscription that has completed stays until it is removed.
    public var count: Int { state.withLock { $0.handles.count } }

    public var isEmpty: Bool { count == 0 }

    private func take(cancelling: Bool) -> Set<AnyCancellable> {
        state.withLock { state in
            if cancelling { state.isCancelled = true }
            defer { state.handles = [] }
            return state.handles
        }
    }
}
