import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

private struct Renamed: NotificationMessage, Equatable {
    static let name = Notification.Name("Renamed")
    typealias Subject = Cart
    let title: String

    struct Unreadable: Error {}

    static func makeMessage(_ notification: Notification) throws -> Renamed? {
        if notification.userInfo?["private"] != nil { return nil }
        guard let title = notification.userInfo?["title"] as? String else { throw Unreadable() }
        return Renamed(title: title)
    }

    static func makeNotification(_ message: Renamed) -> Notification {
        Notification(name: name, object: nil, userInfo: ["title": message.title])
    }
}

private struct Refreshed: NotificationMessage, Codable, Equatable {
    static let name = Notification.Name("Refreshed")
}

private struct Moved: MainActorNotificationMessage, Codable, Equatable {
    static let name = Notification.Name("Moved")
    var step: Int
}

@Suite struct TypedNotificationTests {
    @Test func `C90 typed and classic posts reach typed and classic observers, once each`() {
        let hub = NotificationHub()
        let classic = Log<Int>()
        let observer = hub.center.addObserver(forName: CartChanged.name, object: nil, queue: nil) {
            classic.append($0.userInfo?["itemCount"] as? Int ?? -1)
        }
        defer { hub.center.removeObserver(observer) }
        let typed = hub.publisher(for: CartChanged.self).record()
        hub.post(CartChanged(itemCount: 1))
        hub.center.post(name: CartChanged.name, object: nil, userInfo: ["itemCount": 2])
        #expect(typed.values.map(\.itemCount) == [1, 2])
        #expect(classic.entries == [1, 2])
    }

    @Test func `a typed post is handed over as it is`() {
        let hub = NotificationHub()
        let readings = Protected(0)
        let recorder = hub.publisher(for: Opaque.self).record()
        Opaque.readings.withValue { $0 = 0 }
        hub.post(Opaque(secret: 7))
        #expect(recorder.values.map(\.secret) == [7])
        #expect(Opaque.readings.current == 0)
        withExtendedLifetime(readings) {}
    }

    private struct Opaque: NotificationMessage {
        static let name = Notification.Name("Opaque")
        static let readings = Protected(0)
        let secret: Int
        static func makeMessage(_ notification: Notification) -> Opaque? {
            readings.increment()
            return nil
        }
        static func makeNotification(_ message: Opaque) -> Notification { Notification(name: name) }
    }

    @Test func `C92 a post that does not fit is reported with name, path and types, and the stream goes on`() {
        let hub = NotificationHub()
        let malformed = hub.malformedNotifications.record()
        let recorder = hub.publisher(for: CartChanged.self).record()
        let second = hub.publisher(for: CartChanged.self).record()
        hub.post(name: CartChanged.name, userInfo: ["itemCount": "three"])
        hub.post(name: CartChanged.name)
        hub.post(name: CartChanged.name, userInfo: ["itemCount": 3, "other": 1])
        #expect(recorder.values.map(\.itemCount) == [3])
        #expect(second.values.map(\.itemCount) == [3])
        let reports = malformed.values
        #expect(reports.count == 2)
        #expect(reports.map(\.name) == [CartChanged.name, CartChanged.name])
        #expect(reports.map(\.codingPath) == ["itemCount", "itemCount"])
        #expect(reports.map(\.expected) == ["Int", "Int"])
        #expect(reports.map(\.found) == ["String", "nothing"])
        #expect(reports.map(\.message) == ["CartChanged", "CartChanged"])
    }

    @Test func `C92 whoever gives a handler is told of what does not fit, and so is the stream, once`() {
        let hub = NotificationHub()
        let told = Log<MalformedNotification>()
        let malformed = hub.malformedNotifications.record()
        let plain = hub.publisher(for: CartChanged.self).record()
        let watching = hub.publisher(for: CartChanged.self, onMalformed: { told.append($0) }).record()
        hub.post(name: CartChanged.name, userInfo: ["itemCount": 1.5])
        hub.post(CartChanged(itemCount: 2))
        #expect(told.entries.count == 1)
        #expect(malformed.values == told.entries)
        #expect(plain.values == watching.values)
    }

    @Test func `C92 a message without properties needs no payload`() {
        let hub = NotificationHub()
        let recorder = hub.publisher(for: Refreshed.self).record()
        hub.post(name: Refreshed.name)
        hub.post(Refreshed())
        #expect(recorder.values == [Refreshed(), Refreshed()])
    }

    @Test func `a message that reads itself may pass over a post or refuse it`() {
        let hub = NotificationHub()
        let malformed = hub.malformedNotifications.record()
        let cart = Cart()
        let recorder = hub.publisher(for: Renamed.self, object: cart).record()
        hub.post(Renamed(title: "a"), object: cart)
        hub.post(Renamed(title: "b"), object: Cart())
        hub.post(Renamed(title: "c"))
        hub.post(name: Renamed.name, object: cart, userInfo: ["private": true])
        hub.post(name: Renamed.name, object: cart, userInfo: [:])
        #expect(recorder.values == [Renamed(title: "a")])
        #expect(malformed.values.map(\.message) == ["Renamed"])
        #expect(malformed.values.map(\.found) == ["Unreadable()"])
    }

    @Test func `a payload can be read as any type that decodes, beside the message of the same name`() {
        struct Count: Decodable, Sendable { let itemCount: Double }
        let hub = NotificationHub()
        let counts = hub.publisher(for: CartChanged.name, as: Count.self).map(\.itemCount).record()
        let carts = hub.publisher(for: CartChanged.self).record()
        hub.post(CartChanged(itemCount: 4))
        #expect(counts.values == [4])
        #expect(carts.values == [CartChanged(itemCount: 4)])
    }

    @Test func `a message posted inside a handler of its type is delivered next, to all`() {
        let hub = NotificationHub()
        let log = Log<String>()
        let handles = ["a", "b"].map { who in
            hub.publisher(for: CartChanged.self).sink { message in
                log.append("\(who)\(message.itemCount)")
                if who == "a", message.itemCount == 1 { hub.post(CartChanged(itemCount: 2)) }
            }
        }
        withExtendedLifetime(handles) { hub.post(CartChanged(itemCount: 1)) }
        #expect(log.entries == ["a1", "b1", "a2", "b2"])
    }

    @Test @MainActor func `a main-actor message posted on the main actor is delivered before the post returns`() {
        let hub = NotificationHub()
        let recorder = hub.publisher(for: Moved.self).record()
        hub.post(Moved(step: 1))
        hub.post(name: Moved.name, userInfo: ["step": 2])
        #expect(recorder.values == [Moved(step: 1), Moved(step: 2)])
        #expect(recorder.events.allSatisfy { $0.isOnMainActor })
    }

    @Test @MainActor func `C94 a main-actor message posted classically elsewhere comes on the main actor, in order`()
        async
    {
        let hub = NotificationHub()
        let recorder = hub.publisher(for: Moved.self).record()
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                for step in 0..<1_000 { hub.post(name: Moved.name, userInfo: ["step": step]) }
                DispatchQueue.main.async { continuation.resume() }
            }
        }
        #expect(recorder.values.map(\.step) == Array(0..<1_000))
        #expect(recorder.events.allSatisfy { $0.isOnMainActor })
    }

    @Test @MainActor func `C94 and so it does between posts of the main actor's, each poster's in order`() async {
        let hub = NotificationHub()
        let recorder = hub.publisher(for: Moved.self).record()
        let (posts, ended) = (1_000, Protected(false))
        DispatchQueue.global().async {
            for step in 0..<posts { hub.post(name: Moved.name, userInfo: ["step": step]) }
            ended.withValue { $0 = true }
        }
        var step = 0
        while !ended.current || step < posts {
            if step % 3 == 0 {
                hub.post(name: Moved.name, userInfo: ["step": -step])
            } else {
                hub.post(Moved(step: -step))
            }
            step += 1
            await Task.yield()
        }
        while recorder.values.count < posts + step { await Task.yield() }
        #expect(recorder.values.map(\.step).filter { $0 > 0 } == Array(1..<posts))
        #expect(recorder.values.map { -$0.step }.filter { $0 > 0 } == Array(1..<step))
        #expect(recorder.violations.isEmpty)
        #expect(recorder.events.allSatisfy { $0.isOnMainActor })
    }
}

@MainActor private final class BadgeModel {
    private(set) var badge = 0
    private(set) var updates: [Int] = []
    private var handle: AnyCancellable?

    init(hub: NotificationHub) {
        handle = hub.publisher(for: CartChanged.name)
            .compactMap { CartPayload($0) }
            .map(\.itemCount)
            .receive(on: .main)
            .sink { [weak self] count in
                self?.badge = count
                self?.updates.append(count)
            }
    }

    private struct CartPayload: Sendable {
        let itemCount: Int

        init?(_ notification: Notification) {
            guard let count = notification.userInfo?["itemCount"] as? Int else { return nil }
            itemCount = count
        }
    }
}

@Suite struct BadgeModelTests {
    @Test @MainActor func `a badge follows a thousand changes posted in the background, in order, on the main actor`()
        async
    {
        let hub = NotificationHub()
        let model = BadgeModel(hub: hub)
        await withCheckedContinuation { continuation in
            DispatchQueue.global().async {
                for count in 1...1_000 { hub.post(name: CartChanged.name, userInfo: ["itemCount": count]) }
                DispatchQueue.main.async { continuation.resume() }
            }
        }
        #expect(model.badge == 1_000)
        #expect(model.updates == Array(1...1_000))
    }
}
