import Synchronization

/// The observer list that everybody writes by hand, which the other rows are compared with: closures behind a lock,
/// copied out for each event.
final class ObserverList: Sendable {
    private let observers = Mutex<ContiguousArray<@Sendable (Int) -> Void>>([])

    func add(_ observer: @escaping @Sendable (Int) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    @inline(never)
    func notify(_ value: Int) {
        for observer in observers.withLock({ $0 }) { observer(value) }
    }
}

/// Where all values end up, in an out-of-line function, so that no row can be optimised away.
nonisolated(unsafe) var total = 0

@inline(never)
func consume(_ value: Int) {
    total &+= value
}
