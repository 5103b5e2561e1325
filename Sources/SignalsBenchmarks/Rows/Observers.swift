import Signals

/// What the observers of these rows are told.
protocol Listener: AnyObject, Sendable {
    func update(_ value: Int)
}

private final class Consumer: Listener {
    @inline(never)
    func update(_ value: Int) { consume(value) }
}

/// Listeners without operators, one and many.
let observers: [Row] = [
    Row("EventBus.publish to one", limit: 2.6, goal: 0.8, steady: true, byHand: publishedByHand) {
        let bus = EventBus()
        let observer = Consumer()
        bus.subscribe(observer, to: Int.self) { $0.update($1) }
        return .sending { value in withExtendedLifetime(observer) { bus.publish(value) } }
    },
    Row("Broadcaster.notify to one", limit: 3, goal: 1.2, steady: true, byHand: notifiedByHand) {
        let registry = Broadcaster.Registry()
        let observer = Consumer()
        registry.register((any Listener).self, observer: observer)
        return .sending { value in
            withExtendedLifetime(observer) { registry.notify((any Listener).self) { $0.update(value) } }
        }
    },
    Row("Broadcaster.notify to 1,000, a call", limit: 1.5, to: ("plain loop", { broadcast(.loop) })) {
        broadcast(.broadcaster)
    },
    Row("Multicast.notify to 1,000, a call", limit: 1.5, to: ("plain loop", { broadcast(.loop) })) {
        broadcast(.multicast)
    },
    Row("register, unregister among 100,000", limit: 2.5, steady: true, to: ("alone", { registering(among: 0) })) {
        registering(among: 100_000)
    },
]

private func publishedByHand() -> Work {
    let bus = EventBusByHand()
    let observer = Consumer()
    bus.subscribe(observer, to: Int.self) { $0.update($1) }
    return .sending { value in withExtendedLifetime(observer) { bus.publish(value) } }
}

private func notifiedByHand() -> Work {
    let broadcaster = BroadcasterByHand()
    let observer = Consumer()
    broadcaster.register(observer)
    return .sending { value in withExtendedLifetime(observer) { broadcaster.notify { $0.update(value) } } }
}

private enum Means { case loop, broadcaster, multicast }

/// Tells 1,000 observers.
private func broadcast(_ means: Means) -> Work {
    let observers = (0..<1_000).map { _ in Consumer() }
    let references = observers.map { WeakListener($0) }
    let registry = Broadcaster.Registry()
    let multicast = Multicast<any Listener>()
    for observer in observers {
        registry.register((any Listener).self, observer: observer)
        multicast.add(observer)
    }
    return Work(events: 200 * observers.count) {
        for value in 0..<200 {
            switch means {
            case .loop: for reference in references { reference.listener?.update(value) }
            case .broadcaster: registry.notify((any Listener).self) { $0.update(value) }
            case .multicast: multicast.notify { $0.update(value) }
            }
        }
        withExtendedLifetime(observers) {}
    }
}

/// Registers and unregisters in turn, with `others` observers present.
private func registering(among others: Int) -> Work {
    let registry = Broadcaster.Registry()
    let observers = (0..<others).map { _ in Consumer() }
    for observer in observers { registry.register((any Listener).self, observer: observer) }
    let observer = Consumer()
    return Work(events: 20_000, delivering: 0) {
        withExtendedLifetime(observers) {
            for _ in 0..<20_000 {
                registry.register((any Listener).self, observer: observer)
                registry.unregister((any Listener).self, observer: observer)
            }
        }
    }
}
