import Dispatch
import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// What becomes of streams, timers and messages whose scheduler throws jobs away. The tests take turns, since the reports
/// and the count of what is lost are one for the process.
@Suite("Schedulers that throw jobs away", .serialized)
struct LostJobTests {
    @Test(
        "C102: what waits in an operation queue as its operations are cancelled is lost, and everything later arrives")
    func operationQueue() async throws {
        await onOwnThread {
            let ((), reports) = recordingReports {
                let queue = OperationQueue()
                queue.maxConcurrentOperationCount = 1
                let subject = PassthroughSubject<Int, Never>()
                let done = DispatchSemaphore(value: 0)
                // A subscriber who asks for one value at a time gets another in place of the one that is lost.
                for demand in [Subscribers.Demand.unlimited, .max(1)] {
                    let recorder = subject.receive(on: queue)
                        .handleEvents(receiveCompletion: { _ in done.signal() })
                        .record(demand: demand) { _, _ in .max(1) }
                    subject.send(1)
                    queue.waitUntilAllOperationsAreFinished()
                    let lost = Diagnostics.lostCount
                    queue.isSuspended = true
                    subject.send(2)
                    queue.cancelAllOperations()
                    #expect(Diagnostics.lostCount == lost + 1)
                    queue.isSuspended = false
                    subject.send(3)
                    queue.waitUntilAllOperationsAreFinished()
                    subject.send(4)
                    queue.waitUntilAllOperationsAreFinished()
                    #expect(recorder.values == [1, 3, 4])
                    recorder.cancel()
                }
                let recorder = subject.receive(on: queue)
                    .handleEvents(receiveCompletion: { _ in done.signal() }).record()
                queue.isSuspended = true
                subject.send(5)
                subject.send(completion: .finished)
                queue.cancelAllOperations()
                queue.isSuspended = false
                done.wait()
                queue.waitUntilAllOperationsAreFinished()
                #expect(recorder.values == [])
                #expect(recorder.isFinished)
            }
            #expect(reports.filter { $0.rule == .lostJob && $0.operatorName == "ReceiveOn" }.count == 3)
        }
    }

    @Test("C102: timers of an operation queue whose operations are cancelled go on, those that repeat too")
    func operationQueueTimers() async throws {
        await onOwnThread {
            _ = recordingReports {
                let queue = OperationQueue()
                let fired = DispatchSemaphore(value: 0)
                let repeating = queue.schedule(after: queue.now, interval: .milliseconds(1)) { fired.signal() }
                let ticks = queue.ticks(every: .milliseconds(1)).sink { _ in fired.signal() }
                for _ in 0..<3 {
                    queue.isSuspended = true
                    // Until both have something there.
                    while queue.operationCount < 2 { Thread.sleep(forTimeInterval: 0.001) }
                    queue.cancelAllOperations()
                    while fired.wait(timeout: .now()) == .success {}
                    queue.isSuspended = false
                    for _ in 0..<10 { fired.wait() }
                }
                repeating.cancel()
                ticks.cancel()
            }
        }
    }

    @Test(
        "C102: a scheduler that throws every n-th job away loses no more than what waited for it", arguments: 2...4,
        Timed.all)
    func everyNth(n: Int, op: Timed) {
        for atOnce in [true, false] {
            _ = recordingReports {
                let time = VirtualTimeScheduler()
                let scheduler = Losing(time, atOnce: atOnce) { $0 % n == 0 }
                let source = PassthroughSubject<Int, Problem>()
                let recorder = op.applied(to: source, on: scheduler).record(on: time)
                let lost = Diagnostics.lostCount
                for value in 0..<100 where !recorder.isFinished && recorder.failure == nil {
                    source.send(value)
                    for _ in 0..<3 {
                        scheduler.discard()
                        time.advance(by: .milliseconds(2))
                    }
                }
                source.send(completion: .finished)
                for _ in 0..<20 {
                    scheduler.discard()
                    time.advance(by: .milliseconds(2))
                }
                #expect(recorder.isFinished || recorder.failure != nil, "\(op), \(atOnce)")
                #expect(recorder.violations == [])
                if case .prefix = op { return }
                if case .timeout = op { return }
                let values = recorder.values.joined(separator: ",").split { ",[]".contains($0) }.compactMap { Int($0) }
                #expect(values.count + (Diagnostics.lostCount - lost) == 100, "\(op), \(atOnce), \(values)")
                #expect(values.contains { $0 >= 97 } && values == values.sorted(), "\(op), \(values)")
            }
        }
    }

    @Test("C102: a scheduler that throws everything away is not asked again and again, and nothing piles up")
    func everything() {
        typealias Source = PassthroughSubject<Population.Member, Never>
        let time = Duration.milliseconds(5)
        let operators: [@Sendable (Source, Losing) -> AnyPublisher<Void, Never>] = [
            { $0.receive(on: $1).map { _ in }.eraseToAnyPublisher() },
            { $0.throttle(for: time, scheduler: $1, latest: true).map { _ in }.eraseToAnyPublisher() },
            { $0.debounce(for: time, scheduler: $1).map { _ in }.eraseToAnyPublisher() },
            { $0.delay(for: time, scheduler: $1).map { _ in }.eraseToAnyPublisher() },
            { $0.collect(byTime: time, scheduler: $1).map { _ in }.eraseToAnyPublisher() },
            { $0.collect(byTime: time, orCount: 2, scheduler: $1).map { _ in }.eraseToAnyPublisher() },
        ]
        for (index, op) in operators.enumerated() {
            for atOnce in [true, false] {
                _ = recordingReports {
                    let scheduler = Losing(VirtualTimeScheduler(), atOnce: atOnce) { _ in true }
                    let source = Source()
                    let population = Population()
                    let recorder = op(source, scheduler).record()
                    for _ in 0..<1_000 {
                        source.send(population.member())
                        scheduler.discard()
                    }
                    // What waits for a job that has not been thrown away yet.
                    #expect(population.count <= 2, "\(index), \(atOnce)")
                    source.send(completion: .finished)
                    for _ in 0..<5 { scheduler.discard() }
                    #expect(population.count == 0, "\(index), \(atOnce)")
                    #expect(scheduler.count <= 2 * 1_000 + 5, "\(index), \(atOnce)")
                    #expect(recorder.values.isEmpty)
                }
            }
        }
    }

    @Test("C102: streams that make their own values neither loop nor stop for good when all is thrown away for a while")
    func forAWhile() {
        _ = recordingReports {
            let time = VirtualTimeScheduler()
            let isLosing = Protected(true)
            let scheduler = Losing(time, atOnce: true) { _ in isLosing.current }
            let long = (0..<10_000).publisher.receive(on: scheduler).record(demand: .max(3))
            let ticks = scheduler.ticks(every: .milliseconds(1)).record(demand: .max(1)) { _, _ in .max(1) }
            let delayed = (0..<10_000).publisher.delay(for: .milliseconds(1), scheduler: scheduler).record(
                demand: .max(3))
            #expect(scheduler.count < 40)
            isLosing.withValue { $0 = false }
            for recorder in [long, delayed] { recorder.request(.max(2)) }
            ticks.request(.max(1))
            for _ in 0..<20 { time.advance(by: .milliseconds(1)) }
            #expect(long.values.count >= 2)
            #expect(delayed.values.count >= 2)
            #expect(ticks.values.count >= 15)
            ticks.cancel()
        }
    }

    @Test("C102: a hub's outbox whose job is thrown away loses what was in it, and posts what comes later")
    func outbox() {
        let ((), reports) = recordingReports {
            let hub = NotificationHub(center: NotificationCenter())
            let time = VirtualTimeScheduler()
            let scheduler = Losing(time, atOnce: true) { $0 == 1 }
            let recorder = hub.publisher(for: Word.self).record()
            let lost = Diagnostics.lostCount
            for number in 1...3 { hub.enqueue(Word(number: number), on: scheduler) }
            #expect(Diagnostics.lostCount == lost + 1)
            time.advance()
            #expect(recorder.values.map(\.number) == [3])
        }
        #expect(reports.contains { $0.rule == .lostJob && $0.operatorName == "NotificationHub" })
    }

    @Test("C102: subscribe(on:) subscribes, asks and cancels, whatever is thrown away", arguments: 1...3)
    func subscribeOn(n: Int) {
        _ = recordingReports {
            let time = VirtualTimeScheduler()
            let scheduler = Losing(time, atOnce: true) { $0 % n == 0 }
            let source = time.cold("a------b------c", values: ["a": 1, "b": 2, "c": 3], error: Problem())
            let recorder = source.subscribe(on: scheduler).record(demand: .max(1))
            time.advance(by: .milliseconds(5))
            recorder.request(.max(1))
            time.advance(by: .milliseconds(5))
            #expect(recorder.values == [1, 2])
            recorder.cancel()
            time.advance()
            #expect(source.subscriptions.map(\.isCancelled) == [true])
        }
    }

    @Test("C102: a retry whose pause is thrown away for good fails, and a timeout goes by the next value")
    func pauses() {
        _ = recordingReports {
            let time = VirtualTimeScheduler()
            let scheduler = Losing(time, atOnce: true) { $0 <= 2 }
            let failing = Fail<Int, Problem>(error: Problem(7))
                .retry(3, delay: .constant(.seconds(1)), scheduler: scheduler).record()
            #expect(failing.failure == Problem(7))

            let late = Losing(time, atOnce: true) { $0 <= 2 }
            let source = PassthroughSubject<Int, Problem>()
            let recorder = source.timeout(.milliseconds(5), scheduler: late).record(on: time)
            time.advance(by: .milliseconds(20))
            source.send(1)
            time.advance(by: .milliseconds(20))
            #expect(recorder.text == "20:1 25|")
        }
    }
}

/// A scheduler that throws some jobs away, as soon as it gets them or when it is told to.
private final class Losing: Scheduler {
    private let base: VirtualTimeScheduler
    private let atOnce: Bool
    private let isLost: @Sendable (Int) -> Bool
    private let jobs = Protected(0)
    private let kept = Protected<[@Sendable () -> Void]>([])

    /// - Parameter isLost: Whether it throws away the job of that number. The first is number one.
    init(_ base: VirtualTimeScheduler, atOnce: Bool, _ isLost: @escaping @Sendable (Int) -> Bool) {
        self.base = base
        self.atOnce = atOnce
        self.isLost = isLost
    }

    /// How many jobs it has been given.
    var count: Int { jobs.current }

    var now: SchedulerInstant { base.now }

    func schedule(_ action: @escaping @Sendable () -> Void) {
        if !loses(action) { base.schedule(action) }
    }

    func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        loses(action)
            ? Subscriptions.empty : base.schedule(after: instant, tolerance: tolerance, action)
    }

    func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        base.schedule(after: instant, interval: interval, tolerance: tolerance, action)
    }

    /// Lets go of the jobs that are to be thrown away.
    func discard() {
        let old = kept.withValue { kept in
            defer { kept = [] }
            return kept
        }
        withExtendedLifetime(old) {}
    }

    private func loses(_ action: @escaping @Sendable () -> Void) -> Bool {
        guard isLost(jobs.increment()) else { return false }
        if !atOnce { kept.withValue { $0.append(action) } }
        return true
    }
}

private struct Word: NotificationMessage, Codable {
    static let name = Notification.Name("LostJobTests.Word")
    var number: Int
}
