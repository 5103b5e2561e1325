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

/// A message of any sender.
private struct Anyones: NotificationMessage, NotificationCenter.AsyncMessage {
    static let name = Notification.Name("Anyones")
    typealias Subject = AnyObject
    let count: Int

    static func makeMessage(_ notification: Notification) -> Anyones? { nil }
    static func makeNotification(_ message: Anyones) -> Notification { Notification(name: name) }
}

/// A message of any thread to the hub, and of the main actor to Foundation.
private struct Crossed: NotificationMessage, NotificationCenter.MainActorMessage {
    static let name = Notification.Name("Crossed")
    typealias Subject = Cart
    let count: Int

    static func makeMessage(_ notification: Notification) -> Crossed? { nil }
    static func makeNotification(_ message: Crossed) -> Notification { Notification(name: name) }
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

    @Test("C129: a message of two kinds reaches Foundation's observers also from generic code and from a queue")
    @MainActor func generic() {
        func post<M: MainActorNotificationMessage>(_ message: M, of sender: M.Subject?) {
            hub.post(message, object: sender)
        }
        let hub = NotificationHub()
        let time = VirtualTimeScheduler()
        let cart = Cart()
        let log = Log<Int>()
        let typed = hub.publisher(for: Saved.self).record()
        let token = hub.center.addObserver(of: cart, for: Saved.self) { log.append($0.count) }
        post(Saved(count: 1), of: cart)
        post(Saved(count: 2), of: Cart())
        hub.enqueue(Saved(count: 3), object: cart, on: time.main)
        time.advance()
        #expect(log.entries == [1, 3])
        #expect(typed.values.map(\.count) == [1, 2, 3])
        withExtendedLifetime(token) {}
    }

    @Test("C129: so does one that Foundation delivers asynchronously, whatever its sender's type")
    func genericAsynchronous() async throws {
        func post<M: NotificationMessage>(_ message: M, of sender: M.Subject?) { hub.post(message, object: sender) }
        let hub = NotificationHub()
        let time = VirtualTimeScheduler()
        let cart = Cart()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let tokens = [
            hub.center.addObserver(of: cart, for: Loaded.self) { continuation.yield($0.count) },
            hub.center.addObserver(of: cart as AnyObject, for: Anyones.self) { continuation.yield($0.count) },
        ]
        post(Loaded(count: 1), of: cart)
        post(Anyones(count: 2), of: cart)
        hub.enqueue(Loaded(count: 4), on: time)
        post(Anyones(count: 8), of: cart)
        time.advance()
        try await underWatchdog {
            var sum = 0
            for await count in stream {
                sum += count
                if sum == 11 { break }
            }
        }
        withExtendedLifetime(tokens) {}
    }

    @Test("C129: a message of any thread whose observers are on the main actor is delivered to them there")
    func crossed() async throws {
        let hub = NotificationHub()
        let cart = Cart()
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        let token = hub.center.addObserver(of: cart, for: Crossed.self) { message in
            MainActor.preconditionIsolated()
            continuation.yield(message.count)
        }
        await onOwnThread { hub.post(Crossed(count: 1), object: cart) }
        await MainActor.run { hub.post(Crossed(count: 2), object: cart) }
        try await underWatchdog {
            var counts: Set<Int> = []
            for await count in stream where counts.insert(count).inserted && counts.count == 2 { break }
            #expect(counts == [1, 2])
        }
        withExtendedLifetime(token) {}
    }
}
#endif
