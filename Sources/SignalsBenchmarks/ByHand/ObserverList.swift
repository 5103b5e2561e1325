import Synchronization

/// The observer list that everybody writes by hand, which most rows are compared with: closures behind a lock, copied
/// out for each event.
final class ObserverList: Sendable {
    private let observers = Mutex<ContiguousArray<@Sendable (Int) -> Void>>([])

    func add(_ observer: @escaping @Sendable (Int) -> Void) {
        observers.withLock { $0.append(observer) }
    }

    @inline(never)
    func notify(_ value: Int) {
        for observer in observers.withLock({ $0 }) { observer(value) }
    }

    /// One notification of one observer, which is the unit L.
    static func notification() -> Work { notification(of: 1) }

    static func notification(of count: Int) -> Work {
        let list = ObserverList()
        // They capture something, as observers do.
        for index in 0..<count { list.add { consume($0 &+ index) } }
        let rounds = max(1, 200_000 / count)
        return Work(events: rounds * count) {
            for value in 0..<rounds { list.notify(value) }
        }
    }
}

/// A list that observers can leave, as is needed for subscribing and cancelling.
final class ObserverTable: Sendable {
    private struct State {
        var next = 0
        var observers: [Int: @Sendable (Int) -> Void] = [:]
    }

    private let state = Mutex(State())

    final class Handle: Sendable {
        private let table: ObserverTable
        private let key: Int

        fileprivate init(_ table: ObserverTable, _ key: Int) {
            self.table = table
            self.key = key
        }

        func cancel() {
            // Released outside the lock.
            _ = table.state.withLock { $0.observers.removeValue(forKey: key) }
        }

        deinit { cancel() }
    }

    func add(_ observer: @escaping @Sendable (Int) -> Void) -> Handle {
        let key = state.withLock { state in
            state.next += 1
            state.observers[state.next] = observer
            return state.next
        }
        return Handle(self, key)
    }

    /// Subscribing and cancelling, with `others` there; with a map before the observer if `mapped`.
    static func subscribing(among others: Int = 0, mapped: Bool = true) -> Work {
        let table = ObserverTable()
        let kept = (0..<others).map { _ in table.add { consume($0) } }
        return Work(events: 20_000, delivering: 0) {
            withExtendedLifetime(kept) {
                for index in 0..<20_000 {
                    let observer: @Sendable (Int) -> Void = { consume($0 &+ index) }
                    let handle = mapped ? table.add { observer($0 &+ 1) } : table.add(observer)
                    handle.cancel()
                }
            }
        }
    }

    /// What an observer occupies; with a map and a filter before it if `mapped`.
    static func heap(mapped: Bool) -> Work {
        let table = ObserverTable()
        return .heap { index in
            let observer: @Sendable (Int) -> Void = { consume($0 &+ index) }
            let filtered: @Sendable (Int) -> Void = { if $0 >= index { observer($0) } }
            return mapped ? table.add { filtered($0 &+ 1) } : table.add(observer)
        }
    }
}
