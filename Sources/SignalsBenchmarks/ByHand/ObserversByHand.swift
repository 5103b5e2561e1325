import Synchronization

/// An event bus: for each type, closures that know their observer weakly.
final class EventBusByHand: Sendable {
    private let handlers = Mutex<[ObjectIdentifier: ContiguousArray<@Sendable (any Sendable) -> Void>]>([:])

    func subscribe<Observer: AnyObject & Sendable, Event: Sendable>(
        _ observer: Observer, to event: Event.Type, _ handler: @escaping @Sendable (Observer, Event) -> Void
    ) {
        handlers.withLock {
            $0[ObjectIdentifier(event), default: []].append { [weak observer] event in
                if let observer, let event = event as? Event { handler(observer, event) }
            }
        }
    }

    @inline(never)
    func publish<Event: Sendable>(_ event: Event) {
        guard let called = handlers.withLock({ $0[ObjectIdentifier(Event.self)] }) else { return }
        for handler in called { handler(event) }
    }
}

/// A weak reference in an object, since an array of structs with one in them takes twice the time to go through.
final class WeakListener: Sendable {
    weak let listener: (any Listener)?
    init(_ listener: any Listener) { self.listener = listener }
}

/// A broadcaster: for each protocol, weak references to those who listen.
final class BroadcasterByHand: Sendable {
    private let observers = Mutex<[ObjectIdentifier: ContiguousArray<WeakListener>]>([:])

    func register(_ listener: any Listener) {
        observers.withLock { $0[ObjectIdentifier((any Listener).self), default: []].append(WeakListener(listener)) }
    }

    @inline(never)
    func notify(_ body: (any Listener) -> Void) {
        guard let told = observers.withLock({ $0[ObjectIdentifier((any Listener).self)] }) else { return }
        for reference in told { if let listener = reference.listener { body(listener) } }
    }
}
