import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct RepeatTests {
    @Test("repeat goes round as often as it is told, and not at all for zero")
    func rounds() {
        #expect([1, 2].publisher.repeat(3).record().values == [1, 2, 1, 2, 1, 2])
        let none = [1, 2].publisher.repeat(0).record(demand: .none)
        #expect(none.isFinished)
    }

    @Test("repeat without end gives as much as is asked for, and a failure ends it")
    func withoutEnd() {
        underWatchdog {
            let recorder = [1, 2].publisher.repeat().record(demand: .max(5))
            #expect(recorder.values == [1, 2, 1, 2, 1])
            #expect((0...1).publisher.repeat().prefix(100_000).record().values.count == 100_000)
            #expect(Fail<Int, ScriptError>(error: .source).repeat().record().failure == .source)
        }
    }

    @Test(
        "repeat(when:) goes round again when the trigger says so, and ends as that does",
        arguments: [
            ("10:1 20|", 2, "210:1 250:1 290:1 300|"), ("10:1 20X", 2, "210:1 220X"), ("10:1 20|", 0, "210:1 240|"),
        ])
    func repeatWhen(input: String, times: Int, output: String) {
        let script = TimedScript()
        let rounds = script.cold(input).repeat { finishes in
            finishes.prefix(times).delay(for: .milliseconds(20), scheduler: script.scheduler)
        }
        #expect(script.output(rounds) == output)
    }

    @Test("a trigger of repeat(when:) is heard only while a round is waited for, and its failure is the stream's")
    func triggers() {
        let trigger = PassthroughSubject<Void, ScriptError>()
        let source = PassthroughSubject<Int, ScriptError>()
        let begun = Protected(0)
        let recorder = Deferred {
            begun.increment()
            return source.prefix(1)
        }.repeat { _ in trigger }.record(demand: .max(2))
        trigger.send()
        source.send(1)
        #expect(begun.current == 1)
        trigger.send()
        trigger.send()
        #expect(begun.current == 2)
        source.send(2)
        trigger.send(completion: .failure(.other))
        #expect(recorder.values == [1, 2] && recorder.failure == .other && recorder.violations == [])
    }

    @Test("rounds that follow at once do not grow the stack") func flat() {
        underWatchdog {
            let recorder = Just(1).repeat { $0 }.prefix(100_000).record()
            #expect(recorder.values.count == 100_000 && recorder.isFinished)
        }
    }
}
