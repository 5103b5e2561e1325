import Signals
import TestSupport
import Testing

private final class Someone: Sendable {}

struct EventBusThreadsTests {
    @Test func `C100 a sticky event reaches each subscriber once, also when publish and subscribe race`()
        async throws
    {
        await onOwnThread {
            for round in 0..<200 {
                let bus = EventBus()
                let observers = (0..<3).map { _ in Someone() }
                let logs = (0..<6).map { _ in Log<Int>() }
                let handles = CancellableBag()
                inThreads(4) { index in
                    if index == 3 {
                        bus.publish(round, sticky: true)
                    } else {
                        bus.subscribe(observers[index], to: Int.self) { _, event in logs[index].append(event) }
                        bus.publisher(for: Int.self).sink { logs[index + 3].append($0) }.store(in: handles)
                    }
                }
                #expect(logs.allSatisfy { $0.entries == [round] })
                handles.cancel()
            }
        }
    }

    @Test func `C100 each subscriber sees one gapless order of sticky events, from its place on`() async throws {
        await onOwnThread {
            let bus = EventBus()
            let observers = (0..<4).map { _ in Someone() }
            let logs = (0..<4).map { _ in Log<Int>() }
            inThreads(6) { index in
                if index < 4 {
                    bus.subscribe(observers[index], to: Int.self) { _, event in logs[index].append(event) }
                } else {
                    for value in 0..<2_000 { bus.publish(index * 10_000 + value, sticky: true) }
                }
            }
            let reference = Log<Int>()
            let observer = Someone()
            bus.subscribe(observer, to: Int.self) { _, event in reference.append(event) }
            let longest = logs.map(\.entries).max { $0.count < $1.count }!
            for log in logs { #expect(log.entries == Array(longest.suffix(log.entries.count))) }
            #expect(logs.allSatisfy { $0.entries.last == reference.entries.last })
            #expect(Set(longest).count == longest.count)
        }
    }

    @Test func `C24 64 threads publish while observers come, go and are released, and nobody waits`() async throws {
        await onOwnThread {
            let bus = EventBus()
            let steady = Someone()
            defer { withExtendedLifetime(steady) {} }
            let count = Protected(0)
            let unheard = Protected(0)
            let handle = bus.unheardEvents.sink { _ in unheard.increment() }
            bus.subscribe(steady, to: Int.self) { _, _ in count.increment() }
            inThreads(64 + 4) { index in
                if index < 64 {
                    for value in 0..<50 {
                        bus.publish(value)
                        bus.publish("\(value)")
                    }
                } else {
                    for _ in 0..<200 {
                        let observer = Someone()
                        bus.subscribe(observer, to: Int.self) { _, _ in }
                        let token = bus.subscribe(observer, to: String.self) { _, _ in }
                        if index == 64 { bus.unsubscribe(observer) }
                        if index == 65 { token.cancel() }
                    }
                }
            }
            #expect(count.current == 64 * 50)
            bus.publish(0)
            bus.publish("")
            #expect(bus.observerCount == 1)
            #expect(unheard.current > 0)
            handle.cancel()
        }
    }
}
