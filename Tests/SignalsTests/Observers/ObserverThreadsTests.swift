import Dispatch
import Foundation
import Signals
import TestSupport
import Testing

struct ObserverThreadsTests {
    @Test func `C24 64 threads that notify at once all finish while others register and unregister`() async throws {
        await onOwnThread {
            let registry = Broadcaster.Registry()
            let steady = (0..<50).map { _ in Counter() }
            defer { withExtendedLifetime(steady) {} }
            for observer in steady { registry.add(observer) }
            let calls = Protected(0)
            inThreads(64 + 8) { index in
                if index < 64 {
                    for _ in 0..<50 { registry.tell("") }
                } else {
                    for _ in 0..<200 {
                        let observer = Acting { _ in calls.increment() }
                        registry.add(observer)
                        registry.add(Counter())
                        if index % 2 == 0 { registry.drop(observer) }
                    }
                }
            }
            #expect(steady.allSatisfy { $0.count == 64 * 50 })
            registry.tell("")
            #expect(registry.updateCount == 50)
        }
    }

    @Test func `C24 64 tasks that notify at once leave the pool free, also where observers register`() async throws {
        try await underWatchdog {
            let registry = Broadcaster.Registry()
            let bus = EventBus()
            let registering = Acting { _ in registry.add(Counter()) }
            defer { withExtendedLifetime(registering) {} }
            let calls = Protected(0)
            bus.subscribe(registering, to: Int.self) { observer, _ in
                calls.increment()
                registry.add(observer)
            }
            registry.add(registering)
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<64 {
                    group.addTask {
                        for value in 0..<20 {
                            registry.tell("")
                            bus.publish(value)
                        }
                    }
                }
            }
            #expect(calls.current == 64 * 20)
        }
    }

    @Test func `a register or unregister that has returned is seen by every later notify, on any thread`() async throws
    {
        await onOwnThread {
            let registry = Broadcaster.Registry()
            for _ in 0..<200 {
                let observer = Counter()
                registry.add(observer)
                onAnotherThread { registry.tell("") }
                #expect(observer.count == 1)
                onAnotherThread { registry.drop(observer) }
                registry.tell("")
                #expect(observer.count == 1)
                onAnotherThread { registry.add(observer) }
                registry.tell("")
                #expect(observer.count == 2)
                registry.drop(observer)
                onAnotherThread { registry.tell("") }
                #expect(observer.count == 2)
            }
        }
    }

    @Test func `C18 one multicast used by several threads keeps each delegate once`() async throws {
        await onOwnThread {
            let multicast = Multicast<any Update>()
            let delegates = (0..<8).map { _ in (0..<1_000).map { _ in Counter() } }
            inThreads(9) { index in
                if index == 8 {
                    for _ in 0..<20 { multicast.notify { $0.update("") } }
                } else {
                    for delegate in delegates[index] {
                        multicast.add(delegate)
                        multicast.add(delegate)
                    }
                    for delegate in delegates[index].dropFirst(500) { multicast.remove(delegate) }
                }
            }
            #expect(multicast.count == 4_000)
            for delegate in delegates.joined() { multicast.remove(delegate) }
            #expect(multicast.isEmpty)
        }
    }
}

/// Runs `body` on `count` threads at once, and returns when all have ended.
func inThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for index in 0..<count {
        group.enter()
        Thread {
            body(index)
            group.leave()
        }.start()
    }
    group.wait()
}

/// Runs `body` on a thread of its own, and returns when it has ended.
func onAnotherThread(_ body: @escaping @Sendable () -> Void) {
    inThreads(1) { _ in body() }
}
