import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("How many timers the timed operators need")
struct TimerCountTests {
    @Test("C59 thirty empty collects run no job and arm no timer for 10,000 ticks; one value opens one window")
    func collect() {
        let scheduler = VirtualTimeScheduler()
        let source = PassthroughSubject<Int, Never>()
        let recorders = (0..<30).map { _ in
            source.collect(byTime: .milliseconds(16), scheduler: scheduler).record(on: scheduler)
        }
        scheduler.advance(by: .milliseconds(10_000))
        #expect(scheduler.scheduledCount == 0)
        #expect(scheduler.executedCount == 0)
        source.send(1)
        #expect(scheduler.timerCount == 30)
        scheduler.advance(by: .milliseconds(10_000))
        for recorder in recorders { #expect(recorder.timedValues.map { $0.time.milliseconds } == [10_016]) }
        #expect(scheduler.timerCount == 30)
        scheduler.expectIdle()
    }

    @Test("a burst takes one timer, and no operator ever has two", arguments: Timed.all)
    func burst(op: Timed) {
        let scheduler = VirtualTimeScheduler()
        let source = PassthroughSubject<Int, Problem>()
        let recorder = op.applied(to: source, on: scheduler).record(on: scheduler)
        for value in 0..<1_000 { source.send(value) }
        // A timer, and a job that delivers what can be delivered at once.
        #expect(scheduler.pendingCount <= 2)
        #expect(scheduler.pendingActions.filter { $0.instant > scheduler.now }.count <= 1)
        for value in 0..<100 {
            scheduler.advance(by: .milliseconds(1))
            source.send(value)
            #expect(scheduler.pendingActions.filter { $0.instant > scheduler.now }.count <= 1)
        }
        recorder.cancel()
    }

    @Test("a throttle and a timeout arm a timer for a window, not for a value")
    func windows() {
        for op in [Timed.throttle(10, latest: true), .throttle(10, latest: false), .timeout(10, isFailing: false)] {
            let scheduler = VirtualTimeScheduler()
            let source = PassthroughSubject<Int, Problem>()
            let recorder = op.applied(to: source, on: scheduler).record(on: scheduler)
            for _ in 0..<100 {
                for value in 0..<100 { source.send(value) }
                scheduler.advance(by: .milliseconds(1))
            }
            #expect(scheduler.timerCount <= 12, "\(op)")
            recorder.cancel()
        }
    }

    @Test("a delay arms one timer for all that is due together")
    func delay() {
        let scheduler = VirtualTimeScheduler()
        let source = PassthroughSubject<Int, Never>()
        let recorder = source.delay(for: .milliseconds(10), scheduler: scheduler).record(on: scheduler)
        for millisecond in 0..<100 {
            for value in 0..<100 { source.send(millisecond * 100 + value) }
            scheduler.advance(by: .milliseconds(1))
        }
        scheduler.advance(by: .milliseconds(10))
        #expect(recorder.values == Array(0..<10_000))
        #expect(scheduler.timerCount == 100)
        scheduler.expectIdle()
    }
}

extension Races {
    /// It has no race, but keeps a thread busy for a while.
    @Suite("The timer of a debounce under load")
    struct DebounceLoadTests {
        @Test("a million values through a debounce arm no more timers than windows have gone by, plus one")
        func debounce() {
            underWatchdog {
                let scheduler = VirtualTimeScheduler()
                let source = PassthroughSubject<Int, Never>()
                let recorder = source.debounce(for: .milliseconds(50), scheduler: scheduler).record(on: scheduler)
                // A thousand values each millisecond, for a second.
                for millisecond in 0..<1_000 {
                    for value in 0..<1_000 { source.send(millisecond * 1_000 + value) }
                    scheduler.advance(by: .milliseconds(1))
                }
                #expect(scheduler.timerCount <= 1_000 / 50 + 1)
                #expect(scheduler.pendingCount == 1)
                scheduler.advance(by: .milliseconds(50))
                #expect(recorder.values == [999_999])
                scheduler.expectIdle()
            }
        }

    }
}
