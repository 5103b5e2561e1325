import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

#if !canImport(Darwin)
private struct Saved: MainActorNotificationMessage, NotificationCenter.MainActorMessage {
    typealias Subject = Cart
    static let name = Notification.Name("Saved")
    let count: Int

    static func makeMessage(_ notification: Notification) -> Saved? {
        (notification.userInfo?["count"] as? Int).map { Saved(count: $0) }
    }

    static func makeNotification(_ message: Saved) -> Notification {
        Notification(name: name, userInfo: ["count": message.count])
    }
}

private struct Loaded: NotificationMessage, NotificationCenter.AsyncMessage {
    typealias Subject = Cart
    static let name = Notification.Name("Loaded")
    let count: Int

    static func makeMessage(_ notification: Notification) -> Loaded? {
        (notification.userInfo?["count"] as? Int).map { Loaded(count: $0) }
    }

    static func makeNotification(_ message: Loaded) -> Notification {
        Notification(name: name, userInfo: ["count": message.count])
    }
}

@Suite struct FoundationMessageTests {
    @Test @MainActor func `C90 a hub's post reaches classic, typed and Foundation's observers, once each`() {
        let hub = NotificationHub()
        let cart = Cart()
        let log = Log<String>()
        let classic = hub.center.addObserver(forName: Saved.name, object: nil, queue: nil) { _ in
            log.append("classic")
        }
        defer { hub.center.removeObserver(classic) }
        let foundations = hub.center.addObserver(of: cart, for: Saved.self) { _ in log.append("Foundation's") }
        let typed = hub.publisher(for: Saved.self, object: cart).sink { _ in log.append("typed") }
        withExtendedLifetime((foundations, typed)) { hub.post(Saved(count: 1), object: cart) }
        #expect(log.entries.sorted() == ["Foundation's", "classic", "typed"])
    }

    @Test func `C90 the same goes for messages that Foundation delivers asynchronously`() async throws {
        let hub = NotificationHub()
        let cart = Cart()
        let typed = hub.publisher(for: Loaded.self).record()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let foundations = hub.center.addObserver(of: cart, for: Loaded.self) { continuation.yield($0.count) }
        hub.post(Loaded(count: 7), object: cart)
        #expect(typed.values.map(\.count) == [7])
        try await underWatchdog {
            for await count in stream {
                #expect(count == 7)
                break
            }
        }
        withExtendedLifetime(foundations) {}
    }
}
#endif
