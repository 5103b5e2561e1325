import Foundation
import Testing

/// Inputs that lines have been lost in, cut or counted twice elsewhere.
private struct Sample: CustomTestStringConvertible {
    let testDescription: String
    let bytes: Data

    init(_ description: String, _ bytes: some Sequence<UInt8>) {
        testDescription = description
        self.bytes = Data(bytes)
    }

    /// What `wc -l` counts.
    var newlines: Int { bytes.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) } }
    /// What follows the last newline.
    var remainder: Int { bytes.reversed().prefix { $0 != 0x0A }.count }
    var longest: Int { bytes.split(separator: 0x0A).map(\.count).max() ?? 0 }

    static let all = [
        Sample("nothing", []),
        Sample("one newline", "\n".utf8),
        Sample("empty lines", String(repeating: "\n", count: 1_000).utf8),
        Sample("a last line without a newline", "one\ntwo\nthree".utf8),
        Sample("a single line without a newline", "one".utf8),
        Sample("carriage returns", "one\r\ntwo\r\n\r\n".utf8),
        Sample("letters of several bytes", String(repeating: "Grüße, 世界 🎈\n", count: 500).utf8),
        Sample("bytes that are no UTF-8", [0xFF, 0xC3, 0x0A, 0x80, 0x0A, 0xE2, 0x82]),
        Sample("bytes of all kinds", (0..<60_000).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 5 &+ $0) }),
        Sample("a long line", String(repeating: "x", count: 400_000).utf8),
        Sample("a long line between short ones", ("a\n" + String(repeating: "x", count: 300_000) + "\nb\n").utf8),
        Sample("many lines", (0..<20_000).map { "line \($0) of many\n" }.joined().utf8),
    ]
}

@Suite(.serialized) struct LiveLogTests {
    private func expect(_ run: LiveLogRun, tells sample: Sample) {
        #expect(run.status == 0)
        #expect(run.complaints == "")
        #expect(run.number("lines") == sample.newlines)
        #expect(run.number("bytes") == sample.bytes.count)
        #expect(run.number("unfinished line") == (sample.remainder > 0 ? sample.remainder : nil))
        #expect(run.number("longest line") == (sample.bytes.isEmpty ? nil : sample.longest))
    }

    @Test(arguments: Sample.all)
    private func `lines and bytes of a pipe are what was written`(sample: Sample) async throws {
        expect(try await LiveLogRun(#"cat input | "$livelog""#, input: sample.bytes), tells: sample)
    }

    @Test(arguments: Sample.all)
    private func `lines and bytes of a file are what it holds`(sample: Sample) async throws {
        expect(try await LiveLogRun(#""$livelog" < input"#, input: sample.bytes), tells: sample)
    }

    @Test(arguments: Sample.all)
    private func `lines and bytes of a command are what it printed`(sample: Sample) async throws {
        expect(try await LiveLogRun(#""$livelog" cat input"#, input: sample.bytes), tells: sample)
    }

    @Test(arguments: [1, 3, 7])
    private func `no line is lost or cut, wherever a chunk ends`(size: Int) async throws {
        let sample = Sample("short lines", (0..<200).map { "\($0) ü\n" }.joined().utf8.dropLast())
        let run = try await LiveLogRun(#"dd if=input bs=\#(size) 2> /dev/null | "$livelog""#, input: sample.bytes)
        expect(run, tells: sample)
    }

    @Test func `a command may follow two dashes, and keeps its own`() async throws {
        let run = try await LiveLogRun(#""$livelog" -- printf '%s\n' -n -- a=b"#)
        #expect(run.status == 0)
        #expect(run["input"] == #"printf %s\n -n -- a=b"#)
        #expect(run.number("lines") == 3)
        #expect(run.number("bytes") == 10)
    }

    @Test func `a command reads the standard input that the program was given`() async throws {
        let run = try await LiveLogRun(#"printf 'one\ntwo\n' | "$livelog" cat"#)
        #expect(run.number("lines") == 2)
    }

    @Test func `what a command says on standard error passes through and is not counted`() async throws {
        let run = try await LiveLogRun(#""$livelog" sh -c 'echo one; echo trouble >&2'"#)
        #expect(run.status == 0)
        #expect(run.complaints == "trouble\n")
        #expect(run.number("bytes") == 4)
    }

    @Test func `a command that fails is told of, and what it printed is counted`() async throws {
        let run = try await LiveLogRun(#""$livelog" sh -c 'echo one; exit 3'"#)
        #expect(run.status == 3)
        #expect(run.complaints == "LiveLog: sh -c echo one; exit 3 exited with status 3\n")
        #expect(run.number("lines") == 1)
    }

    @Test func `a command that does not exist is told of`() async throws {
        for name in ["no-such-command", "./input", "/tmp"] {
            let run = try await LiveLogRun(#""$livelog" \#(name) --now"#)
            #expect(run.status == 127)
            #expect(run.complaints == "LiveLog: there is no command \(name)\n")
            #expect(run.text.isEmpty)
        }
    }

    @Test func `a command that a signal ends is told of`() async throws {
        let run = try await LiveLogRun(#""$livelog" sh -c 'echo one; kill -9 $$'"#)
        #expect(run.status == 128 + 9)
        #expect(run.complaints.hasSuffix("was ended by signal 9\n"))
        #expect(run.number("lines") == 1)
    }

    @Test func `an input that cannot be read is told of`() async throws {
        let run = try await LiveLogRun(#""$livelog" < ."#)
        #expect(run.status == 1)
        #expect(run.complaints.hasPrefix("LiveLog: standard input could not be read: "))
        #expect(run.number("lines") == 0)
    }

    @Test func `Ctrl-C ends the command, and what it printed before is counted`() async throws {
        let run = try await LiveLogRun(#""$livelog" sh -c 'echo one; kill -INT $PPID; while :; do :; done'"#)
        #expect(run.status == 130)
        #expect(run.number("lines") == 1)
    }

    @Test func `without an input there is a sample, which comes in bursts`() async throws {
        let run = try await LiveLogRun(#""$livelog""#)
        #expect(run.status == 0)
        #expect(run["input"] == "a sample command")
        #expect(try #require(run.number("batches")) > 1)
        #expect(try #require(run.number("pauses")) >= 1)
        #expect(try #require(run["timeline"]).contains("█"))
    }

    @Test("C132: it tells how it is used, and does not take an option for a command")
    func usage() async throws {
        let help = try await LiveLogRun(#""$livelog" --help"#)
        #expect(help.status == 0 && help.complaints == "")
        #expect(help.text.contains("LiveLog make -j8"))
        let unknown = try await LiveLogRun(#""$livelog" -v"#)
        #expect(unknown.status == 64 && unknown.text == "")
        #expect(unknown.complaints == "LiveLog: there is no option -v\n\n" + help.text)
    }

    @Test("C132: a line is counted when its end has come, everywhere, and one is not many")
    func oneLine() async throws {
        let run = try await LiveLogRun(#"printf 'one\nt' | "$livelog""#)
        #expect(run.number("lines") == 1)
        #expect(run["busiest 50 ms"]?.hasPrefix("1 line after ") == true)
        #expect(run["unfinished line"] == "1 byte  t")
        #expect(run.text.contains("█ is 1 line in 0.1 s"))
        #expect(run["rate"]?.hasSuffix(" MB/s") == true)
    }

    @Test("C132: the page that shows what it prints shows what it prints")
    func shown() async throws {
        let run = try await LiveLogRun(#""$livelog""#)
        let root = (0..<4).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let page = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
        let block = try #require(page.split(separator: "```\n").first { $0.hasPrefix("input  ") })
        let shown = LiveLogRun.rows(of: String(block))
        #expect(LiveLogRun.rows(of: run.text).map(\.label) == shown.map(\.label))
        for (label, text) in shown where ["input", "lines", "bytes", "longest line"].contains(label) {
            #expect(run[label] == text)
        }
    }

    #if os(Linux)
    @Test(
        "C132: on a terminal it waits visibly, writes over one row and never beyond it, and the report fits",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/script")), arguments: [40, 80, 200])
    func terminal(columns: Int) async throws {
        let lines = #"for n in 1 2 3; do echo "$n: 世界 🎈 $(seq -s . 99)"; sleep 0.1; done"#
        let run = try await LiveLogRun(
            #"""
            cat > lines <<'END'
            \#(lines)
            END
            echo 'stty cols \#(columns); "$livelog" sh lines' > run
            script -qec 'sh run' /dev/null
            """#)
        // Takes as wide as a terminal may show it: two columns for each sign of the east, and for each picture.
        func width(_ text: some StringProtocol) -> Int {
            text.unicodeScalars.reduce(0) { $0 + ($1.value < 0x1100 ? 1 : 2) }
        }
        let texts = run.text.replacing("\r\n", with: "\n").components(separatedBy: "\r\u{1B}[K")
        #expect(texts.dropFirst().first == "waiting for sh lines")
        #expect(texts.count > 4)
        for text in texts.dropLast() { #expect(width(text) < columns && !text.contains("\n"), "\(text)") }
        for row in texts.last!.split(separator: "\n") where !row.contains("█") && !row.contains("┬") {
            #expect(width(row) <= columns, "\(row)")
        }
        for row in texts.last!.split(separator: "\n") { #expect(row.count <= columns, "\(row)") }
        #expect(texts[2].contains("3: ") || texts[2].contains("1 line, "))
    }

    @Test func `a flood of output makes its writer wait, and memory stays as it is`() async throws {
        // The command asks the kernel for the highest mark that the program's memory has reached, early and late.
        let run = try await LiveLogRun(
            #"""
            "$livelog" sh -c '
                line=$(head -c 199 /dev/zero | tr "\0" x)
                yes $line | head -c 20000000; grep VmHWM /proc/$PPID/status >&2
                yes $line | head -c 180000000; grep VmHWM /proc/$PPID/status >&2'
            """#)
        #expect(run.status == 0)
        #expect(run.number("lines") == 1_000_000)
        #expect(run.number("bytes") == 200_000_000)
        let marks = run.complaints.split(separator: "\n").map { $0.split(separator: " ").compactMap { Int($0) }.first }
        let kilobytes = marks.compactMap { $0 }
        try #require(kilobytes.count == 2, "\(run.complaints)")
        #expect(kilobytes[1] - kilobytes[0] < 64 * 1024)
    }
    #endif
}
