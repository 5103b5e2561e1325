import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@testable import class Signals.NotificationHub

private let plain = Notification.Name("plain")

@Suite struct NotificationSenderTests {
    @Test func `C80 neither a publisher nor a subscription keeps the object`() {
        let hub = NotificationHub()
        weak var gone: Cart?
        var object: Cart? = Cart()
        gone = object
        let publisher = hub.publisher(for: plain, object: object)
        let recorder = publisher.map { _ in 0 }.record()
        for _ in 0..<3 { hub.post(name: plain, object: object) }
        #expect(recorder.values == [0, 0, 0])
        #expect(recorder.completion == nil)
        object = nil
        #expect(gone == nil)
        #expect(recorder.completion == nil)
        hub.post(name: plain)
        #expect(recorder.isFinished)
        #expect(hub.openNameCount == 0)
        #expect(publisher.map { _ in 0 }.record().completion == nil)
        hub.post(name: plain)
        #expect(hub.openNameCount == 0)
    }

    @Test func `C81 a new object at the address of a dead one gets nothing of what was meant for that`() {
        let hub = NotificationHub()
        var first: Cart? = Cart()
        let address = ObjectIdentifier(first!)
        let recorder = hub.publisher(for: CartChanged.self, object: first).record()
        first = nil
        var others: [Cart] = []
        for _ in 0..<2_000 {
            let other = Cart()
            others.append(other)
            if ObjectIdentifier(other) == address { break }
        }
        for other in others where ObjectIdentifier(other) == address {
            hub.post(CartChanged(itemCount: 1), object: other)
        }
        #expect(recorder.values.isEmpty)
        let second = hub.publisher(for: CartChanged.self, object: others.last!).record()
        hub.post(CartChanged(itemCount: 2), object: others.last!)
        #expect(second.values == [CartChanged(itemCount: 2)])
        #expect(recorder.values.isEmpty)
        #expect(recorder.isFinished)
    }

    @Test func `C81 whoever subscribes to an object at the address of a dead one finishes those of the dead one`() {
        let hub = NotificationHub()
        var first: Cart? = Cart()
        let typed = hub.publisher(for: CartChanged.self, object: first).record()
        let raw = hub.publisher(for: CartChanged.name, object: first).map { _ in 0 }.record()
        let second = successor(of: &first)
        let recorder = Protected<Recorder<CartChanged, Never>?>(nil)
        underWatchdog {
            let new = hub.publisher(for: CartChanged.self, object: second).record()
            recorder.withValue { $0 = new }
        }
        #expect(typed.isFinished)
        #expect(raw.isFinished)
        hub.post(CartChanged(itemCount: 2), object: second)
        #expect(recorder.current?.values == [CartChanged(itemCount: 2)])
        #expect(typed.values.isEmpty)
    }

    @Test func `C81 a stream of a dead object does not join those of a new one at its address`() {
        let hub = NotificationHub()
        var first: Cart? = Cart()
        let publisher = hub.publisher(for: CartChanged.self, object: first)
        let second = successor(of: &first)
        let recorder = hub.publisher(for: CartChanged.self, object: second).record()
        let late = publisher.record()
        #expect(late.completion == nil)
        hub.post(CartChanged(itemCount: 1), object: second)
        #expect(late.values.isEmpty)
        #expect(late.isFinished)
        #expect(recorder.values == [CartChanged(itemCount: 1)])
        publisher.record().cancel()
        recorder.cancel()
        #expect(hub.openNameCount == 0)
    }

    @Test(arguments: [1, 8]) func `C80 all whose sender has gone finish at the next post of the name`(count: Int) {
        let hub = NotificationHub()
        var carts = (0..<count).map { _ in Cart() }
        let typed = carts.map { hub.publisher(for: CartChanged.self, object: $0).record() }
        let raw = carts.map { hub.publisher(for: CartChanged.name, object: $0).map { _ in 0 }.record() }
        carts = []
        hub.post(name: plain)
        #expect(typed.allSatisfy { $0.completion == nil } && raw.allSatisfy { $0.completion == nil })
        hub.post(name: CartChanged.name)
        #expect(typed.allSatisfy { $0.isFinished } && raw.allSatisfy { $0.isFinished })
        #expect(hub.openNameCount == 0)
    }

    @Test(arguments: [1, 8]) func `C80 or at the next subscription to it`(count: Int) {
        let hub = NotificationHub()
        var carts = (0..<count).map { _ in Cart() }
        let recorders = carts.map { hub.publisher(for: CartChanged.self, object: $0).record() }
        carts = []
        hub.publisher(for: CartChanged.name).map { _ in 0 }.record().cancel()
        #expect(recorders.allSatisfy { $0.isFinished })
        #expect(hub.openNameCount == 0)
    }

    @Test func `C80 of very many senders all that went together finish within a few posts`() {
        let hub = NotificationHub()
        let staying = (0..<1_000).map { _ in Cart() }
        var going = (0..<1_000).map { _ in Cart() }
        let recorders = zip(staying, going).map { stays, goes in
            (
                stays: hub.publisher(for: CartChanged.self, object: stays).record(),
                goes: hub.publisher(for: CartChanged.self, object: goes).record()
            )
        }
        going = []
        for count in 0..<16 { hub.post(CartChanged(itemCount: count), object: staying[count]) }
        #expect(recorders.allSatisfy { $0.goes.isFinished })
        #expect(recorders.allSatisfy { $0.goes.values.isEmpty && $0.stays.completion == nil })
        #expect(recorders.map(\.stays.values.count) == (0..<1_000).map { $0 < 16 ? 1 : 0 })
    }

    @Test func `C80 of very many senders the only one that went finishes after as many posts as there are senders`() {
        let hub = NotificationHub()
        let staying = (0..<100).map { _ in Cart() }
        let others = staying.map { hub.publisher(for: plain, object: $0).sink { _ in } }
        var cart: Cart? = Cart()
        let recorder = hub.publisher(for: plain, object: cart).map { _ in 0 }.record()
        cart = nil
        withExtendedLifetime((staying, others)) {
            for _ in 0..<112 { hub.post(name: plain) }
        }
        #expect(recorder.isFinished)
    }

    @Test func `C80 what a sender frees as it goes may subscribe, post and cancel`() {
        final class Owner: Sendable {
            let hub: NotificationHub
            let log: Log<String>
            let handles = CancellableBag()
            init(_ hub: NotificationHub, _ log: Log<String>) { (self.hub, self.log) = (hub, log) }
            deinit {
                // Cancelled with its bag before the post, which waits for the present one to end, is delivered.
                hub.publisher(for: plain).sink { [log] _ in log.append("heard") }.store(in: handles)
                hub.post(name: plain)
                log.append("gone")
            }
        }
        let hub = NotificationHub()
        let log = Log<String>()
        underWatchdog {
            let owner = Protected<Owner?>(Owner(hub, log))
            let recorder = hub.publisher(for: plain, object: owner.current).map { _ in 0 }.record()
            // The last to let go of the owner is the hub's subscriber, inside a post.
            let handle = hub.publisher(for: plain).sink { _ in _ = owner.withValue { $0.take() } }
            hub.post(name: plain)
            handle.cancel()
            hub.post(name: plain)
            #expect(recorder.isFinished)
        }
        #expect(log.entries == ["gone"])
        #expect(hub.openNameCount == 0)
    }

    /// Lets go of the last reference to `object`, and returns another one at the same address.
    private func successor(of object: inout Cart?) -> Cart {
        let address = ObjectIdentifier(object!)
        object = nil
        var others: [Cart] = []
        for _ in 0..<100_000 {
            let other = Cart()
            if ObjectIdentifier(other) == address { return other }
            others.append(other)
        }
        Issue.record("the allocator has not used the address again")
        return others[0]
    }
}
