import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct MergeAndCombineLatestTests {
    @Test(
        "T06 T07 T08 T09 combineLatest gives the newest pair, and goes on until all have ended",
        arguments: [
            (
                "215:2 225:4 230|", "220:3 230:5 235:6 240:7 250|",
                "220:2+3 225:4+3 230:4+5 235:4+6 240:4+7 250|"
            ),
            ("215:2 225:4 230|", "235:6 240:7 250|", "235:4+6 240:4+7 250|"),
            ("215:2 220|", "230X", "230X"),
            ("210|", "215:2 220|", "220|"),
        ])
    func combineLatest(a: String, b: String, expected: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(a).combineLatest(script.hot(b)) { $0 + "+" + $1 }) == expected)
    }

    @Test("T10 combineLatest of three")
    func three() {
        let (numbers, small, large) = (
            PassthroughSubject<String, Never>(), PassthroughSubject<String, Never>(),
            PassthroughSubject<String, Never>()
        )
        let recorder = numbers.combineLatest(small, large) { $0 + $1 + $2 }.record()
        for number in ["0", "1", "2"] { numbers.send(number) }
        for letter in ["a", "b"] { small.send(letter) }
        large.send("A")
        numbers.send("3")
        for letter in ["c", "d"] { small.send(letter) }
        for letter in ["B", "C", "D"] { large.send(letter) }
        #expect(recorder.values == ["2bA", "3bA", "3cA", "3dA", "3dB", "3dC", "3dD"])
    }

    @Test("T12 merge goes on when one side has ended")
    func merge() {
        let script = TimedScript()
        let empty = Empty<String, ScriptError>()
        #expect(script.output(empty.merge(with: script.cold("10:201 20:202 50|"))) == "210:201 220:202 250|")
    }

    @Test(
        "C28 combineLatest with a source that ends empty: a later failure shows, whatever the order",
        arguments: [("201|", "202:b 203X", "203X"), ("202:b 203X", "201|", "203X"), ("201|", "202|", "202|")])
    func emptySource(a: String, b: String, expected: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(a).combineLatest(script.hot(b)) { $0 + $1 }) == expected)
    }

    @Test("C09 a stream combined with itself gives the same log each time")
    func withItself() {
        for _ in 0..<1_000 {
            let subject = PassthroughSubject<Int, Never>()
            let pairs = subject.combineLatest(subject.map { $0 * 2 }) { [$0, $1] }.record()
            for value in 1...3 { subject.send(value) }
            #expect(pairs.values == [[1, 2], [2, 2], [2, 4], [3, 4], [3, 6]])
            let nodes = CurrentValueSubject<Int, Never>(0)
            let latest = nodes.dropFirst().withLatestFrom(nodes) { [$0, $1] }.record()
            for value in 1...10 { nodes.send(value) }
            // The side that is looked at is subscribed to first, so it has the value already.
            #expect(latest.values == (1...10).map { [$0, $0] })
        }
    }

    @Test("C12 C14 two threads end the sides of one stream: one ending, and no value on top of another")
    func threads() {
        underWatchdog {
            typealias Subject = PassthroughSubject<Int, ScriptError>
            typealias Round = (a: Subject, b: Subject, recorders: [Recorder<Int, ScriptError>])
            race(
                rounds: 2_000,
                { _ -> Round in
                    let (a, b) = (Subject(), Subject())
                    let outer = a.map { (_) throws(ScriptError) in b }
                    a.send(0)
                    let recorders = [
                        a.merge(with: b).record(), outer.switchToLatest().record(),
                        outer.flatMap { (inner) throws(ScriptError) in inner }.record(), a.race(with: b).record(),
                        a.withLatestFrom(b) { $0 + $1 }.record(), a.append(b).record(),
                        a.zip(b) { $0 + $1 }.record(), a.combineLatest(b) { $0 + $1 }.record(),
                        outer.flatMapInOrder(maxPublishers: .max(2)) { (inner) throws(ScriptError) in inner }.record(),
                    ]
                    return (a, b, recorders)
                },
                [
                    { (round: Round) in
                        round.a.send(1)
                        round.a.send(2)
                        round.a.send(completion: .finished)
                    },
                    { (round: Round) in
                        round.b.send(3)
                        round.b.send(completion: .finished)
                    },
                ],
                check: { (round: Round) in
                    for recorder in round.recorders {
                        #expect(recorder.violations.isEmpty)
                        #expect(recorder.isFinished)
                    }
                })
        }
    }
}
