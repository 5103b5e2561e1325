import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@testable import struct Signals.MalformedNotification
@testable import class Signals.NotificationHub

struct CartChanged: NotificationMessage, Codable, Hashable {
    static let name = Notification.Name("CartChanged")
    var itemCount: Int
}

final class Cart: Sendable {}

private let plain = Notification.Name("plain")
private struct Nothing: Decodable, Sendable {}

@Suite struct RawNotificationTests {
    @Test func `a raw notification is delivered inside the post, on the thread of the poster`() {
        let hub = NotificationHub()
        let recorder = hub.publisher(for: plain).map { $0.userInfo?["n"] as? Int ?? -1 }.record()
        underWatchdog {
            hub.post(name: plain, userInfo: ["n": 1])
            #expect(recorder.values == [1])
            let here = Just(0).record()
            #expect(recorder.events[1].thread == here.events[0].thread)
        }
    }

    @Test func `posts made on the center arrive, and the hub's posts reach the center's observers`() {
        let hub = NotificationHub()
        let heard = Log<Int>()
        let observer = hub.center.addObserver(forName: plain, object: nil, queue: nil) {
            heard.append($0.userInfo?["n"] as? Int ?? -1)
        }
        defer { hub.center.removeObserver(observer) }
        let recorder = hub.publisher(for: plain).map { $0.userInfo?["n"] as? Int ?? -1 }.record()
        hub.center.post(name: plain, object: nil, userInfo: ["n": 1])
        hub.post(name: plain, userInfo: ["n": 2])
        #expect(recorder.values == [1, 2])
        #expect(heard.entries == [1, 2])
    }

    @Test func `C85 no name stands for every name and no object for every object`() {
        let hub = NotificationHub()
        let (x, y) = (Cart(), Cart())
        let (a, b) = (Notification.Name("a"), Notification.Name("b"))
        let log = Log<String>()
        let handles = [
            hub.publisher(for: nil).sink { _ in log.append("nil,nil") },
            hub.publisher(for: nil, object: x).sink { _ in log.append("nil,x") },
            hub.publisher(for: a, object: x).sink { _ in log.append("a,x") },
            hub.publisher(for: a).sink { _ in log.append("a,nil") },
        ]
        func heard(_ name: Notification.Name, _ object: AnyObject?) -> Set<String> {
            let before = log.entries.count
            hub.post(name: name, object: object)
            return Set(log.entries.dropFirst(before))
        }
        withExtendedLifetime(handles) {
            #expect(heard(a, x) == ["nil,nil", "nil,x", "a,x", "a,nil"])
            #expect(heard(b, y) == ["nil,nil"])
            #expect(heard(a, nil) == ["nil,nil", "a,nil"])
        }
    }

    @Test func `C82 subscribers are called in subscription order, whatever their kind and their object`() {
        for _ in 0..<100 {
            let hub = NotificationHub()
            let cart = Cart()
            let log = Log<Int>()
            let handles = [
                hub.publisher(for: CartChanged.name).sink { _ in log.append(0) },
                hub.publisher(for: CartChanged.self).sink { _ in log.append(1) },
                hub.publisher(for: CartChanged.self).sink { _ in log.append(2) },
                hub.publisher(for: CartChanged.name, object: cart).sink { _ in log.append(3) },
                hub.publisher(for: CartChanged.self).sink { _ in log.append(4) },
                hub.publisher(for: CartChanged.self, object: cart).sink { _ in log.append(5) },
                hub.publisher(for: CartChanged.name, as: CartChanged.self).sink { _ in log.append(6) },
                hub.publisher(for: CartChanged.self).sink { _ in log.append(7) },
            ]
            withExtendedLifetime(handles) {
                hub.post(CartChanged(itemCount: 1), object: cart)
                #expect(log.entries == [0, 1, 2, 3, 4, 5, 6, 7])
            }
        }
    }

    @Test func `C82 one that was cancelled during a post gets nothing more, and one that was added neither`() {
        let hub = NotificationHub()
        let log = Log<String>()
        let later = Protected<[AnyCancellable]>([])
        let added = Protected<[AnyCancellable]>([])
        let first = hub.publisher(for: plain).sink { _ in
            log.append("first")
            for handle in later.current { handle.cancel() }
            let handle = hub.publisher(for: plain).sink { _ in log.append("added") }
            added.withValue { $0.append(handle) }
        }
        let others = (0..<9).map { number in
            number.isMultiple(of: 2)
                ? hub.publisher(for: plain).sink { _ in log.append("\(number)") }
                : hub.publisher(for: plain, as: Nothing.self).sink { _ in log.append("\(number)") }
        }
        later.withValue { $0 = others }
        withExtendedLifetime(first) { hub.post(name: plain) }
        #expect(log.entries == ["first"])
    }

    @Test func `C82 one that was added during a post gets the next, also if its type has still to get this one`() {
        let hub = NotificationHub()
        let added = Protected<[Recorder<CartChanged, Never>]>([])
        let raw = hub.publisher(for: CartChanged.name).sink { _ in
            if added.current.isEmpty {
                let recorders = [
                    hub.publisher(for: CartChanged.self).record(),
                    hub.publisher(for: CartChanged.name, as: CartChanged.self).record(),
                    hub.publisher(for: CartChanged.self).record(),
                ]
                added.withValue { $0 = recorders }
            }
        }
        let typed = hub.publisher(for: CartChanged.self).record()
        hub.post(CartChanged(itemCount: 1))
        #expect(typed.values.map(\.itemCount) == [1])
        #expect(added.current.allSatisfy { $0.values.isEmpty })
        hub.post(CartChanged(itemCount: 2))
        #expect(typed.values.map(\.itemCount) == [1, 2])
        #expect(added.current.count == 3 && added.current.allSatisfy { $0.values.map(\.itemCount) == [2] })
        raw.cancel()
    }

    @Test func `C82 one that was added after a post gets nothing of it, also if that still waits`() {
        let hub = NotificationHub()
        let cart = Cart()
        let added = Protected<[Recorder<Int, Never>]>([])
        let first = hub.publisher(for: CartChanged.self).sink { message in
            guard message.itemCount == 1 else { return }
            hub.post(CartChanged(itemCount: 2), object: cart)
            let recorders = [
                hub.publisher(for: CartChanged.self).map(\.itemCount).record(),
                hub.publisher(for: CartChanged.self, object: cart).map(\.itemCount).record(),
                hub.publisher(for: CartChanged.name).map { $0.userInfo?["itemCount"] as? Int ?? -1 }.record(),
            ]
            added.withValue { $0 = recorders }
        }
        let log = hub.publisher(for: CartChanged.self).map(\.itemCount).record()
        let ofCart = hub.publisher(for: CartChanged.self, object: cart).map(\.itemCount).record()
        hub.post(CartChanged(itemCount: 1))
        #expect(log.values == [1, 2] && ofCart.values == [2])
        #expect(added.current.count == 3 && added.current.allSatisfy { $0.values.isEmpty })
        hub.post(CartChanged(itemCount: 3), object: cart)
        #expect(added.current.allSatisfy { $0.values == [3] })
        first.cancel()
    }

    @Test func `a post from inside a subscriber is delivered when the present one has reached all`() {
        let hub = NotificationHub()
        let log = Log<String>()
        let handles = ["a", "b"].map { who in
            hub.publisher(for: plain).sink { notification in
                let number = notification.userInfo?["n"] as? Int ?? 0
                log.append("\(who)\(number)")
                if who == "a", number < 3 { hub.post(name: plain, userInfo: ["n": number + 1]) }
            }
        }
        withExtendedLifetime(handles) { hub.post(name: plain, userInfo: ["n": 1]) }
        #expect(log.entries == ["a1", "b1", "a2", "b2", "a3", "b3"])
    }

    @Test func `there is one observer at the center for each name in use, and none for the others`() {
        let hub = NotificationHub()
        #expect(hub.openNameCount == 0)
        let first = hub.publisher(for: plain).sink { _ in }
        let second = hub.publisher(for: plain, object: Cart()).sink { _ in }
        let third = hub.publisher(for: CartChanged.self).sink { _ in }
        #expect(hub.openNameCount == 2)
        first.cancel()
        third.cancel()
        #expect(hub.openNameCount == 1)
        second.cancel()
        #expect(hub.openNameCount == 0)
    }

    @Test func `a private hub never hears the default one`() {
        let hub = NotificationHub()
        let name = Notification.Name("heard by nobody else \(UUID())")
        let recorder = hub.publisher(for: name).map { _ in 0 }.record()
        let other = NotificationHub.default.publisher(for: name).map { _ in 0 }.record()
        NotificationHub.default.post(name: name)
        #expect(recorder.values.isEmpty)
        #expect(other.values == [0])
        other.cancel()
    }
}
