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

/// Another scheduler, as a value.
private protocol Wrapper: Scheduler {
    var base: VirtualTimeScheduler { get }
}

extension Wrapper {
    var now: SchedulerInstant { base.now }

    func schedule(_ action: @escaping @Sendable () -> Void) { base.schedule(action) }

    func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        base.schedule(after: instant, tolerance: tolerance, action)
    }

    func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        base.schedule(after: instant, interval: interval, tolerance: tolerance, action)
    }
}

/// A value that nothing tells from others of its type.
private struct Nameless: Wrapper {
    let base: VirtualTimeScheduler
}

/// A value that is told from others by its name, and does something of its own whenever it is looked at.
private struct Named: Wrapper, Hashable {
    let base: VirtualTimeScheduler
    let name: String
    var onLook: @Sendable () -> Void = {}

    static func == (left: Named, right: Named) -> Bool {
        left.onLook()
        return left.name == right.name
    }

    func hash(into hasher: inout Hasher) {
        onLook()
        // All have one hash value, so that they have to be compared.
    }
}

/// Throws away what it is given as often as it has been told to.
private final class Careless: Wrapper {
    let base = VirtualTimeScheduler()
    let drops = Protected(0)

    func schedule(_ action: @escaping @Sendable () -> Void) {
        let isDropped = drops.withValue { drops in
            drops -= 1
            return drops >= 0
        }
        if !isDropped { base.schedule(action) }
    }
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

    // MARK: Schedulers of one type

    @Test("C103: messages on two run loops are each posted on its own, also while one is busy")
    func runLoops() async {
        await onOwnThread { [hub] in
            let loops = (LoopThread(), LoopThread())
            let places = Log<String>()
            let posted = DispatchSemaphore(value: 0)
            let handle = hub.publisher(for: nil).sink { notification in
                let isFirst = RunLoop.current === loops.0.loop
                places.append("\(notification.userInfo?["percent"] ?? "") on \(isFirst ? 1 : 2)")
                posted.signal()
            }
            let isFree = DispatchSemaphore(value: 0)
            RunLoopScheduler(loops.0.loop).schedule { isFree.wait() }
            for percent in 1...2 {
                // A scheduler of its own for each message: it is the loop that counts.
                hub.enqueue(Progress(percent: percent), on: RunLoopScheduler(loops.0.loop))
                hub.enqueue(Progress(percent: percent * 10), on: RunLoopScheduler(loops.1.loop))
                if percent == 1 { posted.wait() }
            }
            posted.wait()
            #expect(places.entries == ["10 on 2", "20 on 2"])
            isFree.signal()
            posted.wait()
            #expect(places.entries.last == "2 on 1")
            handle.cancel()
        }
    }

    @Test("C103: a clock's scheduler is told from another of that clock, and its copies are not")
    func clocks() {
        let (first, second) = (ClockScheduler(ContinuousClock()), ClockScheduler(ContinuousClock()))
        let copy = first
        #expect(first == copy && first.hashValue == copy.hashValue)
        #expect(first != second)
        #expect(RunLoopScheduler(.current) == RunLoopScheduler(.current))
        #expect(RunLoopScheduler(.current) != RunLoopScheduler(.current, mode: .default))
    }

    @Test("C103: what cannot be told apart is not coalesced, and what can be is by being equal")
    func values() {
        let recorder = listen()
        for percent in 1...2 { hub.enqueue(Progress(percent: percent), on: Nameless(base: time)) }
        time.advance()
        #expect(recorder.values == ["Progress 1", "Progress 2"])
        for percent in 3...4 {
            for name in ["a", "b"] { hub.enqueue(Progress(percent: percent), on: Named(base: time, name: name)) }
        }
        time.advance()
        #expect(recorder.values.dropFirst(2) == ["Progress 4", "Progress 4"])
        for percent in 5...6 { hub.enqueue(Progress(percent: percent), on: .immediate) }
        #expect(recorder.values.dropFirst(4) == ["Progress 5", "Progress 6"])
    }

    @Test("C103: a scheduler that is looked at may itself enqueue something, and subscribe")
    func lookedAt() async {
        await onOwnThread { [hub, time] in
            let log = Log<Int>()
            let handle = hub.publisher(for: Progress.self).sink { log.append($0.percent) }
            let depth = Protected(0)
            let onLook: @Sendable () -> Void = {
                guard depth.increment() == 1 else { return }
                hub.enqueue(Progress(percent: 0), coalescing: .name, on: Named(base: time, name: "a"))
                hub.publisher(for: Title.self).sink { _ in }.cancel()
                depth.withValue { $0 = 0 }
            }
            for percent in 1...2 {
                for name in ["a", "b"] {
                    hub.enqueue(Progress(percent: percent), on: Named(base: time, name: name, onLook: onLook))
                }
            }
            time.advance()
            #expect(log.entries.filter { $0 > 0 } == [2, 2])
            handle.cancel()
        }
    }

    @Test("C103: a hub lets go of a scheduler whose turn is over")
    func lettingGo() {
        expectReleased { watch in
            let scheduler = watch(VirtualTimeScheduler())
            hub.enqueue(Progress(percent: 1), on: Named(base: scheduler, name: "a"))
            scheduler.advance()
            // Nobody runs this one any more.
            let stopped = watch(VirtualTimeScheduler())
            let hub = watch(NotificationHub())
            hub.enqueue(Progress(percent: 1), on: Named(base: stopped, name: "a"))
        }
    }

    @Test("C109: an observer that runs the loop gets what was enqueued before, not what came meanwhile")
    func nestedLoop() async {
        await onOwnThread { [hub] in
            let log = Log<Int>()
            let scheduler = RunLoopScheduler(.current)
            let handle = hub.publisher(for: nil).sink { notification in
                let percent = notification.userInfo?["percent"] as? Int ?? 0
                log.append(percent)
                guard percent == 1 else { return }
                hub.enqueue(Progress(percent: 3), coalescing: [], on: scheduler)
                runRunLoop { log.entries.count >= 1 }
            }
            for percent in 1...2 { hub.enqueue(Progress(percent: percent), coalescing: [], on: scheduler) }
            runRunLoop { log.entries.count == 3 }
            #expect(log.entries == [1, 2, 3])
            handle.cancel()
        }
    }

    @Test("C102: messages whose turn is thrown away are lost, and later ones are posted")
    func carelessScheduler() {
        // The count of what is lost is one for the process, so that this takes its turn.
        _ = recordingReports {
            let recorder = listen()
            let scheduler = Careless()
            scheduler.drops.withValue { $0 = 2 }
            for percent in 1...5 { hub.enqueue(Progress(percent: percent), coalescing: [], on: scheduler) }
            scheduler.base.advance()
            #expect(recorder.values == ["Progress 3", "Progress 4", "Progress 5"])
        }
    }

    @Test("C111: messages of 32,000 senders cost little more than sixteen times as much as of 2,000")
    func manySenders() {
        func cost(_ count: Int) -> Double {
            let senders = (0..<count).map { _ in Cart() }
            let start = processorTime()
            for percent in 1...2 {
                for sender in senders { hub.enqueue(Progress(percent: percent), object: sender, on: time) }
            }
            time.advance()
            return processorTime() - start
        }
        let log = Log<Int>()
        let handle = hub.publisher(for: Progress.self).sink { log.append($0.percent) }
        // With n² it is 256 times as much; the rest is caches and other programs.
        let ratios = (0..<3).map { _ in cost(32_000) / cost(2_000) }
        #expect(ratios.min()! < 60, "\(ratios)")
        #expect(log.entries.count == 3 * 34_000 && log.entries.allSatisfy { $0 == 2 })
        handle.cancel()
    }
}
