import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Expectations")
struct ExpectationTests {
    let scheduler = VirtualTimeScheduler()

    @Test("a publisher that does what the text says passes")
    func passing() {
        let source = scheduler.cold("-a-b-|", values: ["a": 1, "b": 2])
        #expect(expect(source.map { $0 * 2 }, emits: "-a-b-|", values: ["a": 2, "b": 4], on: scheduler))
        #expect(expect(source, emits: "-a-!", values: ["a": 1], on: scheduler))
        #expect(expect(source, emits: "-a-(b!)", values: ["a": 1, "b": 2], on: scheduler))
        let failing = scheduler.cold("-a-#", values: ["a": 1], error: Problem(3))
        #expect(expect(failing, emits: "-a-#", values: ["a": 1], error: Problem(3), on: scheduler))
        let letters = scheduler.cold("ab-(cd)--|")
        #expect(
            expect(letters.delay(for: .milliseconds(2), scheduler: scheduler), emits: "--ab-(cd)--|", on: scheduler))
        #expect(expect(letters, emits: "ab-(cd)", on: scheduler))
        expect(letters.debounce(for: .milliseconds(2), scheduler: scheduler), emits: "-----d|", on: scheduler)
    }

    @Test("several names may stand for one value")
    func names() {
        let source = scheduler.cold("-a-b-|", values: ["a": 1, "b": 1])
        expect(source, emits: "-a-b-|", values: ["a": 1, "b": 1], on: scheduler)
        expect(source, emits: "-b-a-|", values: ["a": 1, "b": 1], on: scheduler)
    }

    @Test("a failed expectation shows both time lines, marks what differs, and stands at its line")
    func failing() {
        let source = scheduler.cold("-a-(bc)-|", values: ["a": 1, "b": 2, "c": 30])
        let line = #line + 2
        withKnownIssue {
            expect(source, emits: "-a-b--|", values: ["a": 1, "b": 2], on: scheduler)
        } matching: { issue in
            issue.sourceLocation?.line == line && issue.sourceLocation?.fileName == "ExpectationTests.swift"
                && "\(issue)".contains(
                    """
                    what was emitted is not what was expected
                    expected  -a-b   --|
                    received  -a-(bA)-|
                                 ^^^^ ^^
                    first difference at tick 3 (3 ms): expected b, received (bA)
                    A stands for 30
                    """)
        }
    }

    @Test("what is late, what is missing and what is too much is told")
    func kinds() {
        let source = scheduler.cold("-a-b-|")
        let texts = [
            (
                "-a-b|",
                "expected  -a-b|\nreceived  -a-b-|\n              ^^\nfirst difference at tick 4 (4 ms): expected |"
            ),
            ("-a---|", "first difference at tick 3 (3 ms): expected nothing, received b"),
            ("-a-bc|", "first difference at tick 4 (4 ms): expected c, received nothing"),
            ("-a-b-#", "first difference at tick 5 (5 ms): expected #, received |"),
        ]
        for (text, message) in texts {
            withKnownIssue {
                expect(source, emits: text, on: scheduler)
            } matching: {
                "\($0)".contains(message)
            }
        }
        let between = source.delay(for: .microseconds(300), scheduler: scheduler)
        withKnownIssue {
            expect(between, emits: "-a-b-|", on: scheduler)
        } matching: {
            "\($0)".contains("a came between two ticks, at ")
        }
        let failing = scheduler.cold("#", values: [:] as [Character: Int], error: Problem(3))
        withKnownIssue {
            expect(failing, emits: "#", values: [:], error: Problem(4), on: scheduler)
        } matching: {
            "\($0)".contains("it was to fail with Problem(number: 4), and failed with Problem(number: 3)")
        }
    }

    @Test("an expectation leaves nothing behind")
    func idle() {
        expect(scheduler.ticks(every: .milliseconds(2)).map { _ in Character("x") }, emits: "--x-x-x", on: scheduler)
        scheduler.expectIdle()
    }

    @Test("the main actor's publishers can be expected too") @MainActor
    func mainActor() {
        let source = scheduler.cold("-a-b-|").debounce(for: .milliseconds(1), scheduler: scheduler.main)
        expect(source, emits: "--a-b|", on: scheduler)
    }

    @Test("what is released passes, what is kept fails with its type")
    func released() {
        final class Kept {}
        var kept: [Kept] = []
        #expect(expectReleased { Kept() })
        let line = #line + 2
        withKnownIssue {
            expectReleased { watch in
                kept.append(watch(Kept()))
                watch(Log<Int>())
            }
        } matching: {
            $0.sourceLocation?.line == line && "\($0)".contains("not released: Kept")
        }
        withExtendedLifetime(kept) {}
    }
}
