import Signals
import SignalsTesting
import TestSupport
import Testing

private final class Model: Sendable {
    let scheduler: any Scheduler

    init(scheduler: any Scheduler) { self.scheduler = scheduler }
}

/// A scheduler that keeps what it is given and writes down what tolerance it is asked for.
private struct AskedTolerances: Scheduler {
    let log = Log<Duration>()
    let kept = Log<@Sendable () -> Void>()
    var now: SchedulerInstant { .zero }
    var minimumTolerance: Duration { .seconds(7) }

    func schedule(_ action: @escaping @Sendable () -> Void) {}

    func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        log.append(tolerance)
        kept.append(action)
        return Subscriptions.empty
    }

    func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable { Subscriptions.empty }
}

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

    @Test("a scheduler whose type is hidden and that comes out of a capture list serves every timed operator")
    func hidden() {
        let time = VirtualTimeScheduler()
        let model = Model(scheduler: time)
        let source = [1, 2].publisher
        // Each is a statement of its own, so that the compiler looks at one closure at a time.
        let debounced = source.flatMap { [weak model] in Just($0).debounce(for: 1, scheduler: model!.scheduler) }
        let throttled = source.flatMap { [weak model] in
            Just($0).throttle(for: 1, scheduler: model!.scheduler, latest: true)
        }
        let delayed = source.flatMap { [weak model] in
            Just($0).delay(for: 1, tolerance: 1, scheduler: model!.scheduler)
        }
        let timed = source.flatMap { [weak model] in Just($0).timeout(1, scheduler: model!.scheduler) }
        let cut = source.flatMap { [weak model] in Just($0).prefix(for: 1, scheduler: model!.scheduler) }
        let received = source.flatMap { [weak model] in Just($0).receive(on: model!.scheduler) }
        let subscribed = source.flatMap { [weak model] in Just($0).subscribe(on: model!.scheduler) }
        let later = source.flatMap { [weak model] in Just($0).delaySubscription(for: 1, scheduler: model!.scheduler) }
        let own = source.flatMap { [weak model] in Just($0).timed(Quiet(.seconds(1)), on: model!.scheduler) }
        let all = [
            debounced.record(), throttled.record(), delayed.record(), timed.record(), cut.record(), received.record(),
            subscribed.record(), later.record(), own.record(),
        ]
        let byTime = source.flatMap { [weak model] in Just($0).collect(byTime: 1, scheduler: model!.scheduler) }
        let byCount = source.flatMap { [weak model] in
            Just($0).collect(byTime: 1, orCount: 2, scheduler: model!.scheduler)
        }
        let strategy = source.flatMap { [weak model] in Just($0).collect(.byTime(model!.scheduler, 1)) }
        let counting = source.flatMap { [weak model] in Just($0).collect(.byTimeOrCount(model!.scheduler, 1, 2)) }
        let groups = [byTime.record(), byCount.record(), strategy.record(), counting.record()]
        let measured = source.flatMap { [weak model] in Just($0).measureInterval(using: model!.scheduler) }.record()
        let retried = source.setFailureType(to: Problem.self).flatMap { [weak model] _ in
            Fail<Int, Problem>(error: Problem()).retry(1, delay: .constant(.seconds(1)), scheduler: model!.scheduler)
        }.record()
        time.advance(by: .seconds(5))
        for recorder in all { #expect(recorder.values == [1, 2] && recorder.isFinished) }
        for recorder in groups { #expect(recorder.values == [[1], [2]] && recorder.isFinished) }
        #expect(measured.values == [.zero, .zero] && retried.failure != nil)
        withExtendedLifetime(model) {}
    }

    @Test("a number is a count of seconds")
    func seconds() {
        let time = VirtualTimeScheduler()
        let source = time.cold("a|")
        func due(_ publisher: some Publisher<Character, Never>) -> Double? {
            let recorder = publisher.record(on: time)
            let start = time.now
            time.run()
            return recorder.timedValues.first.map { start.duration(to: $0.time) / .seconds(1) }
        }
        #expect(due(source.delay(for: 3, scheduler: time)) == 3)
        #expect(due(source.delay(for: 0.5, tolerance: 0.1, scheduler: time)) == 0.5)
        #expect(due(source.delay(for: .milliseconds(300), scheduler: time)) == 0.3)
        #expect(due(source.delay(for: .milliseconds(300) * 2, scheduler: time)) == 0.6)
        #expect(due(source.delay(for: .seconds(1) + .microseconds(5.5), scheduler: time)) == 1.000_005_5)
        #expect(due(source.delay(for: .nanoseconds(4_000_000), scheduler: time, options: nil)) == 0.004)
        #expect(due(source.delay(for: -1, scheduler: time)) == 0)
        #expect(Double.infinity._duration == Duration(attoseconds: .max) && 1e19._duration == .seconds(1e19))
    }

    @Test("the tolerance of a delay is that of its timer")
    func tolerance() {
        let scheduler = AskedTolerances()
        let handles = [
            Just(1).delay(for: 1, tolerance: 0.25, scheduler: scheduler).sink { _ in },
            Just(1).delay(for: 1, scheduler: scheduler).sink { _ in },
        ]
        withExtendedLifetime(handles) { #expect(scheduler.log.entries == [.seconds(0.25), .seconds(7)]) }
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

@Suite struct OwnTimesTests {
    @Test("debounce(scheduler:_:) waits for as long as each value says, also for a shorter time than the one before")
    func debounce() {
        let script = TimedScript()
        let waits = script.hot("210:50 220:5 240:20 250:20 300:30 310|").debounce(scheduler: script.scheduler) {
            .milliseconds(Int($0)!)
        }
        #expect(script.output(waits) == "225:5 270:20 310:30 310|")
        #expect(script.scheduler.isIdle)
    }

    @Test(
        "timeout(first:each:) has one limit for the first value and one, or none, for the others",
        arguments: [
            ("210:1 250:2 400|", 20, nil, "210:1 250:2 400|"), ("230:1 400|", 20, nil, "220|"),
            ("230:1 235:2 260|", 50, 10, "230:1 235:2 245|"), ("210:1 235:2 250|", 20, 30, "210:1 235:2 250|"),
        ] as [(String, Int, Int?, String)])
    func timeout(input: String, first: Int, each: Int?, output: String) {
        let script = TimedScript()
        let limited = script.hot(input).timeout(
            first: .milliseconds(first), each: each.map { .milliseconds($0) }, scheduler: script.scheduler)
        #expect(script.output(limited) == output)
    }
}
