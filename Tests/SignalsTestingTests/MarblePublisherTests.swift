import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Marble publishers and what a recorder makes of them")
struct MarblePublisherTests {
    let scheduler = VirtualTimeScheduler()

    @Test("a cold publisher starts over for each subscriber")
    func cold() {
        let source = scheduler.cold("-a-(bc)-|", values: ["a": 1, "b": 2, "c": 3])
        let first = source.record(on: scheduler)
        scheduler.advance(by: .milliseconds(2))
        let second = source.record(on: scheduler)
        scheduler.run()
        let names: [Int: Character] = [1: "a", 2: "b", 3: "c"]
        #expect(first.marbles(naming: names) == "-a-(bc)-|")
        #expect(second.marbles(naming: names) == "-a-(bc)-|")
        #expect(source.subscriptions.map(\.description) == ["0 ms to 5 ms", "2 ms to 7 ms"])
    }

    @Test("a hot publisher goes its way, and what comes before the mark is over")
    func hot() {
        let source = scheduler.hot("x-^a-b-c|")
        let first = source.record(on: scheduler)
        scheduler.advance(by: .milliseconds(2))
        let second = source.record(on: scheduler)
        scheduler.run()
        #expect(first.marbles() == "-a-b-c|")
        #expect(second.marbles() == "-b-c|")
        let late = source.record(on: scheduler)
        #expect(late.marbles() == "|")
    }

    @Test("a failure, and ticks of another length")
    func failing() {
        let source = scheduler.cold("-a#", values: ["a": "one"], error: Problem(7), tick: .seconds(1))
        let recorder = source.record(on: scheduler)
        scheduler.run()
        #expect(recorder.failure == Problem(7))
        #expect(recorder.marbles(naming: ["one": "a"], tick: .seconds(1)) == "-a#")
        #expect(recorder.timedValues.map(\.time) == [.at(1_000)])
    }

    @Test("a cold publisher keeps what was not asked for, a hot one does not, and both write demand down")
    func demand() {
        let cold = scheduler.cold("abc|")
        let hot = scheduler.hot("abc|")
        let coldRecorder = cold.record(on: scheduler, demand: .max(1)) { _, value in value == "a" ? .max(1) : .none }
        let hotRecorder = hot.record(on: scheduler, demand: .max(1))
        scheduler.advance(by: .milliseconds(10))
        coldRecorder.request(.max(5))
        hotRecorder.request(.max(5))
        #expect(coldRecorder.timedValues.map { $0.time.milliseconds } == [0, 1, 10])
        #expect(coldRecorder.isFinished)
        #expect(hotRecorder.marbles() == "a--|")
        #expect(cold.subscriptions[0].requests.map(\.demand) == [.max(1), .max(1), .max(5)])
        #expect(cold.subscriptions[0].requests.map(\.time.milliseconds) == [0, 0, 10])
        #expect(coldRecorder.violations == [])
    }

    @Test("cancelling is a mark in the recording, and leaves nothing scheduled")
    func cancelling() {
        let source = scheduler.cold("-a-b-c-d")
        let recorder = source.record(on: scheduler)
        scheduler.at(4) { recorder.cancel() }
        scheduler.advance(by: .milliseconds(4))
        #expect(recorder.marbles() == "-a-b!")
        #expect(source.subscriptions[0].isCancelled)
        #expect(source.subscriptions[0].description == "0 ms to 4 ms, cancelled")
        scheduler.expectIdle()
    }

    @Test("values without a name are question marks, and events between two ticks stand at the one before")
    func naming() {
        let recorder = scheduler.cold("-ab|", values: ["a": 1, "b": 2]).record(on: scheduler)
        scheduler.run()
        #expect(recorder.marbles(naming: [1: "a"]) == "-a?|")
        #expect(recorder.marbles(naming: [1: "a", 2: "b"], tick: .milliseconds(2)) == "a(b|)")
    }

    @Test("a fault in a text fails the test at its line")
    func faults() {
        let line = Protected(0)
        withKnownIssue {
            line.withValue { $0 = #line + 1 }
            _ = scheduler.cold("-(a-|", values: ["a": 1])
        } matching: { issue in
            issue.sourceLocation?.line == line.current && "\(issue)".contains("no time passes inside a group")
        }
        withKnownIssue {
            _ = scheduler.hot("-a-c|", values: ["a": 1])
        } matching: {
            "\($0)".contains("there is no value for 'c'")
        }
        withKnownIssue {
            _ = scheduler.cold("-a-#")
        } matching: {
            "\($0)".contains("there is no error for '#'")
        }
        withKnownIssue {
            _ = scheduler.cold("-a-!")
        } matching: {
            "\($0)".contains("a publisher does not cancel")
        }
    }

    @Test("nothing outlives a subscription")
    func releasing() {
        expectReleased { watch in
            let scheduler = watch(VirtualTimeScheduler())
            let cold = watch(scheduler.cold("-a-b-|"))
            watch(cold.record(on: scheduler))
            watch(cold.record(on: scheduler)).cancel()
            watch(scheduler.hot("-a-b-|").record(on: scheduler))
            scheduler.run()
        }
    }
}
