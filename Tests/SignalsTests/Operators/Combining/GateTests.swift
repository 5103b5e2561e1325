import Signals
import SignalsTesting
import TestSupport
import Testing

/// Operators that another publisher opens and closes.
@Suite struct GateTests {
    @Test(
        "buffer(while:) pauses and resumes, whatever becomes of the gate",
        arguments: [
            ("210:1 230:2 240:3 260:4 300|", "220:t 250:f", "210:1 250:2 250:3 260:4 300|"),
            // It ends: closed, it opens; and what came before its first word has passed.
            ("210:1 230:2 300|", "220:t 250|", "210:1 250:2 300|"), ("210:1 220:2 230|", "300:t", "210:1 220:2 230|"),
            // It fails: whatever is kept is lost.
            ("210:1 230:2 300|", "220:t 250X", "210:1 250X"),
            // Upstream ends while it is closed, with something kept and with nothing.
            ("210:1 230:2 240|", "220:t 250:f", "210:1 250:2 250|"), ("230:2 240X", "220:t 250:f", "250:2 250X"),
            ("210:1 240|", "220:t 250:f", "210:1 240|"), ("210:1 240X", "220:t", "210:1 240X"),
            // It says the same again.
            ("230:1 250:2 300|", "220:t 240:t 260:f 270:f", "260:1 260:2 300|"),
        ])
    func buffer(input: String, gate: String, output: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(input).buffer(while: script.hot(gate).map { $0 == "t" })) == output)
    }

    @Test("a gate that is closed at first is closed before the first value")
    func closedAtFirst() {
        let paused = CurrentValueSubject<Bool, Never>(true)
        let recorder = [1, 2].publisher.buffer(while: paused).record()
        #expect(recorder.values == [])
        paused.send(false)
        #expect(recorder.values == [1, 2] && recorder.isFinished)
    }

    @Test("what is sent to a gate while it lets values through counts behind them") func closedInside() {
        let paused = CurrentValueSubject<Bool, Never>(true)
        let numbers = PassthroughSubject<Int, Never>()
        let recorder = numbers.buffer(while: paused).record { _, value in
            if value == 1 { paused.send(true) }
            return .none
        }
        for value in 1...3 { numbers.send(value) }
        paused.send(false)
        numbers.send(4)
        #expect(recorder.values == [1, 2, 3])
        paused.send(false)
        #expect(recorder.values == [1, 2, 3, 4] && recorder.violations == [])
    }

    @Test("what has been kept is given without growing the stack, and in order with what comes meanwhile")
    func manyKept() {
        let paused = CurrentValueSubject<Bool, Never>(true)
        let numbers = PassthroughSubject<Int, Never>()
        let recorder = numbers.buffer(while: paused).record { _, value in
            if value == 0 { numbers.send(20_000) }
            return .none
        }
        for value in 0..<20_000 { numbers.send(value) }
        underWatchdog { paused.send(false) }
        #expect(recorder.values == Array(0...20_000))
    }

    @Test(
        "throttle(while:) keeps one value, the newest or the first",
        arguments: [
            (true, "210:1 260:4 270:5 300|"), (false, "210:1 260:2 270:5 300|"),
        ])
    func throttle(latest: Bool, output: String) {
        let script = TimedScript()
        let busy = script.hot("220:t 260:f").map { $0 == "t" }
        let input = script.hot("210:1 230:2 240:3 250:4 270:5 300|")
        #expect(script.output(input.throttle(while: busy, latest: latest)) == output)
    }

    @Test("a throttle holds the newest value without demand, and a buffer keeps no more than what was asked for")
    func demand() {
        let busy = CurrentValueSubject<Bool, Never>(true)
        let numbers = PassthroughSubject<Int, Never>()
        let throttled = numbers.throttle(while: busy).record(demand: .none)
        let kept = numbers.buffer(while: busy).record(demand: .max(1))
        for value in 1...3 { numbers.send(value) }
        busy.send(false)
        #expect(throttled.values == [] && kept.values == [1])
        throttled.request(.max(1))
        kept.request(.max(2))
        for value in 4...5 { numbers.send(value) }
        #expect(throttled.values == [3] && kept.values == [1, 4, 5])
        #expect(throttled.violations.isEmpty && kept.violations.isEmpty)
    }

    @Test(
        "delay(until:) holds everything back until the signal, or its end",
        arguments: [
            ("210:1 220:2 240:3 300|", "230:x 235X", "230:1 230:2 240:3 300|"), ("210:1 240|", "230|", "230:1 240|"),
            ("210:1 240|", "230X", "230X"), ("210:1 220|", "250:x", "250:1 250|"), ("210X", "250:x", "210X"),
            ("210:1 220|", "", ""),
        ])
    func delayUntil(input: String, signal: String, output: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(input).delay(until: script.hot(signal))) == output)
    }

    @Test(
        "collect(until:) gives what has been gathered at each signal, and at the end",
        arguments: [
            ("210:1 220:2 250:3 260|", "230:x 240:x", "230:[\"1\", \"2\"] 260:[\"3\"] 260|"),
            ("210:1 250:3 260X", "230:x", "230:[\"1\"] 260X"), ("210:1 250:2 300|", "230X", "230X"),
            ("210:1 250:2 300|", "220:x 230|", "220:[\"1\"] 300:[\"2\"] 300|"), ("210|", "205:x", "210|"),
        ])
    func collectUntil(input: String, signal: String, output: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(input).collect(until: script.hot(signal))) == output)
    }

    @Test("without demand what collect(until:) gathers goes on growing") func collectUntilDemand() {
        let (numbers, signal) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Void, Never>())
        let recorder = numbers.collect(until: signal).record(demand: .none)
        numbers.send(1)
        signal.send()
        numbers.send(2)
        #expect(recorder.values == [])
        recorder.request(.max(1))
        #expect(recorder.values == [[1, 2]])
        numbers.send(3)
        numbers.send(completion: .finished)
        #expect(recorder.values == [[1, 2]] && recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.values == [[1, 2], [3]] && recorder.isFinished && recorder.violations == [])
    }

    @Test("each of them keeps the contract") func contract() {
        verifyPublisher { [1, 2, 3].publisher.buffer(while: [true, false].publisher) }
        verifyPublisher { Just(1).throttle(while: Just(false)) }
        verifyPublisher { [1, 2, 3].publisher.delay(until: Just(1)) }
        verifyPublisher { [1, 2, 3].publisher.collect(until: [4, 5].publisher) }
        verifyPublisher { [1, 2, 3].publisher.delaySubscription(until: Just(1)) }
    }
}
