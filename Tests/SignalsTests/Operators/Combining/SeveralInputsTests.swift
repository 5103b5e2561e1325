import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct WithLatestFromTests {
    @Test("T58 withLatestFrom")
    func timeLine() {
        let script = TimedScript()
        let a = script.hot("250:3 260:4 310:5 340:6 410:7 420:8 470:9 550:10 590|")
        let b = script.hot("255:bar 330:foo 350:qux 400|")
        #expect(
            script.output(a.withLatestFrom(b) { $0 + $1 })
                == "260:4bar 310:5bar 340:6foo 410:7qux 420:8qux 470:9qux 550:10qux 590|")
    }

    @Test("C31 it finishes with its own upstream while the other is silent, and needs no demand for that")
    func finishes() {
        let silent = PassthroughSubject<Int, Never>()
        let recorder = [1, 2].publisher.withLatestFrom(silent).record()
        #expect(recorder.values.isEmpty)
        #expect(recorder.isFinished)
        #expect(Empty<Int, Never>().withLatestFrom(silent).record(demand: .none).isFinished)
    }

    @Test("values that are left out are asked for again, one for one")
    func demand() {
        let other = PassthroughSubject<String, Never>()
        let upstream = PassthroughSubject<Int, Never>()
        let recorder = upstream.withLatestFrom(other) { "\($0)\($1)" }.record(demand: .max(1))
        upstream.send(1)
        upstream.send(2)
        other.send("a")
        other.send("b")
        upstream.send(3)
        upstream.send(4)
        #expect(recorder.values == ["3b"])
        recorder.request(.max(1))
        upstream.send(5)
        #expect(recorder.values == ["3b", "5b"])
        #expect(recorder.violations.isEmpty)
    }

    @Test("any number of others, all of which must have given a value")
    func several() {
        let upstream = PassthroughSubject<Int, Never>()
        let last = PassthroughSubject<Bool, Never>()
        let two = upstream.withLatestFrom(Just("a"), last).record()
        let three = upstream.withLatestFrom(Just("a"), Just(0.5), last).record()
        let five = upstream.withLatestFrom(Just("a"), Just(0.5), Just(UInt8(1)), Just("b"), last).record()
        upstream.send(1)
        last.send(true)
        upstream.send(2)
        #expect(two.values.map { "\($0)" } == ["(2, \"a\", true)"])
        #expect(three.values.map { "\($0)" } == ["(2, \"a\", 0.5, true)"])
        #expect(five.values.map { "\($0)" } == ["(2, \"a\", 0.5, 1, \"b\", true)"])
        upstream.send(completion: .finished)
        #expect(two.isFinished && three.isFinished && five.isFinished)
    }
}

@Suite struct SampleTests {
    @Test(
        "T58 sample gives the newest value at each trigger, and none twice",
        arguments: [
            ("220:2 240:3 290:4 300:5 310:6 400|", "250:x 260:x 320:x 500|", "250:3 320:6 500|"),
            ("220:2 240:3 290:4 310:6 360:7 400|", "250:x 260:x 320:x 500|", "250:3 320:6 500:7 500|"),
            ("220:2 240:3 290:4 300|", "250:x 260:x 320:x 500|", "250:3 320:4 320|"),
            ("220:2 240:3 290:4 600|", "250:x 300|", "250:3 300:4 300|"),
            ("220:2 240X", "250:x 500|", "240X"),
            ("220:2 400|", "250:x 260X", "250:2 260X"),
        ])
    func timeLines(source: String, trigger: String, expected: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(source).sample(script.hot(trigger))) == expected)
    }

    @Test("C72 without demand the newest sample is held, and the finish waits for it")
    func demand() {
        let (source, trigger) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
        let recorder = source.sample(trigger).record(demand: .none)
        for value in 1...3 {
            source.send(value)
            trigger.send()
        }
        source.send(4)
        source.send(completion: .finished)
        #expect(recorder.events.count == 1)
        recorder.request(.max(1))
        #expect(recorder.values == [3])
        trigger.send()
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.values == [3, 4])
        #expect(recorder.isFinished)
    }
}

@Suite struct RaceTests {
    @Test(
        "T58 race goes on with the first to give something, be it its ending",
        arguments: [
            ("210:2 220:3 225|", "215:4 230|", "210:2 220:3 225|"), ("215:4 230|", "210:2 225X", "210:2 225X"),
            ("210|", "205:1 230|", "205:1 230|"), ("210|", "215:1", "210|"), ("210X", "215:1", "210X"),
        ])
    func timeLines(a: String, b: String, expected: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(a).race(with: script.hot(b))) == expected)
        let list = TimedScript()
        #expect(list.output([list.hot(a), list.hot(b)].race()) == expected)
    }

    @Test("the loser is cancelled at once, and the winner gets all the demand")
    func losersAndDemand() {
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let cancels = Log<String>()
        let recorder = a.handleEvents(receiveCancel: { cancels.append("a") })
            .race(with: b.handleEvents(receiveCancel: { cancels.append("b") })).record(demand: .max(1))
        b.send(1)
        #expect(cancels.entries == ["a"])
        a.send(9)
        b.send(2)
        recorder.request(.max(1))
        b.send(3)
        #expect(recorder.values == [1, 3])
        #expect(Just(1).race(with: Just(2)).record().values == [1])
    }
}

@Suite struct UntilOutputTests {
    private let source = "210:2 220:3 230:4 240:5 250|"

    @Test(
        "T35 T36 prefix(untilOutputFrom:) ends at the other's first value, and at nothing else of it",
        arguments: [
            ("225:99", "210:2 220:3 225|"), ("225|", "210:2 220:3 230:4 240:5 250|"),
            ("225X", "210:2 220:3 230:4 240:5 250|"),
        ])
    func prefix(other: String, expected: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(source).prefix(untilOutputFrom: script.hot(other))) == expected)
    }

    @Test(
        "T37 C118 drop(untilOutputFrom:) begins at the other's first value, and ends where there will be none",
        arguments: [
            ("225:99", "230:4 240:5 250|"), ("225:99 226X", "230:4 240:5 250|"), ("225|", "225|"), ("225X", "225X"),
        ])
    func drop(other: String, expected: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(source).drop(untilOutputFrom: script.hot(other))) == expected)
    }

    @Test("the other is listened to first, and what is dropped is asked for again")
    func order() {
        let current = CurrentValueSubject<Int, Never>(0)
        #expect([1, 2].publisher.prefix(untilOutputFrom: current).record().values.isEmpty)
        #expect([1, 2].publisher.drop(untilOutputFrom: current).record().values == [1, 2])
        let (source, gate) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
        let recorder = source.drop(untilOutputFrom: gate).record(demand: .max(1))
        source.send(1)
        source.send(2)
        gate.send()
        source.send(3)
        source.send(4)
        #expect(recorder.values == [3])
        source.send(completion: .finished)
        #expect(recorder.isFinished)
    }
}

@Suite struct BufferTests {
    private func output(
        _ prefetch: Publishers.PrefetchStrategy, _ whenFull: Publishers.BufferingStrategy<ScriptError>, size: Int = 3
    ) -> Recorder<Int, ScriptError> {
        let subject = PassthroughSubject<Int, ScriptError>()
        let recorder = subject.buffer(size: size, prefetch: prefetch, whenFull: whenFull).record(demand: .max(2))
        for value in 1...7 { subject.send(value) }
        recorder.request(.max(2))
        subject.send(completion: .finished)
        recorder.request(.unlimited)
        #expect(recorder.violations.isEmpty)
        return recorder
    }

    @Test("T57 C70 a full buffer that asked for everything drops as it is told, or fails after what it kept")
    func byRequest() {
        #expect(output(.byRequest, .dropOldest).values == [1, 2, 5, 6, 7])
        #expect(output(.byRequest, .dropNewest).values == [1, 2, 3, 4, 5])
        let failing = output(.byRequest, .customError { .other })
        #expect(failing.values == [1, 2, 3, 4, 5])
        #expect(failing.failure == .other)
        #expect(output(.byRequest, .dropOldest).isFinished)
    }

    @Test("C70 what a buffer drops is handed over, so that it can be counted")
    func dropped() {
        func dropped(by strategy: Publishers.BufferingStrategy<ScriptError>) -> [Int] {
            let subject = PassthroughSubject<Int, ScriptError>()
            let dropped = Log<Int>()
            let recorder = subject.buffer(size: 2, prefetch: .byRequest, whenFull: strategy) { dropped.append($0) }
                .record(demand: .max(1))
            for value in 1...5 { subject.send(value) }
            recorder.request(.unlimited)
            #expect(recorder.violations.isEmpty)
            return dropped.entries
        }
        #expect(dropped(by: .dropOldest) == [2, 3])
        #expect(dropped(by: .dropNewest) == [4, 5])
        #expect(dropped(by: .customError { .other }) == [4])
    }

    @Test("C70 a buffer of nothing, and one without limit")
    func sizes() {
        #expect(output(.byRequest, .dropOldest, size: 0).values == [1, 2])
        #expect(output(.keepFull, .dropOldest, size: 0).values == [1, 2])
        #expect(output(.byRequest, .dropOldest, size: .max).values == Array(1...7))
        #expect(output(.keepFull, .dropOldest, size: .max).values == Array(1...7))
    }

    @Test("C70 keepFull asks for as much as it has room for, so a subject drops the rest before the buffer sees it")
    func keepFull() {
        #expect(output(.keepFull, .customError { .other }).values == [1, 2, 3, 4, 5])
        let asked = Log<Subscribers.Demand>()
        let recorder = (1...9).publisher.handleEvents(receiveRequest: { asked.append($0) })
            .buffer(size: 3, prefetch: .keepFull, whenFull: .dropNewest).record(demand: .none)
        #expect(asked.entries == [.max(3)])
        recorder.request(.unlimited)
        #expect(recorder.values == Array(1...9))
        #expect(asked.entries.allSatisfy { $0 <= .max(3) })
    }

    @Test("C72 the ending waits for what is kept, and an empty one for nothing", arguments: [false, true])
    func ending(fails: Bool) {
        let subject = PassthroughSubject<Int, ScriptError>()
        let recorder = subject.buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest).record(demand: .none)
        subject.send(1)
        subject.send(2)
        subject.send(completion: fails ? .failure(.source) : .finished)
        recorder.request(.max(1))
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.values == [1, 2])
        #expect(fails ? recorder.failure == .source : recorder.isFinished)
        let empty = Empty<Int, Never>().buffer(size: 5, prefetch: .byRequest, whenFull: .dropNewest)
        #expect(empty.record(demand: .none).isFinished)
    }
}

@Suite struct DropUntilOutputTests {
    @Test("C118: a trigger that ends without a value ends the stream and cancels upstream", arguments: [false, true])
    func silentTrigger(fails: Bool) {
        let (upstream, trigger) = (PassthroughSubject<Int, TestError>(), PassthroughSubject<Int, TestError>())
        let cancels = Protected(0)
        let recorder = upstream.handleEvents(receiveCancel: { cancels.increment() })
            .drop(untilOutputFrom: trigger).record()
        upstream.send(1)
        trigger.send(completion: fails ? .failure(TestError()) : .finished)
        upstream.send(2)
        #expect(recorder.values.isEmpty)
        #expect(recorder.completion == (fails ? .failure(TestError()) : .finished))
        #expect(cancels.current == 1)
        let never = upstream.drop(untilOutputFrom: Empty<Int, TestError>()).record()
        #expect(never.isFinished)
    }
}
