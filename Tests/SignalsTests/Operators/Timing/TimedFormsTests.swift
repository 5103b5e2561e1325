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
        #expect(byTime.timedValues.map { $0.time.milliseconds } == [3, 7, 9])
        #expect(byCount.timedValues.map { $0.time.milliseconds } == [1, 7, 9])
    }
}
