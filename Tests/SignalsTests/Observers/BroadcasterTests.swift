import Foundation
import Signals
import TestSupport
import Testing

@MainActor
private protocol ScreenUpdate: AnyObject, Sendable {
    func update(_ title: String)
}

@MainActor
private final class Screen: ScreenUpdate {
    private(set) var titles: [String] = []
    func update(_ title: String) { titles.append(title) }
}

private struct Stop: Error, Equatable {}

struct BroadcasterTests {
    private let registry = Broadcaster.Registry()
    private let log = Log<String>()

    @Test func `observers are called in the order of registration, on the caller's thread`() {
        let observers = ["a", "b", "c"].map { Listener($0, log: log) }
        defer { withExtendedLifetime(observers) {} }
        for observer in observers { registry.add(observer) }
        registry.tell("1")
        #expect(log.entries == ["a1", "b1", "c1"])
    }

    @Test func `the process-wide registry works alike`() {
        let observer = Listener(log: log)
        defer { withExtendedLifetime(observer) {} }
        Broadcaster.register((any Update).self, observer: observer)
        Broadcaster.notify((any Update).self) { $0.update("1") }
        Broadcaster.unregister((any Update).self, observer: observer)
        Broadcaster.notify((any Update).self) { $0.update("2") }
        #expect(log.entries == ["1"])
    }

    @Test func `registering twice keeps one entry, in its first place`() {
        let (first, second) = (Listener("a", log: log), Listener("b", log: log))
        defer { withExtendedLifetime((first, second)) {} }
        for observer in [first, second, first] { registry.add(observer) }
        registry.tell("1")
        #expect(log.entries == ["a1", "b1"])
        #expect(registry.updateCount == 2)

        registry.drop(first)
        registry.add(first)
        registry.tell("2")
        #expect(log.entries.suffix(2) == ["b2", "a2"])
    }

    @Test func `two observers of one class are two, and each can leave alone`() {
        let (first, second) = (Counter(), Counter())
        registry.add(first)
        registry.add(second)
        registry.drop(first)
        registry.tell("")
        #expect(first.count == 0)
        #expect(second.count == 1)
    }

    @Test func `one observer may listen for several protocols, which have nothing to do with each other`() {
        let observer = Listener(log: log)
        defer { withExtendedLifetime(observer) {} }
        registry.add(observer)
        registry.register((any OpenUpdate).self, observer: observer)
        registry.register(Listener.self, observer: observer)
        registry.register((any Update & OpenUpdate).self, observer: observer)
        registry.register((any Sendable).self, observer: observer)
        registry.tell("1")
        registry.notify((any OpenUpdate).self) { $0.update("2") }
        registry.notify(Listener.self) { $0.update("3") }
        registry.notify((any Update & OpenUpdate).self) { $0.update("4") }
        registry.notify((any Sendable).self) { ($0 as? Listener)?.update("5") }
        #expect(log.entries == ["1", "2", "3", "4", "5"])
        registry.unregister((any OpenUpdate).self, observer: observer)
        registry.notify((any OpenUpdate).self) { $0.update("6") }
        registry.tell("7")
        #expect(log.entries.last == "7")
        #expect(log.entries.count == 6)
    }

    @Test func `two protocols of one printed name are two`() {
        let log = log
        enum One { final class Event: Sendable {} }
        func other() {
            enum One { final class Event: Sendable {} }
            let observer = One.Event()
            defer { withExtendedLifetime(observer) {} }
            registry.register(One.Event.self, observer: observer)
            registry.notify(One.Event.self) { _ in log.append("other") }
        }
        let observer = One.Event()
        defer { withExtendedLifetime(observer) {} }
        registry.register(One.Event.self, observer: observer)
        other()
        #expect(log.entries == ["other"])
    }

    @Test func `an observer is not kept alive, and leaves by going`() {
        var observer: Counter? = Counter()
        weak let canary = observer
        registry.add(observer!)
        registry.tell("")
        #expect(observer?.count == 1)
        observer = nil
        #expect(canary == nil)
        registry.tell("")
        #expect(registry.updateCount == 0)
    }

    @Test func `an observer may be an actor`() {
        actor Agent: OpenUpdate {
            let log: Log<String>
            init(_ log: Log<String>) { self.log = log }
            nonisolated func update(_ title: String) { log.append(title) }
        }
        let agent = Agent(log)
        registry.register((any OpenUpdate).self, observer: agent)
        registry.notify((any OpenUpdate).self) { $0.update("1") }
        registry.unregister((any OpenUpdate).self, observer: agent)
        registry.notify((any OpenUpdate).self) { $0.update("2") }
        #expect(log.entries == ["1"])
    }

    @Test @MainActor func `a protocol of the main actor is notified from the main actor`() {
        let screen = Screen()
        registry.register((any ScreenUpdate).self, observer: screen)
        registry.notify((any ScreenUpdate).self) { $0.update("Inbox") }
        #expect(screen.titles == ["Inbox"])
    }

    @Test func `a body that throws stops there, and its error comes out typed`() {
        let observers = ["a", "b", "c"].map { Listener($0, log: log) }
        defer { withExtendedLifetime(observers) {} }
        for observer in observers { registry.add(observer) }
        #expect(throws: Stop()) {
            try registry.notify((any Update).self) { observer in
                observer.update("")
                if log.entries.count == 2 { throw Stop() }
            }
        }
        #expect(log.entries == ["a", "b"])
        do throws(Stop) {
            try registry.notify((any Update).self) { (_) throws(Stop) in throw Stop() }
            Issue.record("nothing was thrown")
        } catch {
            #expect(error == Stop())
        }
    }

    @Test func `C24 a nested notify runs at once, over its own snapshot`() {
        let (registry, log) = (registry, log)
        let late = Listener("late", log: log)
        let isNested = Protected(false)
        let nesting = Acting { _ in
            log.append("in")
            let wasNested = isNested.withValue { value in
                defer { value = true }
                return value
            }
            if wasNested { return }
            registry.add(late)
            registry.tell("2")
            log.append("out")
        }
        let last = Listener("last", log: log)
        defer { withExtendedLifetime((nesting, last)) {} }
        registry.add(nesting)
        registry.add(last)
        registry.tell("1")
        #expect(log.entries == ["in", "in", "last2", "late2", "out", "last1"])
    }

    @Test func `C24 one removed during a broadcast is no longer called, one added gets the next`() {
        let (registry, log) = (registry, log)
        let removed = Listener("removed", log: log)
        let added = Listener("added", log: log)
        let acting = Acting { observer in
            registry.drop(removed)
            registry.add(added)
            registry.drop(observer)
            log.append("acted")
        }
        defer { withExtendedLifetime(acting) {} }
        registry.add(acting)
        registry.add(removed)
        registry.tell("1")
        #expect(log.entries == ["acted"])
        registry.tell("2")
        #expect(log.entries == ["acted", "added2"])
    }

    @Test func `C24 an observer that leaves and joins in one broadcast has its turn in the next`() {
        let (registry, log) = (registry, log)
        let second = Listener("second", log: log)
        let acting = Acting { _ in
            registry.drop(second)
            registry.add(second)
        }
        defer { withExtendedLifetime(acting) {} }
        registry.add(acting)
        registry.add(second)
        registry.tell("1")
        #expect(log.entries == [])
    }

    @Test func `C24 an observer may go during a broadcast, and unregister in its deinit`() {
        let (registry, log) = (registry, log)
        let held = Protected<Acting?>(nil)
        let releasing = Acting { _ in
            let last = held.withValue { $0.take() }
            withExtendedLifetime(last) {}
        }
        registry.add(releasing)
        held.withValue { value in
            value = Acting(atEnd: {
                registry.drop($0)
                registry.tell("from deinit")
                log.append("gone")
            }) { _ in log.append("called") }
        }
        let last = Listener("last ", log: log)
        defer { withExtendedLifetime((releasing, last)) {} }
        registry.add(held.current!)
        registry.add(last)
        registry.tell("1")
        #expect(log.entries == ["last from deinit", "gone", "last 1"])
        #expect(registry.updateCount == 2)
    }

    @Test func `C24 registering while a broadcast goes through the list does not copy it`() {
        let registry = registry
        let counters = (0..<2_000).map { _ in Counter() }
        let more = (0..<2_000).map { _ in Counter() }
        let next = Protected(0)
        let adding = (0..<2_000).map { _ in Acting { _ in registry.add(more[next.increment() - 1]) } }
        defer { withExtendedLifetime(adding) {} }
        for (counter, adding) in zip(counters, adding) {
            registry.add(counter)
            registry.add(adding)
        }
        registry.tell("")
        #expect(counters.allSatisfy { $0.count == 1 })
        #expect(more.allSatisfy { $0.count == 0 })
        #expect(registry.updateCount == 6_000)
    }
}
