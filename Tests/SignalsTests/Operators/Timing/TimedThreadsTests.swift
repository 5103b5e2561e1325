import Dispatch
import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Timed operators and threads")
struct TimedThreadsTests {
    @Test("C19 receive(on:) a concurrent queue keeps order, loses nothing, and the ending is last")
    func receiveOnConcurrentQueue() async throws {
        try await onOwnThread(limit: 60) {
            let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            for round in 0..<10_000 {
                let ended = DispatchSemaphore(value: 0)
                let count = round % 100 == 0 ? 100 : 1
                let recorder = Recorder<Int, Never>()
                (0..<count).publisher.receive(on: queue)
                    .handleEvents(receiveCompletion: { _ in ended.signal() })
                    .subscribe(recorder)
                ended.wait()
                if recorder.values != Array(0..<count) || !recorder.violations.isEmpty {
                    Issue.record("round \(round): \(recorder.values) \(recorder.violations)")
                    return
                }
            }
        }
    }

    @Test("C19 so does a delay")
    func delayOnConcurrentQueue() async throws {
        try await onOwnThread(limit: 60) {
            let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
            for _ in 0..<1_000 {
                let ended = DispatchSemaphore(value: 0)
                let recorder = Recorder<Int, Never>()
                (0..<50).publisher.delay(for: .microseconds(10), scheduler: queue)
                    .handleEvents(receiveCompletion: { _ in ended.signal() })
                    .subscribe(recorder)
                ended.wait()
                #expect(recorder.values == Array(0..<50))
                #expect(recorder.violations == [])
            }
        }
    }

    @Test(
        "C22 a timer that fires while another thread sends tears the chain down without a deadlock",
        arguments: Timed.all)
    func timerAgainstSender(op: Timed) async throws {
        try await onOwnThread(limit: 60) {
            for _ in 0..<1_000 {
                let scheduler = VirtualTimeScheduler()
                let source = PassthroughSubject<Int, Problem>()
                let recorder = op.applied(to: source, on: scheduler).prefix(1).record(on: scheduler)
                let start = DispatchSemaphore(value: 0)
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    start.signal()
                    for value in 0..<20 { source.send(value) }
                    done.signal()
                }
                start.wait()
                for _ in 0..<10 { scheduler.advance(by: .milliseconds(1)) }
                done.wait()
                scheduler.advance(by: .seconds(1))
                if case .prefix = op {
                    #expect(recorder.values.count <= 1)
                } else {
                    #expect(recorder.values.count == 1 || recorder.completion != nil)
                }
                #expect(recorder.completion != nil)
                #expect(recorder.violations == [])
                scheduler.expectIdle()
            }
        }
    }

    @Test("C61 a value that races the deadline from another thread: one ending, and nothing after it")
    func timeoutRace() async throws {
        try await onOwnThread(limit: 60) {
            for _ in 0..<2_000 {
                let scheduler = VirtualTimeScheduler()
                let source = PassthroughSubject<Int, Problem>()
                let recorder = source.timeout(.milliseconds(5), scheduler: scheduler, customError: { Problem() })
                    .record(on: scheduler)
                let start = DispatchSemaphore(value: 0)
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    start.signal()
                    source.send(1)
                    done.signal()
                }
                start.wait()
                scheduler.advance(by: .milliseconds(5))
                done.wait()
                scheduler.advance(by: .milliseconds(10))
                #expect(recorder.failure == Problem())
                #expect(recorder.values.count <= 1)
                #expect(recorder.violations == [])
                scheduler.expectIdle()
            }
        }
    }

    @Test("values leave on the scheduler's thread, never on upstream's", arguments: Timed.all)
    func place(op: Timed) async throws {
        try await onOwnThread(limit: 20) {
            let scheduler = VirtualTimeScheduler()
            let source = PassthroughSubject<Int, Problem>()
            let recorder = op.applied(to: source, on: scheduler).record(on: scheduler)
            let done = DispatchSemaphore(value: 0)
            Thread {
                for value in 0..<2_000 { source.send(value) }
                source.send(completion: .finished)
                done.signal()
            }.start()
            while done.wait(timeout: .now()) == .timedOut { scheduler.advance(by: .milliseconds(1)) }
            scheduler.run()
            #expect(recorder.completion != nil)
            #expect(recorder.violations == [])
            // All events, the subscription included, are of the thread that advances.
            #expect(Set(recorder.events.map(\.thread)).count == 1)
        }
    }

    @Test("C27 equally delayed one-shots are combined and merged", arguments: 2...6)
    func delayedOneShots(count: Int) async throws {
        let scheduler = VirtualTimeScheduler()
        let sources = (1...count).map { Just($0).delay(for: .milliseconds(600), scheduler: scheduler) }
        let merged = sources.merge().record(on: scheduler)
        let combined = sources[0].combineLatest(sources[1]).map { $0 + $1 }.record(on: scheduler)
        scheduler.run()
        #expect(merged.values == Array(1...count))
        #expect(merged.isFinished)
        #expect(combined.values == [3])
        #expect(combined.isFinished)
        let queue = DispatchQueue(label: "delayed")
        try await onOwnThread {
            let ended = DispatchSemaphore(value: 0)
            let recorder = Recorder<Int, Never>()
            (1...count).map { Just($0).delay(for: .milliseconds(1), scheduler: queue) }.merge()
                .handleEvents(receiveCompletion: { _ in ended.signal() })
                .subscribe(recorder)
            ended.wait()
            #expect(recorder.values.sorted() == Array(1...count))
        }
    }

    @Test("given a main-actor scheduler, every timed operator delivers on the main actor") @MainActor
    func mainActor() {
        let scheduler = VirtualTimeScheduler()
        let time = Duration.milliseconds(1)
        var count = 0
        let source = [1, 2].publisher
        // Closures of the main actor, which only a MainActorPublisher takes.
        var bag = [
            source.debounce(for: time, scheduler: scheduler.main).sink { _ in count += 1 },
            source.throttle(for: time, scheduler: scheduler.main, latest: true).sink { _ in count += 1 },
            source.delay(for: time, scheduler: scheduler.main).sink { _ in count += 1 },
            source.timeout(time, scheduler: scheduler.main).sink { _ in count += 1 },
            source.prefix(for: time, scheduler: scheduler.main).sink { _ in count += 1 },
            source.collect(byTime: time, scheduler: scheduler.main).sink { _ in count += 1 },
            source.collect(byTime: time, orCount: 2, scheduler: scheduler.main).sink { _ in count += 1 },
            source.collect(.byTime(scheduler.main, time)).sink { _ in count += 1 },
            source.collect(.byTimeOrCount(scheduler.main, time, 2)).sink { _ in count += 1 },
            source.receive(on: scheduler.main).sink { _ in count += 1 },
        ]
        bag.append(scheduler.main.ticks(every: time).prefix(1).sink { _ in count += 1 })
        #expect(count == 0)
        scheduler.advance(by: .seconds(1))
        #expect(count == 1 + 2 + 2 + 2 + 2 + 1 + 1 + 1 + 1 + 2 + 1)
        scheduler.expectIdle()
    }

    @Test("Combine's spelling of collect, also with a scheduler whose type is hidden")
    func collectStrategy() {
        let scheduler = VirtualTimeScheduler()
        let hidden: any Scheduler = scheduler
        let source = scheduler.cold("ab--c---d|")
        let byTime = source.collect(.byTime(hidden, .milliseconds(3))).record(on: scheduler)
        let byCount = source.collect(.byTimeOrCount(scheduler, .milliseconds(3), 2)).record(on: scheduler)
        scheduler.run()
        #expect(byTime.values == [["a", "b"], ["c"], ["d"]])
        #expect(byTime.timedValues.map { $0.time.milliseconds } == [3, 7, 9])
        #expect(byCount.timedValues.map { $0.time.milliseconds } == [1, 7, 9])
    }
}
