import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct FlatteningTests {
    private static let inners = [
        "a": "10:101 20:102 110:103 120:104 210:105 220:106 230|", "b": "10:201 20:202 30:203 40:204 50|",
        "c": "10:301 20:302 30:303 40:304 120:305 150|",
    ]
    private static let outer = "300:a 400:b 500:c 600|"

    @Test("T14 flatMap gives the values of all of them as they come")
    func flatMap() {
        let script = TimedScript()
        let output = script.output(
            script.hot(Self.outer).flatMap { (name) throws(ScriptError) in script.cold(Self.inners[name]!) })
        #expect(
            output == """
                310:101 320:102 410:103 410:201 420:104 420:202 430:203 440:204 510:105 510:301 520:106 520:302 530:303 \
                540:304 620:305 650|
                """)
    }

    @Test("T17 flatMap(max 1) behind a buffer takes one after the other")
    func concatMap() {
        let script = TimedScript()
        let inners = ["a": "10:102 440:106 460|", "b": "180:202 195|"]
        let output = script.output(
            script.hot("300:a 400:b 405|").buffer(size: .max, prefetch: .byRequest, whenFull: .dropOldest)
                .flatMap(maxPublishers: .max(1)) { (name) throws(ScriptError) in script.cold(inners[name]!) })
        #expect(output == "310:102 740:106 940:202 955|")
    }

    @Test("T19 switchToLatest cancels the old one at the switch")
    func switchToLatest() {
        let script = TimedScript()
        let cancelled = Log<String>()
        let output = script.output(
            script.hot(Self.outer).flatMapLatest { (name) throws(ScriptError) in
                script.cold(Self.inners[name]!).handleEvents(receiveCancel: { cancelled.append(name) })
            })
        #expect(
            output == """
                310:101 320:102 410:201 420:202 430:203 440:204 510:301 520:302 530:303 540:304 620:305 650|
                """)
        #expect(cancelled.entries == ["a"])
    }

    @Test(
        "T21 C30 switchToLatest finishes when the outer one and the newest inner one have",
        arguments: [
            ("210:a 250:b 300|", ["a": "10|", "b": "20|"], "300|"), ("210:a 220|", ["a": "20:4 30|"], "230:4 240|"),
            ("210|", [:], "210|"), ("210:a 300|", ["a": "20X"], "230X"), ("210:a 220X", ["a": "20:4 30|"], "220X"),
            ("210:a 215:b 300|", ["a": "20X", "b": "10:1 20|"], "225:1 300|"),
        ])
    func endings(outer: String, inners: [String: String], expected: String) {
        let script = TimedScript()
        let source = script.hot(outer).flatMapLatest { (name) throws(ScriptError) in script.cold(inners[name]!) }
        #expect(script.output(source) == expected)
    }

    @Test("flatMapFirst makes nothing of what comes while a publisher is under way")
    func flatMapFirst() {
        let script = TimedScript()
        let made = Log<String>()
        let output = script.output(
            script.hot("300:a 320:b 531:c 540:a 600|").flatMapFirst { (name) throws(ScriptError) in
                made.append(name)
                return script.cold(Self.inners[name]!)
            })
        #expect(
            output == "310:101 320:102 410:103 420:104 510:105 520:106 541:301 551:302 561:303 571:304 651:305 681|")
        #expect(made.entries == ["a", "c"])
    }

    @Test("flatMapFirst takes every value whose publisher finishes at once, and none where the first never does")
    func flatMapFirstAtOnce() {
        #expect([1, 2, 3].publisher.flatMapFirst { Just($0 * 10) }.record().values == [10, 20, 30])
        let never = [1, 2].publisher.flatMapFirst { Just($0).append(Empty(completeImmediately: false)) }.record()
        #expect(never.values == [1] && never.completion == nil)
        // A publisher that waits to be asked keeps it busy.
        let slow = [1, 2, 3].publisher.flatMapFirst { [$0, $0 * 10, $0 * 100].publisher }.record(demand: .max(1))
        slow.request(.unlimited)
        #expect(slow.values == [1, 10, 100] && slow.isFinished && slow.violations.isEmpty)
    }

    @Test(
        "flatMapFirst ends with the outer one and the publisher under way, and fails with either",
        arguments: [
            ("210:a 300|", ["a": "10:1 20|"], "220:1 300|"), ("210:a 220|", ["a": "20:4 30|"], "230:4 240|"),
            ("210|", [:], "210|"), ("210:a 220X", ["a": "20:4 30|"], "220X"), ("210:a 300|", ["a": "20X"], "230X"),
            ("210:a 220:b 300|", ["a": "30|", "b": "20X"], "300|"),
        ])
    func flatMapFirstEndings(outer: String, inners: [String: String], expected: String) {
        let script = TimedScript()
        let source = script.hot(outer).flatMapFirst { (name) throws(ScriptError) in script.cold(inners[name]!) }
        #expect(script.output(source) == expected)
    }

    @Test(
        "flatMapLatest(endingWithOuter:) ends with the outer one, and cancels the newest",
        arguments: [
            ("210:a 250:b 265|", ["a": "10:1 20:2", "b": "10:3 20:4 30|"], "220:1 230:2 260:3 265|", ["b"]),
            ("210:a 300|", ["a": "10:1 20|"], "220:1 300|", []), ("210:a 220X", ["a": "20:4"], "220X", ["a"]),
            ("210|", [:], "210|", []),
        ])
    func endingWithOuter(outer: String, inners: [String: String], expected: String, cancelled: [String]) {
        let script = TimedScript()
        let log = Log<String>()
        let source = script.hot(outer).flatMapLatest(endingWithOuter: true) { (name) throws(ScriptError) in
            script.cold(inners[name]!).handleEvents(receiveCancel: { log.append(name) })
        }
        #expect(script.output(source) == expected)
        #expect(log.entries.suffix(1) == cancelled.suffix(1))
    }

    @Test("flatMapLatest(endingWithOuter:) gives what the last publisher has at once")
    func endingWithOuterAtOnce() {
        let bound = [1, 2].publisher.flatMapLatest(endingWithOuter: true) { value in
            [value, value * 10].publisher.append(Empty(completeImmediately: false))
        }.record()
        #expect(bound.values == [1, 10, 2, 20] && bound.isFinished)
        let unbound = Just(1).flatMapLatest(endingWithOuter: false) {
            [$0].publisher.append(Empty(completeImmediately: false))
        }
        .record()
        #expect(unbound.values == [1] && unbound.completion == nil)
    }

    @Test("what one inner publisher leaves open is asked of the next")
    func switchingDemand() {
        let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        let (a, b) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let recorder = outer.switchToLatest().record(demand: .max(3))
        outer.send(a)
        a.send(1)
        outer.send(b)
        a.send(9)
        b.send(2)
        b.send(3)
        b.send(4)
        recorder.request(.max(1))
        b.send(5)
        #expect(recorder.values == [1, 2, 3, 5])
        #expect(recorder.violations.isEmpty)
    }

    @Test("an outer publisher that cannot fail takes inner ones that can, and the other way round")
    func mixedFailures() {
        let names = Just(1)
        #expect(names.flatMap { _ in Fail<Int, ScriptError>(error: .source) }.record().failure == .source)
        #expect(names.flatMapLatest { _ in Fail<Int, ScriptError>(error: .source) }.record().failure == .source)
        #expect(names.map { _ in Fail<Int, ScriptError>(error: .source) }.switchToLatest().record().failure == .source)
        let failing = PassthroughSubject<Int, ScriptError>()
        let recorder = failing.flatMap { Just($0) }.record()
        failing.send(1)
        failing.send(completion: .failure(.source))
        #expect(recorder.values == [1])
        #expect(recorder.failure == .source)
    }

    @Test(
        "C42 a hundred thousand synchronous inner publishers, on a small stack",
        arguments: ["1", "3", "switch", "order"])
    func manyInners(kind: String) {
        underWatchdog {
            let stack = Protected(StackProbe())
            let outer = (0..<100_000).publisher
            let publisher =
                switch kind {
                case "1": outer.flatMap(maxPublishers: .max(1)) { Just($0) }.eraseToAnyPublisher()
                case "3": outer.flatMap(maxPublishers: .max(3)) { Just($0) }.eraseToAnyPublisher()
                case "order": outer.flatMapInOrder(maxPublishers: .max(3)) { Just($0) }.eraseToAnyPublisher()
                default: outer.flatMapLatest { Just($0) }.eraseToAnyPublisher()
                }
            let recorder = publisher.record { _, _ in
                stack.withValue { $0.note() }
                return .none
            }
            #expect(recorder.values == Array(0..<100_000))
            #expect(recorder.isFinished)
            #expect(stack.current.spread < 16 * 1024)
        }
    }

    @Test(
        "C69 flatMap asks upstream for as many as may be under way, and for one when one has ended",
        arguments: [Subscribers.Demand.max(1), .max(3), .unlimited], [Subscribers.Demand.max(1), .unlimited])
    func upstreamDemand(limit: Subscribers.Demand, demand: Subscribers.Demand) {
        let asked = Log<Subscribers.Demand>()
        let (live, most) = (Protected(0), Protected(0))
        let inners = (0..<5).map { _ in PassthroughSubject<Int, ScriptError>() }
        let recorder = (0..<5).publisher.handleEvents(receiveRequest: { asked.append($0) })
            .flatMap(maxPublishers: limit) { index in
                inners[index].handleEvents(
                    receiveSubscription: { _ in
                        let count = live.increment()
                        most.withValue { $0 = max($0, count) }
                    }, receiveCompletion: { _ in live.withValue { $0 -= 1 } })
            }.record(demand: demand)
        #expect(asked.entries == [limit])
        #expect(live.current == limit.max.map { min($0, 5) } ?? 5)
        for inner in inners {
            inner.send(1)
            inner.send(completion: .finished)
        }
        #expect(most.current == limit.max.map { min($0, 5) } ?? 5)
        #expect(asked.entries.dropFirst().allSatisfy { $0 == .max(1) })
        // The last ones are under way when upstream has none left, and then it is asked no more.
        #expect(asked.entries.count == (limit.max.map { 1 + 5 - $0 } ?? 1))
        if demand == .max(1) {
            #expect(recorder.values == [1])
            #expect(recorder.completion == nil)
            recorder.request(.unlimited)
        }
        #expect(recorder.values == [1, 1, 1, 1, 1])
        #expect(recorder.isFinished)
        #expect(recorder.violations.isEmpty)
    }
}

@Suite struct FlatMapInOrderTests {
    @Test("several run at a time, and their values come in the order of the source")
    func order() {
        let script = TimedScript()
        let begun = Log<String>()
        let inners = ["a": "50:1 60:2 70|", "b": "5:3 10|", "c": "5:4 100|"]
        let source = script.hot("210:a 211:b 212:c 300|").buffer(size: 9, prefetch: .keepFull, whenFull: .dropNewest)
        let output = script.output(
            source.flatMapInOrder(maxPublishers: .max(2)) { (name) throws(ScriptError) in
                begun.append("\(Int(script.scheduler.now.offset / .milliseconds(1))):\(name)")
                return script.cold(inners[name]!)
            })
        #expect(output == "260:1 270:2 280:3 285:4 380|")
        #expect(begun.entries == ["210:a", "211:b", "280:c"])
    }

    @Test("with a demand of one each is asked for one value at a time, and what waits is not lost")
    func demand() {
        let recorder = [10, 20].publisher.flatMapInOrder(maxPublishers: .max(2)) { [$0, $0 + 1].publisher }
            .record(demand: .max(1))
        #expect(recorder.values == [10])
        recorder.request(.max(2))
        #expect(recorder.values == [10, 11, 20])
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.values == [10, 11, 20, 21])
        #expect(recorder.isFinished)
    }

    @Test("a failure ends it at once, also of one whose turn has not come")
    func failure() {
        let (a, b) = (PassthroughSubject<Int, ScriptError>(), PassthroughSubject<Int, ScriptError>())
        let recorder = [a, b].publisher.flatMapInOrder(maxPublishers: .max(2)) { $0.mapError { $0 }.ignoringFailure() }
            .record()
        b.send(2)
        a.send(1)
        a.send(completion: .finished)
        b.send(completion: .finished)
        #expect(recorder.values == [1, 2])
        #expect(recorder.isFinished)
        let failing = PassthroughSubject<Int, ScriptError>()
        let list = failing.flatMapInOrder(maxPublishers: .max(2)) { (value) throws(ScriptError) in value == 1 ? a : b }
        let other = list.record()
        failing.send(completion: .failure(.other))
        #expect(other.failure == .other)
    }
}

extension Publisher {
    fileprivate func ignoringFailure() -> Publishers.Catch<Self, Empty<Output, Never>> { self.catch { _ in Empty() } }
}

@Suite struct ExpandTests {
    @Test("a value's publisher is subscribed to when the value has been given: no page is loaded ahead")
    func paging() {
        let loaded = Log<Int>()
        @Sendable func page(_ number: Int) -> Deferred<Just<Int>> {
            Deferred {
                loaded.append(number)
                return Just(number)
            }
        }
        let pages = page(1).expand { number in
            number < 4 ? page(number + 1).eraseToAnyPublisher() : Empty().eraseToAnyPublisher()
        }
        let recorder = pages.record(demand: .max(1))
        #expect(recorder.values == [1])
        #expect(loaded.entries == [1, 2])
        recorder.request(.max(2))
        #expect(recorder.values == [1, 2, 3])
        recorder.request(.unlimited)
        #expect(recorder.values == [1, 2, 3, 4])
        #expect(recorder.isFinished)
        #expect(recorder.violations.isEmpty)
        #expect(pages.record().values == [1, 2, 3, 4])
    }

    @Test("a hundred thousand steps, on a small stack, and an endless one until the subscriber has had enough")
    func flat() {
        underWatchdog {
            let stack = Protected(StackProbe())
            let recorder = Just(0).expand { Just($0 + 1) }.prefix(100_000).record { _, _ in
                stack.withValue { $0.note() }
                return .none
            }
            #expect(recorder.values.count == 100_000)
            #expect(recorder.isFinished)
            #expect(stack.current.spread < 16 * 1024)
        }
    }

    @Test("it grows in breadth, and a failure of any ends it")
    func breadth() {
        let recorder = Just(1).expand { $0 < 4 ? [$0 * 2, $0 * 2 + 1].publisher : [].publisher }.record()
        #expect(recorder.values == [1, 2, 3, 4, 5, 6, 7])
        let failing = PassthroughSubject<Int, ScriptError>()
        let other = failing.expand { (value) throws(ScriptError) -> Empty<Int, ScriptError> in
            if value == 2 { throw .other }
            return Empty()
        }.record()
        failing.send(1)
        failing.send(2)
        #expect(other.values == [1])
        #expect(other.failure == .other)
    }
}
