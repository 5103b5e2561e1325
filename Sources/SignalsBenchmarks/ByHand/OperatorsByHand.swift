import Synchronization

// What people write who know all there is to know about one case. Each makes a function to be called with values.

/// `count` times `map`: closures that call each other.
func mapsByHand(_ count: Int) -> (Int) -> Void {
    let list = ObserverList()
    var observer: @Sendable (Int) -> Void = { consume($0) }
    for _ in 0..<count {
        let next = observer
        observer = { next($0 &+ 1) }
    }
    list.add(observer)
    return { list.notify($0) }
}

/// A property with observers, told before it changes.
final class PropertyByHand: Sendable {
    private struct State {
        var value = 0
        var observers: ContiguousArray<@Sendable (Int) -> Void> = []
    }

    private let state = Mutex(State())

    func observe(_ observer: @escaping @Sendable (Int) -> Void) {
        state.withLock { $0.observers.append(observer) }
    }

    var value: Int {
        @inline(never) get { state.withLock { $0.value } }
        @inline(never) set {
            for observer in state.withLock({ $0.observers }) { observer(newValue) }
            state.withLock { $0.value = newValue }
        }
    }

    /// Stores the value first, as a subject does.
    @inline(never)
    func send(_ value: Int) {
        let observers = state.withLock { state in
            state.value = value
            return state.observers
        }
        for observer in observers { observer(value) }
    }
}

/// `flatMap` to publishers of one value: an inner publisher is a function that is told where its values go, and how many
/// are under way is counted, which is when all has finished.
func flatMapByHand(
    _ transform: @escaping @Sendable (Int) -> (_ next: (Int) -> Void, _ finished: () -> Void) -> Void
) -> (Int) -> Void {
    let input = ObserverList()
    let output = ObserverList()
    output.add { consume($0) }
    let underWay = OnHeap(0)
    input.add { value in
        underWay.value.withLock { $0 += 1 }
        transform(value)({ output.notify($0) }, { underWay.value.withLock { $0 -= 1 } })
    }
    return { input.notify($0) }
}

/// `switchToLatest`: a value passes if its publisher is still the latest.
func switchByHand(
    _ transform: @escaping @Sendable (Int) -> (_ next: (Int) -> Void) -> Void
) -> (Int) -> Void {
    let input = ObserverList()
    let latest = OnHeap(0)
    input.add { value in
        let number = latest.value.withLock { latest in
            latest += 1
            return latest
        }
        transform(value)({ if latest.value.withLock({ $0 }) == number { consume($0) } })
    }
    return { input.notify($0) }
}

/// Both inputs of an operator, called in turn.
func inTurn(_ left: @escaping (Int) -> Void, _ right: @escaping (Int) -> Void) -> (Int) -> Void {
    { $0 & 1 == 0 ? left($0) : right($0) }
}

/// `merge`: a lock keeps values from overlapping.
func mergeByHand() -> (Int) -> Void {
    let (left, right) = (ObserverList(), ObserverList())
    let gate = OnHeap(())
    for list in [left, right] { list.add { value in gate.value.withLock { _ in consume(value) } } }
    return inTurn({ left.notify($0) }, { right.notify($0) })
}

/// `zip`: each side waits for the other.
func zipByHand() -> (Int) -> Void {
    struct Waiting {
        var left: [Int] = []
        var right: [Int] = []

        mutating func pair() -> (Int, Int)? {
            if left.isEmpty || right.isEmpty { return nil }
            return (left.removeFirst(), right.removeFirst())
        }
    }
    let (left, right) = (ObserverList(), ObserverList())
    let waiting = OnHeap(Waiting())
    left.add { value in
        let pair = waiting.value.withLock { waiting in
            waiting.left.append(value)
            return waiting.pair()
        }
        if let pair { consume(pair.0 &+ pair.1) }
    }
    right.add { value in
        let pair = waiting.value.withLock { waiting in
            waiting.right.append(value)
            return waiting.pair()
        }
        if let pair { consume(pair.0 &+ pair.1) }
    }
    return inTurn({ left.notify($0) }, { right.notify($0) })
}

/// `combineLatest`, or `withLatestFrom` if only the left side triggers.
func latestByHand(rightTriggers: Bool) -> (Int) -> Void {
    let (left, right) = (ObserverList(), ObserverList())
    let latest = OnHeap((left: Int?.none, right: Int?.none))
    left.add { value in
        let other = latest.value.withLock { latest in
            latest.left = value
            return latest.right
        }
        if let other { consume(value &+ other) }
    }
    right.add { value in
        let other = latest.value.withLock { latest in
            latest.right = value
            return latest.left
        }
        if rightTriggers, let other { consume(value &+ other) }
    }
    return inTurn({ left.notify($0) }, { right.notify($0) })
}

/// A mutex that closures can share.
final class OnHeap<State: Sendable>: Sendable {
    let value: Mutex<State>
    init(_ state: State) { value = Mutex(state) }
}
