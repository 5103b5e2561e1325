import Signals
import TestSupport
import Testing

struct WeakObserverTests {
    private let registry = Broadcaster.Registry()

    @Test func `C95 observers may die between others, and new ones stand at their addresses`() async throws {
        await onOwnThread {
            var random = SplitMix64(seed: 95)
            for _ in 0..<100 { comeAndGo(using: &random) }
        }
    }

    private func comeAndGo(using random: inout SplitMix64) {
        let registry = Broadcaster.Registry()
        var counts = [Int](repeating: 0, count: 2_000)
        func tell() { registry.notify((any Numbered).self) { counts[$0.number] += 1 } }
        var first = (0..<1_000).map { Number($0) }
        for observer in first { registry.register((any Numbered).self, observer: observer) }
        first.shuffle(using: &random)
        first.removeLast(500)
        let second = (1_000..<2_000).map { Number($0) }
        for observer in second { registry.register((any Numbered).self, observer: observer) }
        tell()
        #expect(first.allSatisfy { counts[$0.number] == 1 })
        #expect(counts.reduce(0, +) == 1_500)
        #expect(registry.entryCount(of: (any Numbered).self) == 1_500)
        for observer in first { registry.unregister((any Numbered).self, observer: observer) }
        tell()
        #expect(first.allSatisfy { counts[$0.number] == 1 })
        #expect(second.allSatisfy { counts[$0.number] == 2 })
        #expect(registry.entryCount(of: (any Numbered).self) == 1_000)
    }

    @Test func `C95 when all have died the registry is empty`() {
        var observers = (0..<1_000).map { _ in Counter() }
        for observer in observers { registry.add(observer) }
        observers = []
        registry.tell("")
        #expect(registry.updateCount == 0)
    }

    @Test func `C95 the dead do not pile up where nobody ever notifies`() {
        let living = (0..<10).map { _ in Counter() }
        for observer in living { registry.add(observer) }
        for _ in 0..<10_000 { registry.add(Counter()) }
        #expect(registry.updateCount < 50)
        registry.tell("")
        #expect(registry.updateCount == 10)
        #expect(living.allSatisfy { $0.count == 1 })
    }

    @Test func `C95 a new observer at a dead one's address is a new one, in the last place`() {
        let log = Log<String>()
        var hits = 0
        for _ in 0..<1_000 {
            let registry = Broadcaster.Registry()
            var old: Listener? = Listener("old", log: log)
            let address = ObjectIdentifier(old!)
            registry.add(old!)
            let between = Listener("between", log: log)
            defer { withExtendedLifetime(between) {} }
            registry.add(between)
            old = nil
            let new = Listener("new", log: log)
            if ObjectIdentifier(new) == address { hits += 1 }
            registry.add(new)
            registry.tell("")
            #expect(log.entries.suffix(2) == ["between", "new"])
            registry.drop(new)
            registry.tell("")
            #expect(log.entries.last == "between")
        }
        // Allocators give an address out again at once, mostly, so the case has been met.
        #expect(hits > 0)
    }

    @Test func `100,000 observers come and go without any of them waiting for the others`() async throws {
        await onOwnThread {
            let registry = Broadcaster.Registry()
            let observers = (0..<100_000).map { Number($0) }
            for observer in observers { registry.register((any Numbered).self, observer: observer) }
            var count = 0
            registry.notify((any Numbered).self) { _ in count += 1 }
            for observer in observers { registry.unregister((any Numbered).self, observer: observer) }
            registry.notify((any Numbered).self) { _ in count += 1 }
            #expect(count == 100_000)
            #expect(registry.entryCount(of: (any Numbered).self) == 0)
        }
    }

    #if !os(iOS) && !os(tvOS) && !os(watchOS) && !os(visionOS)
    @Test func `C97 a struct as observer stops the program with its name`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Broadcaster.Registry().register((any OpenUpdate).self, observer: StructObserver())
        }
        try expectMention("StructObserver", in: result)
    }

    @Test func `C97 an enum as observer stops the program with its name`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Broadcaster.unregister((any OpenUpdate).self, observer: EnumObserver.only)
        }
        try expectMention("EnumObserver", in: result)
    }

    @Test func `C97 a struct as delegate stops the program with its name`() async throws {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Multicast<any OpenUpdate>().add(StructObserver())
        }
        try expectMention("StructObserver", in: result)
    }

    private func expectMention(
        _ name: String, in result: ExitTest.Result?, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let text = String(decoding: try #require(result).standardErrorContent, as: UTF8.self)
        #expect(text.contains(name), sourceLocation: sourceLocation)
    }
    #endif
}

private protocol Numbered: AnyObject, Sendable {
    var number: Int { get }
}

/// An observer that costs no more than its number, for tests with many of them.
private final class Number: Numbered {
    let number: Int
    init(_ number: Int) { self.number = number }
}

private struct StructObserver: OpenUpdate {
    func update(_ title: String) {}
}

private enum EnumObserver: OpenUpdate {
    case only
    func update(_ title: String) {}
}
