import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Timed operators and demand")
struct TimedDemandTests {
    let scheduler = VirtualTimeScheduler()

    @Test("delay, timeout, prefix(for:), receive(on:) and subscribe(on:) pass demand on, and lose nothing")
    func passedOn() {
        let timed: [Timed] = [.delay(2), .timeout(50, isFailing: false), .prefix(50), .receive]
        for op in timed {
            let source = scheduler.cold("abcd|", values: ["a": 1, "b": 2, "c": 3, "d": 4], error: Problem())
            let recorder = op.applied(to: source, on: scheduler).record(on: scheduler, demand: .max(1))
            scheduler.advance(by: .milliseconds(10))
            #expect(recorder.values == ["1"], "\(op)")
            recorder.request(.max(2))
            scheduler.advance(by: .milliseconds(10))
            #expect(recorder.values == ["1", "2", "3"], "\(op)")
            #expect(source.subscriptions[0].requests.map(\.demand) == [.max(1), .max(2)], "\(op)")
            recorder.request(.unlimited)
            scheduler.advance(by: .milliseconds(10))
            #expect(recorder.values == ["1", "2", "3", "4"], "\(op)")
            #expect(recorder.isFinished, "\(op)")
            #expect(recorder.violations == [], "\(op)")
        }
    }

    @Test("what is returned for a value counts as demand")
    func returnedDemand() {
        for op in [Timed.delay(1), .timeout(50, isFailing: false), .prefix(50), .receive] {
            let source = [1, 2, 3, 4].publisher.mapError(Problem.init(never:))
            let recorder = op.applied(to: source, on: scheduler).record(on: scheduler, demand: .max(1)) { _, _ in
                .max(1)
            }
            scheduler.advance(by: .milliseconds(10))
            #expect(recorder.values == ["1", "2", "3", "4"], "\(op)")
            #expect(recorder.isFinished, "\(op)")
        }
    }

    @Test("without demand a throttle holds the newest", arguments: [true, false])
    func heldByThrottle(latest: Bool) {
        let source = PassthroughSubject<Int, Problem>()
        let recorder = source.throttle(for: .milliseconds(10), scheduler: scheduler, latest: latest)
            .record(on: scheduler, demand: .none)
        for value in 0..<25 {
            source.send(value)
            scheduler.advance(by: .milliseconds(1))
        }
        scheduler.advance(by: .milliseconds(100))
        scheduler.expectIdle()
        recorder.request(.max(1))
        scheduler.advance()
        #expect(recorder.text == (latest ? "125:24" : "125:20"))
        source.send(30)
        scheduler.advance(by: .milliseconds(20))
        recorder.request(.max(1))
        scheduler.advance()
        #expect(recorder.values.last == 30)
        source.send(31)
        source.send(completion: .finished)
        scheduler.advance(by: .milliseconds(100))
        #expect(!recorder.isFinished)
        recorder.request(.max(1))
        scheduler.advance()
        #expect(recorder.values.last == 31)
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test("two outputs of a throttle are a window apart also when the first had to wait for demand")
    func windowAfterDemand() {
        let source = PassthroughSubject<Int, Problem>()
        let recorder = source.throttle(for: .milliseconds(10), scheduler: scheduler, latest: true)
            .record(on: scheduler, demand: .none)
        source.send(1)
        scheduler.advance(by: .milliseconds(8))
        recorder.request(.unlimited)
        scheduler.advance(by: .milliseconds(4))
        source.send(2)
        scheduler.run()
        #expect(recorder.text == "8:1 18:2")
    }

    @Test("without demand a debounce holds the newest, a batch grows, and both endings wait for it")
    func held() {
        for (op, expected) in [(Timed.debounce(5), "3"), (.collect(5), "[1,2,3]")] {
            let source = PassthroughSubject<Int, Problem>()
            let recorder = op.applied(to: source, on: scheduler).record(on: scheduler, demand: .none)
            for value in 1...3 {
                source.send(value)
                scheduler.advance(by: .milliseconds(10))
            }
            source.send(completion: .finished)
            scheduler.advance(by: .milliseconds(10))
            #expect(recorder.events.count == 1, "\(op)")
            scheduler.expectIdle()
            recorder.request(.max(1))
            scheduler.advance()
            #expect(recorder.values == [expected], "\(op)")
            #expect(recorder.isFinished, "\(op)")
        }
    }

    @Test("C112: no batch is larger than its count, however slow the subscriber is, and nothing is lost")
    func batchesOfTheCount() {
        let strategy = Publishers.TimeGroupingStrategy.byTimeOrCount(scheduler, .seconds(5), 25)
        let source = PassthroughSubject<Int, Never>()
        let batches = source.collect(byTime: .seconds(5), orCount: 25, scheduler: scheduler)
        @Sendable func work(_ batch: [Int]) -> some Publisher<[Int], Never> {
            Just(batch).delay(for: .seconds(1), scheduler: scheduler)
        }
        let recorders = [
            batches.flatMap(maxPublishers: .max(1)) { work($0) }.record(),
            source.collect(strategy).flatMap(maxPublishers: .max(1)) { work($0) }.record(),
            batches.flatMapInOrder(maxPublishers: .max(1)) { work($0) }.record(),
            batches.record(demand: .max(1)),
        ]
        for value in 0..<301 {
            source.send(value)
            scheduler.advance(by: .milliseconds(10))
        }
        source.send(completion: .finished)
        for _ in 0..<20 {
            recorders[3].request(.max(1))
            scheduler.advance(by: .seconds(1))
        }
        for recorder in recorders {
            #expect(recorder.values.map(\.count) == Array(repeating: 25, count: 12) + [1])
            #expect(recorder.values.flatMap { $0 } == Array(0..<301))
            #expect(recorder.isFinished)
        }
    }

    @Test("C112: batches of two windows that wait for demand stay two, and without a count become one")
    func batchesOfWindows() {
        for (op, expected) in [(Timed.collectCount(5, 2), ["[1]", "[2]", "[3]"]), (.collect(5), ["[1,2,3]"])] {
            let source = PassthroughSubject<Int, Problem>()
            let recorder = op.applied(to: source, on: scheduler).record(on: scheduler, demand: .none)
            for value in 1...3 {
                source.send(value)
                scheduler.advance(by: .milliseconds(10))
            }
            source.send(completion: .finished)
            for _ in expected {
                #expect(!recorder.isFinished)
                recorder.request(.max(1))
                scheduler.advance()
            }
            #expect(recorder.values == expected)
            #expect(recorder.isFinished)
        }
    }

    @Test(
        "a value that upstream was not asked for is dropped and reported", .serialized,
        arguments: [
            Timed.delay(1), .timeout(50, isFailing: false), .prefix(50),
        ])
    func beyondDemand(op: Timed) {
        let recorder = op.applied(to: Pushy(), on: scheduler).record(on: scheduler, demand: .max(2))
        scheduler.advance(by: .milliseconds(10))
        #expect(recorder.values == ["1", "2"])
        #expect(recorder.violations == [])
    }
}

/// A publisher that gives three values whatever was asked for.
private struct Pushy: Publisher {
    typealias Output = Int
    typealias Failure = Problem

    func receive<S: Subscriber<Int, Problem>>(subscriber: S) {
        subscriber.receive(subscription: Subscriptions.empty)
        for value in 1...3 { _ = subscriber.receive(value) }
    }
}
