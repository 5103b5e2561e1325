import Dispatch
import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

extension Races {
    @Suite("Timed operators and threads")
    struct TimedThreadsTests {
        @Test("C19 a delay on a concurrent queue keeps order, loses nothing, and the ending is last")
        func delayOnConcurrentQueue() {
            underWatchdog {
                let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
                for _ in 0..<300 {
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
        func timerAgainstSender(op: Timed) {
            underWatchdog {
                for _ in 0..<repetitions(usual: 250, full: 5_000) {
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
        func timeoutRace() {
            underWatchdog {
                for _ in 0..<1_000 {
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
        func place(op: Timed) {
            underWatchdog {
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
        func delayedOneShots(count: Int) {
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
            underWatchdog {
                let ended = DispatchSemaphore(value: 0)
                let recorder = Recorder<Int, Never>()
                (1...count).map { Just($0).delay(for: .milliseconds(1), scheduler: queue) }.merge()
                    .handleEvents(receiveCompletion: { _ in ended.signal() })
                    .subscribe(recorder)
                ended.wait()
                #expect(recorder.values.sorted() == Array(1...count))
            }
        }
    }
}
