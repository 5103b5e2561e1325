import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("The forms of the timed operators")
struct TimedFormsTests {
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
        #expect(byTime.timedValues.map { $0.time.milliseconds } == [3, 6, 9])
        #expect(byCount.timedValues.map { $0.time.milliseconds } == [1, 6, 9])
    }

    @Test(
        "C108: a time that is longer than a count of seconds can tell never comes",
        arguments: [Duration(attoseconds: .max), .seconds(1e19)])
    func endless(time: Duration) {
        let scheduler = VirtualTimeScheduler()
        let source = PassthroughSubject<Int, Never>()
        let waiting = [
            source.debounce(for: time, scheduler: scheduler).record(),
            source.delay(for: time, scheduler: scheduler).record(),
            source.collect(byTime: time, scheduler: scheduler).map(\.count).record(),
            scheduler.ticks(every: time, tolerance: time).map { _ in 0 }.record(),
        ]
        let passing = [
            source.throttle(for: time, scheduler: scheduler, latest: true).record(),
            source.timeout(time, scheduler: scheduler).record(),
            source.prefix(for: time, scheduler: scheduler).record(),
        ]
        let attempts = Log<Int>()
        let failing = Deferred {
            attempts.append(1)
            return Fail<Int, Problem>(error: Problem())
        }
        let patient = failing.retry(3, delay: .constant(time), scheduler: scheduler).record()
        source.send(1)
        scheduler.advance(by: .seconds(1_000_000_000))
        for recorder in waiting { #expect(recorder.values.isEmpty && recorder.completion == nil) }
        for recorder in passing { #expect(recorder.values == [1] && recorder.completion == nil) }
        #expect(attempts.entries == [1] && patient.completion == nil)
        let growing = RetryDelay.exponential(from: .seconds(1), limit: time, factor: 1e9)
        #expect((0..<5).reduce(growing.initial) { wait, _ in growing.wait(after: wait) } == time)
    }
}
