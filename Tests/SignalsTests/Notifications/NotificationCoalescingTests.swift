import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

private struct Progress: NotificationMessage, Codable, Equatable {
    static let name = Notification.Name("Progress")
    typealias Subject = Cart
    var percent: Int
}

private struct Title: NotificationMessage, Codable, Equatable {
    static let name = Notification.Name("Title")
    typealias Subject = Cart
    var text: String
}

private struct Shown: MainActorNotificationMessage, Codable, Equatable {
    static let name = Notification.Name("Shown")
    var page: Int
}

@Suite struct NotificationCoalescingTests {
    let hub = NotificationHub()
    let time = VirtualTimeScheduler()

    /// What is posted under both names, in order.
    private func listen() -> Recorder<String, Never> {
        hub.publisher(for: nil).map { notification in
            let sender = notification.object is Cart ? "from a cart " : ""
            return sender + "\(notification.name.rawValue) \(notification.userInfo?.values.first ?? "")"
        }.record()
    }

    @Test func `C89 five posts make one, on the scheduler's next turn, with the newest payload`() {
        let recorder = listen()
        for percent in 1...5 { hub.enqueue(Progress(percent: percent), on: time) }
        #expect(recorder.values.isEmpty)
        #expect(time.pendingCount == 1)
        time.advance()
        #expect(recorder.values == ["Progress 5"])
        time.advance(by: .seconds(10))
        #expect(recorder.values.count == 1)
        #expect(time.isIdle)
    }

    @Test func `C89 the newest takes the place of the newest`() {
        let recorder = listen()
        hub.enqueue(Progress(percent: 1), on: time)
        hub.enqueue(Title(text: "a"), on: time)
        hub.enqueue(Progress(percent: 2), on: time)
        time.advance()
        #expect(recorder.values == ["Title a", "Progress 2"])
    }

    @Test func `C89 senders tell messages apart by default, and those without one count as one`() {
        let recorder = listen()
        let (x, y) = (Cart(), Cart())
        hub.enqueue(Progress(percent: 1), object: x, on: time)
        hub.enqueue(Progress(percent: 2), object: y, on: time)
        hub.enqueue(Progress(percent: 3), object: nil, on: time)
        hub.enqueue(Progress(percent: 4), object: x, on: time)
        hub.enqueue(Progress(percent: 5), on: time)
        time.advance()
        #expect(recorder.values == ["from a cart Progress 2", "from a cart Progress 4", "Progress 5"])
    }

    @Test func `C89 by name alone senders do not matter, by sender alone names do not, and by nothing all are posted`()
    {
        let recorder = listen()
        let (x, y) = (Cart(), Cart())
        hub.enqueue(Progress(percent: 1), object: x, coalescing: .name, on: time)
        hub.enqueue(Progress(percent: 2), object: y, coalescing: .name, on: time)
        time.advance()
        #expect(recorder.values == ["from a cart Progress 2"])
        hub.enqueue(Progress(percent: 3), coalescing: .sender, on: time)
        hub.enqueue(Title(text: "b"), coalescing: .sender, on: time)
        time.advance()
        #expect(recorder.values.dropFirst(1) == ["Title b"])
        hub.enqueue(Progress(percent: 4), coalescing: [], on: time)
        hub.enqueue(Progress(percent: 4), coalescing: [], on: time)
        time.advance()
        #expect(recorder.values.dropFirst(2) == ["Progress 4", "Progress 4"])
    }

    @Test func `C88 an observer of an enqueued message may enqueue another, which comes on a later turn`() {
        let log = Log<Int>()
        let handle = hub.publisher(for: Progress.self).sink { [hub, time] progress in
            log.append(progress.percent)
            if progress.percent < 3 { hub.enqueue(Progress(percent: progress.percent + 1), on: time) }
        }
        hub.enqueue(Progress(percent: 1), on: time)
        underWatchdog { [time] in time.advance() }
        #expect(log.entries == [1, 2, 3])
        handle.cancel()
    }

    @Test func `C89 nothing is lost when whoever enqueued it goes`() {
        let log = Log<Int>()
        let center = NotificationCenter()
        let observer = center.addObserver(forName: Progress.name, object: nil, queue: nil) {
            log.append($0.userInfo?["percent"] as? Int ?? -1)
        }
        defer { center.removeObserver(observer) }
        var owner: NotificationHub? = NotificationHub(center: center)
        weak let gone = owner
        owner?.enqueue(Progress(percent: 1), on: time)
        owner = nil
        time.advance()
        #expect(log.entries == [1])
        #expect(gone == nil)
    }

    @Test func `messages on two schedulers do not meet`() {
        let other = VirtualTimeScheduler()
        let recorder = listen()
        hub.enqueue(Progress(percent: 1), on: time)
        hub.enqueue(Progress(percent: 2), on: other)
        other.advance()
        time.advance()
        #expect(recorder.values == ["Progress 2", "Progress 1"])
    }

    @Test @MainActor func `a main-actor message is posted on the main actor`() {
        let recorder = hub.publisher(for: Shown.self).record()
        for page in 1...3 { hub.enqueue(Shown(page: page), on: time.main) }
        #expect(recorder.values.isEmpty)
        time.advance()
        #expect(recorder.values == [Shown(page: 3)])
    }

    @Test func `C89 nothing waits longer than one turn, however many come after it`() {
        let recorder = listen()
        for turn in 1...10 {
            hub.enqueue(Title(text: "\(turn)"), on: time)
            for percent in 1...3 { hub.enqueue(Progress(percent: turn * 10 + percent), on: time) }
            #expect(time.pendingCount == 1)
            time.advance()
            #expect(recorder.values.count == turn * 2)
        }
        #expect(recorder.values.suffix(2) == ["Title 10", "Progress 103"])
    }

    @Test func `C89 what is put on a notification queue still arrives, at once or on the thread's run loop`() async {
        await onOwnThread { [hub] in
            let recorder = hub.publisher(for: Progress.self).map(\.percent).record()
            let queue = NotificationQueue(notificationCenter: hub.center)
            for (percent, style) in [(1, NotificationQueue.PostingStyle.now), (2, .asap), (3, .whenIdle)] {
                queue.enqueue(
                    Notification(name: Progress.name, object: nil, userInfo: ["percent": percent]),
                    postingStyle: style, coalesceMask: [], forModes: nil)
            }
            #expect(recorder.values == [1])
            runRunLoop { recorder.values.count == 3 }
            #expect(Set(recorder.values) == [1, 2, 3])
        }
    }

    @Test func `an observer can coalesce with debounce and with batches`() {
        let debounced = hub.publisher(for: Progress.self).map(\.percent)
            .debounce(for: .milliseconds(10), scheduler: time).record()
        let batches = hub.publisher(for: Progress.self).map(\.percent)
            .collect(byTime: .milliseconds(10), scheduler: time).record()
        for percent in 1...5 { hub.post(Progress(percent: percent)) }
        time.advance(by: .milliseconds(10))
        #expect(debounced.values == [5])
        #expect(batches.values == [[1, 2, 3, 4, 5]])
    }
}
