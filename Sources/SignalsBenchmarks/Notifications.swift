import Foundation
import Signals

private let name = Notification.Name("CartChanged")
private let posts = 20_000

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

/// What posting costs with observers of Foundation's that read the payload by hand.
private func classic(_ count: Int) -> Benchmark {
    let center = NotificationCenter()
    for _ in 0..<count {
        _ = center.addObserver(forName: name, object: nil, queue: nil) { notification in
            guard let count = notification.userInfo?["count"] as? Int,
                let title = notification.userInfo?["title"] as? String
            else { return }
            consume(count &+ title.utf8.count)
        }
    }
    return posting(
        "\(count) classic \(count == 1 ? "observer" : "observers")", limit: nil, to: center, keeping: [], count)
}

private func typed<M: NotificationMessage>(
    _ label: String, _ type: M.Type, _ count: Int, limit: Double, others: Int = 0,
    _ use: @escaping @Sendable (M) -> Void
) -> Benchmark {
    let hub = NotificationHub()
    var handles = (0..<count).map { _ in hub.publisher(for: type).sink { use($0) } }
    for number in 0..<others / 2 {
        handles.append(hub.publisher(for: Notification.Name("other \(number)")).sink { _ in })
    }
    let senders = (0..<others / 2).map { _ in NSObject() }
    for sender in senders { handles.append(hub.publisher(for: name, object: sender).sink { _ in }) }
    return posting(label, limit: limit, to: hub.center, keeping: [handles, senders], count)
}

private func posting(
    _ label: String, limit: Double?, to center: NotificationCenter, keeping kept: [Any], _ count: Int
) -> Benchmark {
    let rounds = posts / count + 200
    return Benchmark(name: label, limit: limit, events: rounds) {
        withExtendedLifetime(kept) {
            for value in 0..<rounds {
                center.post(name: name, object: nil, userInfo: ["count": value, "title": "cart"])
            }
        }
    }
}

/// Posts to typed streams, each group against as many observers of Foundation's.
func notifications(_ table: inout Table) {
    let use: @Sendable (HandWritten) -> Void = { consume($0.count &+ $0.title.utf8.count) }
    let useCoded: @Sendable (Coded) -> Void = { consume($0.count &+ $0.title.utf8.count) }
    let groups = [
        [
            classic(1),
            typed("1 typed stream, read by hand", HandWritten.self, 1, limit: 1.3, use),
            typed("1 typed stream, read by Codable", Coded.self, 1, limit: 1.5, useCoded),
        ],
        [classic(10), typed("10 typed streams", HandWritten.self, 10, limit: 0.35, use)],
        [classic(100), typed("100 typed streams", HandWritten.self, 100, limit: 0.1, use)],
        [
            typed("1 typed stream alone", HandWritten.self, 1, limit: 1, use),
            typed("1 among 1,000 of other names and senders", HandWritten.self, 1, limit: 1.2, others: 1_000, use),
        ],
    ]
    print("\nCPU time in ns a post; ratios are to the first row of each group.\n")
    for group in groups { table.rows(group, measure(group, rounds: 9)) }
}
