import Signals

/// What the observers of these rows are told.
private protocol Listener: AnyObject, Sendable {
    func update(_ value: Int)
}

private final class Consumer: Listener {
    @inline(never)
    func update(_ value: Int) { consume(value) }
}

/// A weak reference in an object, since an array of structs with one in them takes twice the time to go through.
private final class WeakListener {
    weak let listener: (any Listener)?
    init(_ listener: any Listener) { self.listener = listener }
}

/// Broadcasts to 1,000 observers, headed by a plain loop over 1,000 weak references, which they are compared with.
func broadcasts() -> [Benchmark] {
    let observers = (0..<1_000).map { _ in Consumer() }
    let references = observers.map { WeakListener($0) }
    let registry = Broadcaster.Registry()
    let multicast = Multicast<any Listener>()
    for observer in observers {
        registry.register((any Listener).self, observer: observer)
        multicast.add(observer)
    }
    let rounds = 200
    func row(_ name: String, limit: Double?, _ notify: @escaping (Int) -> Void) -> Benchmark {
        Benchmark(name: name, limit: limit, events: rounds * observers.count) {
            withExtendedLifetime(observers) {
                for value in 0..<rounds { notify(value) }
            }
        }
    }
    return [
        row("plain loop over 1,000 weak references, a call", limit: nil) { value in
            for reference in references { reference.listener?.update(value) }
        },
        row("Broadcaster.notify, 1,000 observers, a call", limit: 1.5) { value in
            registry.notify((any Listener).self) { $0.update(value) }
        },
        row("Multicast.notify, 1,000 delegates, a call", limit: 1.5) { value in
            multicast.notify { $0.update(value) }
        },
    ]
}

/// Registers and unregisters in turn, with `others` observers present.
func registerAndUnregister(_ name: String, among others: Int) -> Benchmark {
    let registry = Broadcaster.Registry()
    let observers = (0..<others).map { _ in Consumer() }
    for observer in observers { registry.register((any Listener).self, observer: observer) }
    let observer = Consumer()
    return Benchmark(name: name, limit: nil, events: 200_000) {
        withExtendedLifetime(observers) {
            for _ in 0..<200_000 {
                registry.register((any Listener).self, observer: observer)
                registry.unregister((any Listener).self, observer: observer)
            }
        }
    }
}

/// Publishes to one observer of an event bus.
func publish() -> Benchmark {
    let bus = EventBus()
    let observer = Consumer()
    bus.subscribe(observer, to: Int.self) { $0.update($1) }
    return Benchmark(name: "EventBus.publish, one observer", limit: nil, events: 100_000) {
        withExtendedLifetime(observer) {
            for value in 0..<100_000 { bus.publish(value) }
        }
    }
}
