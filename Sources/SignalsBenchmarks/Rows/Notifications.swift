import Foundation
import Signals

private let name = Notification.Name("CartChanged")

/// A message that reads itself, as a classic observer would.
private struct HandWritten: NotificationMessage {
    static let name = Notification.Name("CartChanged")
    let count: Int
    let title: String

    static func makeMessage(_ notification: Notification) -> HandWritten? {
        guard let count = notification.userInfo?["count"] as? Int,
            let title = notification.userInfo?["title"] as? String
        else { return nil }
        return HandWritten(count: count, title: title)
    }

    static func makeNotification(_ message: HandWritten) -> Notification {
        Notification(name: name, object: nil, userInfo: ["count": message.count, "title": message.title])
    }
}

private struct Coded: NotificationMessage, Codable {
    static let name = Notification.Name("CartChanged")
    let count: Int
    let title: String
}

/// Posts to typed streams, compared with as many observers of Foundation's.
let notifications: [Row] = [
    Row("1 typed stream, read by hand", limit: 1.5, to: ("1 classic observer", { classic(1) })) {
        typed(HandWritten.self, 1) { consume($0.count &+ $0.title.utf8.count) }
    },
    Row("1 typed stream, read by Codable", limit: 1.5, to: ("1 classic observer", { classic(1) })) {
        typed(Coded.self, 1) { consume($0.count &+ $0.title.utf8.count) }
    },
    Row("10 typed streams", limit: 0.5, steady: true, to: ("10 classic observers", { classic(10) })) {
        typed(HandWritten.self, 10) { consume($0.count &+ $0.title.utf8.count) }
    },
    Row("100 typed streams", limit: 0.12, steady: true, to: ("100 classic observers", { classic(100) })) {
        typed(HandWritten.self, 100) { consume($0.count &+ $0.title.utf8.count) }
    },
    Row("1 typed stream among 1,000 others", limit: 1.4, to: ("1 alone", { alone(others: 0) })) {
        alone(others: 1_000)
    },
]

private func alone(others: Int) -> Work {
    typed(HandWritten.self, 1, others: others) { consume($0.count &+ $0.title.utf8.count) }
}

/// Posts with observers of Foundation's that read the payload themselves.
private func classic(_ count: Int) -> Work {
    let center = NotificationCenter()
    for _ in 0..<count {
        _ = center.addObserver(forName: name, object: nil, queue: nil) { notification in
            guard let count = notification.userInfo?["count"] as? Int,
                let title = notification.userInfo?["title"] as? String
            else { return }
            consume(count &+ title.utf8.count)
        }
    }
    return posting(to: center, keeping: [], count)
}

/// Posts with subscribers of a hub, and `others` for other names and senders.
private func typed<M: NotificationMessage>(
    _ type: M.Type, _ count: Int, others: Int = 0, _ use: @escaping @Sendable (M) -> Void
) -> Work {
    let hub = NotificationHub()
    var handles = (0..<count).map { _ in hub.publisher(for: type).sink { use($0) } }
    for number in 0..<others / 2 {
        handles.append(hub.publisher(for: Notification.Name("other \(number)")).sink { _ in })
    }
    let senders = (0..<others / 2).map { _ in NSObject() }
    for sender in senders { handles.append(hub.publisher(for: name, object: sender).sink { _ in }) }
    return posting(to: hub.center, keeping: [handles, senders], count)
}

private func posting(to center: NotificationCenter, keeping kept: [Any], _ count: Int) -> Work {
    let posts = 5_000 / count + 100
    return .sending(posts, delivering: posts * count) { value in
        withExtendedLifetime(kept) {
            center.post(name: name, object: nil, userInfo: ["count": value, "title": "cart"])
        }
    }
}
