import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct MarbleTimelineTests {
    private func entries(_ text: String) throws -> [String] {
        try MarbleTimeline(text).entries.map { "\($0.tick)\($0.event.symbol)" }
    }

    @Test("each symbol is a tick, and a group is one symbol")
    func ticks() throws {
        #expect(try entries("-a-b-|") == ["1a", "3b", "5|"])
        #expect(try entries("--(ab)-#") == ["2a", "2b", "4#"])
        #expect(try entries("a(b|)") == ["0a", "1b", "1|"])
        #expect(try entries("ab--cd-e-f---gh|").last == "15|")
        #expect(try entries("-a-!--") == ["1a", "3!"])
        #expect(try entries("") == [])
        #expect(try MarbleTimeline("-a--").end == 4)
        #expect(try MarbleTimeline("---").end == 3)
    }

    @Test("blanks mean nothing, and any other character can be a value")
    func blanksAndNames() throws {
        #expect(try MarbleTimeline(" - a (b c)\n\t- | ") == MarbleTimeline("-a(bc)-|"))
        #expect(try entries("é1👩‍👩‍👧+") == ["0é", "1" + "1", "2👩‍👩‍👧", "3+"])
    }

    @Test("a mark moves tick 0 to its place")
    func mark() throws {
        #expect(try entries("-a-^-b|") == ["-2a", "2b", "3|"])
        #expect(try entries("a(^b)c") == ["-1a", "0b", "1c"])
        let line = try MarbleTimeline("--^-a")
        #expect(line.start == -2)
        #expect(line.end == 3)
        #expect(line.hasMark)
    }

    @Test("events have moments in time, a millisecond a tick unless said otherwise")
    func timed() throws {
        let line = try MarbleTimeline("-a-|")
        #expect(line.timed().map(\.instant.offset) == [.milliseconds(1), .milliseconds(3)])
        #expect(line.timed(tick: .seconds(10)).map(\.instant.offset) == [.seconds(10), .seconds(30)])
        #expect(line.timed().map(\.event) == [.value("a"), .finished])
    }

    @Test(
        "a fault in the text is told with a caret under it",
        arguments: [
            ("-a-|-b", "'b' cannot come after '|', which ends the stream", 5),
            ("-#|", "'|' cannot come after '#', which ends the stream", 2),
            ("(a|b)", "'b' cannot come after '|', which ends the stream", 3),
            ("!-a", "'a' cannot come after '!', which ends the stream", 2),
            ("-(a", "the group that begins here is not closed", 1),
            ("-a)", "there is no group to close here", 2),
            ("-(a(b))", "a group cannot stand in a group", 3),
            ("--()", "a group needs at least one event", 3),
            ("(a-b)", "no time passes inside a group: '-' cannot stand here", 2),
            ("-^-^", "tick 0 is marked already", 3),
            ("- é\n(", "the group that begins here is not closed", 4),
        ])
    func faults(text: String, reason: String, position: Int) {
        let error = #expect(throws: MarbleSyntaxError.self) { try MarbleTimeline(text) }
        #expect(error?.reason == reason)
        #expect(error?.position == position)
        let shown = text.replacing("\n", with: " ")
        #expect(error?.description == "\(reason)\n\(shown)\n\(String(repeating: " ", count: position))^")
    }

    @Test("recorded events print as the text that parses to them")
    func rendering() {
        let recorded = MarbleTimeline([
            .init(tick: 4, event: .finished), .init(tick: 1, event: .value("a")), .init(tick: 1, event: .value("b")),
        ])
        #expect("\(recorded)" == "-(ab)--|")
        #expect("\(MarbleTimeline([]))" == "")
        #expect("\(MarbleTimeline([], end: 3))" == "---")
        #expect("\(MarbleTimeline([], hasMark: true))" == "^")
        #expect("\(MarbleTimeline([.init(tick: -2, event: .value("a"))]))" == "a-^")
        #expect("\(MarbleTimeline([.init(tick: 0, event: .value("a"))], hasMark: true))" == "(^a)")
    }

    @Test("what no text can say can still be shown: a value after an end")
    func brokenStream() {
        let broken = MarbleTimeline([.init(tick: 1, event: .finished), .init(tick: 2, event: .value("a"))])
        #expect("\(broken)" == "-|a")
    }

    @Test("parsing and printing are inverse to each other", arguments: 1...50)
    func inverse(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<40 {
            let line = Self.randomTimeline(&generator)
            let parsed = try MarbleTimeline("\(line)")
            #expect(parsed == line)
            #expect("\(parsed)" == "\(line)")
        }
    }

    @Test("C131: names that would become one character are kept apart by a blank")
    func joiningNames() throws {
        func text(_ names: [Character], ticks: [Int]) -> String {
            MarbleTimeline(zip(ticks, names).map { .init(tick: $0, event: .value($1)) }).description
        }
        #expect(text(["🇩", "🇪"], ticks: [0, 1]) == "🇩 🇪")
        #expect(text(["🇩", "🇪", "a"], ticks: [0, 0, 1]) == "(🇩 🇪)a")
        #expect(text(["🇩", "🇪🇫"], ticks: [0, 1]) == "🇩 🇪🇫")
        #expect(text(["🇩", "🇪"], ticks: [0, 2]) == "🇩-🇪")
        #expect(text(["🇩", "a", "🇪"], ticks: [0, 0, 1]) == "(🇩a)🇪")
        #expect(text(["ᄀ", "ᅡ", "ᆨ"], ticks: [1, 2, 3]) == "-ᄀ ᅡ ᆨ")
    }

    @Test(
        "C131: what joins to everything is no name: it is refused in a text, and shown as a question mark",
        arguments: ["\u{301}", "\u{200D}", "\u{FE0F}", "🏽", "\u{600}", " \u{301}", "\u{903}"])
    func joiningToEverything(text: String) throws {
        let character = Character(text)
        #expect(!MarbleTimeline.isValueName(character))
        let line = MarbleTimeline([.init(tick: 0, event: .value("a")), .init(tick: 1, event: .value(character))])
        #expect("\(line)" == "a?")
        #expect(throws: MarbleSyntaxError.self) { try MarbleTimeline(text) }
    }

    @Test("C131: a value that is one of the signs of a text is shown as a question mark", arguments: "-|#!^() \n")
    func signs(sign: Character) {
        let subject = PassthroughSubject<Character, Never>()
        let recorder = subject.record(on: VirtualTimeScheduler())
        subject.send(sign)
        #expect(recorder.marbles() == "?")
    }

    @Test("C108: a moment is at the end of time at the latest, however long a tick is")
    func longTicks() throws {
        let line = try MarbleTimeline("a-b|")
        #expect(
            line.timed(tick: Duration(attoseconds: .max)).map(\.instant) == [.zero, .distantFuture, .distantFuture])
        #expect(try MarbleTimeline("a-^").timed(tick: .seconds(Int64.max))[0].instant.offset == .seconds(Int64.min))
        let time = VirtualTimeScheduler()
        let recorder = time.cold("a-b|", tick: Duration(attoseconds: .max)).record(on: time)
        time.advance()
        #expect(recorder.values == ["a"])
    }

    @Test("no text makes the parser stop: it is a time line, printed as it was read, or an error within the text")
    func anyText() {
        var generator = SplitMix64(seed: 3)
        for _ in 0..<5_000 {
            let text = String(
                (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                    "--ab|#!^() ".randomElement(using: &generator)!
                })
            do {
                #expect("\(try MarbleTimeline(text))".ungrouped == text.replacing(" ", with: "").ungrouped)
            } catch {
                #expect((0..<text.count).contains(error.position))
            }
        }
    }

    /// Names that stand alone, and others of which two can make one character, or two other characters: halves of flags,
    /// parts of a Korean or an Indian letter, of a picture.
    private static let names: [Character] =
        Array("abcxyz123é") + ["🇩", "🇪", "🇫🇷", "ᄀ", "ᅡ", "ᆨ", "가", "\u{1161}\u{301}", "क्", "ष", "👩", "👩\u{200D}"]

    static func randomTimeline(_ generator: inout SplitMix64) -> MarbleTimeline {
        let start = Bool.random(using: &generator) ? 0 : Int.random(in: -5...0, using: &generator)
        var tick = start
        var entries: [MarbleTimeline.Entry] = []
        for _ in 0..<Int.random(in: 0...8, using: &generator) {
            tick += Int.random(in: 0...3, using: &generator)
            entries.append(.init(tick: tick, event: .value(names.randomElement(using: &generator)!)))
        }
        if let end: MarbleEvent = [nil, .finished, .failed, .cancelled].randomElement(using: &generator)! {
            entries.append(.init(tick: tick + Int.random(in: 0...2, using: &generator), event: end))
        }
        return MarbleTimeline(
            entries, end: Bool.random(using: &generator) ? tick + 4 : 0, hasMark: Bool.random(using: &generator))
    }
}

extension String {
    /// Without the parentheses of groups that hold one symbol, which print without them.
    fileprivate var ungrouped: String {
        replacing(/\((.)\)/) { "\($0.output.1)" }
    }
}

@Suite struct MarbleDifferenceTests {
    private func difference(_ expected: String, _ received: String) throws -> MarbleDifference {
        try MarbleDifference(expected: MarbleTimeline(expected), received: MarbleTimeline(received))
    }

    @Test("equal time lines have no marks, however long they go on")
    func equal() throws {
        let same = try difference("-a-(bc)--", "-a-(bc)")
        #expect(same.isEmpty)
        #expect(same.description == "expected  -a-(bc)--\nreceived  -a-(bc)")
    }

    @Test("differing ticks are marked, and groups keep the lines aligned")
    func groups() throws {
        let picture = try difference("--a-(bc)-|", "--a-b--|")
        #expect(picture.ticks == [4, 6, 7])
        #expect(
            picture.description == """
                expected  --a-(bc)-|
                received  --a-b   --|
                              ^^^^ ^^
                first difference at tick 4: expected (bc), received b
                """)
    }

    @Test("a missing event, a late one and a mark")
    func missing() throws {
        #expect(
            try difference("a-b|", "a").description == """
                expected  a-b|
                received  a
                            ^^
                first difference at tick 2: expected b, received nothing
                """)
        #expect(
            try difference("x-^-a", "^b-").description == """
                expected  x-^-a
                received    ^b-
                          ^  ^^
                first difference at tick -2: expected x, received nothing
                """)
        #expect(try difference("^a", "-a").isEmpty)
    }

    @Test("names and the moment of the first difference can be given")
    func names() throws {
        let picture = try MarbleDifference(
            expected: MarbleTimeline("---a"), received: MarbleTimeline("---#"), names: ("model", "real thing"),
            tick: .milliseconds(10))
        #expect(
            picture.description == """
                model       ---a
                real thing  ---#
                               ^
                first difference at tick 3 (30 ms): model a, real thing #
                """)
    }

    @Test("both lines of a picture can be read again, and marks stand exactly under what differs", arguments: 1...30)
    func readAgain(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<30 {
            let expected = MarbleTimelineTests.randomTimeline(&generator)
            let received = MarbleTimelineTests.randomTimeline(&generator)
            let picture = MarbleDifference(expected: expected, received: received)
            let lines = picture.description.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(try MarbleTimeline(String(lines[0].dropFirst(10))) == expected)
            #expect(try MarbleTimeline(String(lines[1].dropFirst(10))) == received)
            #expect(picture.isEmpty == (expected.entries == received.entries))
            #expect(lines.count == (picture.isEmpty ? 2 : 4))
        }
    }
}

@Suite struct MarbleDiagramTests {
    private func diagram() throws -> MarbleDiagram {
        MarbleDiagram([
            .stream(try MarbleTimeline("-a-(bc)-|"), label: "input"),
            .note("map { $0 < 2 && \"x\" != y }"),
            .stream(try MarbleTimeline("--^a-b-#"), label: "output", texts: ["a": "1<2"]),
            .stream(try MarbleTimeline("-!")),
        ])
    }

    @Test("a diagram is well-formed XML, with what the rows say in it")
    func wellFormed() throws {
        let svg = try diagram().svg
        #expect(svg.isWellFormed)
        #expect(svg.contains(">input</text>"))
        #expect(svg.contains("map { $0 &lt; 2 &amp;&amp; &quot;x&quot; != y }"))
        #expect(svg.contains(">1&lt;2</text>"))
        #expect(svg.components(separatedBy: "<circle").count - 1 == 5)
        #expect(MarbleDiagram([]).svg.isWellFormed)
    }

    @Test("the same rows give the same text, and a value has one colour in all rows")
    func deterministic() throws {
        #expect(try diagram().svg == diagram().svg)
        let twice = MarbleDiagram([.stream(try MarbleTimeline("a")), .stream(try MarbleTimeline("--a"))]).svg
        let fills = twice.matches(of: /<circle [^>]*fill="([^"]*)"/).map(\.output.1)
        #expect(fills.count == 2)
        #expect(Set(fills).count == 1)
    }

    @Test("a small diagram, to the byte")
    func golden() throws {
        #expect(
            MarbleDiagram([.stream(try MarbleTimeline("a|"))]).svg == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 99 58" width="99" height="58" role="img" \
                aria-label="a|" font-family="ui-monospace, Menlo, monospace" font-size="13" fill="currentColor">
                  <path d="M12 29H87" fill="none" stroke="currentColor" stroke-width="1"/>
                  <path d="M81 25L87 29L81 33" fill="none" stroke="currentColor" stroke-width="1"/>
                  <circle cx="27" cy="29" r="13" fill="#b2f2bb" stroke="currentColor"/>
                  <text x="27" y="29" text-anchor="middle" dominant-baseline="central" fill="#1a1a1a">a</text>
                  <path d="M57 16v26" fill="none" stroke="currentColor" stroke-width="2"/>
                </svg>

                """)
    }
}

extension String {
    /// Whether every tag is closed in its turn; enough of XML for what a diagram holds.
    fileprivate var isWellFormed: Bool {
        var open: [Substring] = []
        for tag in matches(of: /<(\/?)([a-z]+)(?:\s[^<>]*?)?(\/?)>/) {
            if !tag.output.3.isEmpty { continue }
            if tag.output.1.isEmpty {
                open.append(tag.output.2)
            } else if open.popLast() != tag.output.2 {
                return false
            }
        }
        let text = replacing(/<[^<>]*>/, with: "").replacing(/&(amp|lt|gt|quot);/, with: "")
        return open.isEmpty && !text.contains(where: { "<>&".contains($0) })
    }
}
