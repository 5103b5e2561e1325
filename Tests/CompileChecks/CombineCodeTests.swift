import Foundation
import Testing

/// A file of code as it is written for Combine, for one family of operators. It imports this library instead.
///
/// A comment `// Combine: …` on a line of its own tells what the next line is for Combine, where that cannot be written here.
private struct CombineCode: CustomTestStringConvertible, Sendable {
    struct Difference: Hashable, Sendable {
        let combine: String
        let here: String
    }

    let testDescription: String
    let lines: [String]

    var differences: [(index: Int, lines: Difference)] {
        lines.enumerated().compactMap { index, line in
            let text = Self.trimmed(line)
            guard text.hasPrefix("// Combine:") else { return nil }
            let combine = Self.trimmed(String(text.dropFirst("// Combine:".count)))
            return (index + 1, Difference(combine: combine, here: Self.trimmed(lines[index + 1])))
        }
    }

    /// The file as it would be for Combine.
    var asForCombine: String {
        var lines = lines
        for difference in differences { lines[difference.index] = difference.lines.combine }
        return lines.joined(separator: "\n")
    }

    static let all = Result {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "CombineCode")
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
            .map { file in
                let text = try String(contentsOf: file, encoding: .utf8)
                return CombineCode(
                    testDescription: file.deletingPathExtension().lastPathComponent,
                    lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
            }
    }

    private static func trimmed(_ text: String) -> String { text.trimmingCharacters(in: .whitespaces) }
}

@Suite("Code for Combine", .timeLimit(.minutes(10)))
struct CombineCodeTests {
    private func outcome(_ source: String, mode: String) async throws -> Compiler.Outcome {
        try await compilerTurnstile.pass {
            try await Compiler.ofThisBuild().compile(source, name: "Code", flags: ["-swift-version", mode])
        }
    }

    @Test("Each family is accepted in the modes of Swift 5 and 6", arguments: try CombineCode.all.get(), ["5", "6"])
    fileprivate func accepted(_ code: CombineCode, mode: String) async throws {
        let outcome = try await outcome(code.lines.joined(separator: "\n"), mode: mode)
        if outcome.status != 0 || !outcome.diagnostics.isEmpty {
            Issue.record("\(code) should be accepted without a word, but:\n\(outcome.output)")
        }
    }

    @Test("A line that is said to differ cannot be written as for Combine", arguments: try CombineCode.all.get())
    fileprivate func differences(_ code: CombineCode) async throws {
        guard !code.differences.isEmpty else { return }
        let errors = try await outcome(code.asForCombine, mode: "6").errors.map(\.line)
        for (index, lines) in code.differences {
            // The end of the function: an error can lie behind the line that causes it.
            let end = code.lines[index...].firstIndex { $0 == "}" || $0 == "    }" } ?? index
            #expect(errors.contains { (index + 1...end + 1).contains($0) }, "\(code): \(lines.combine)")
        }
    }

    @Test("The page of differences has each line that differs")
    func table() throws {
        let root = (0..<3).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let page = try String(
            contentsOf: root.appending(path: "Sources/Signals/Signals.docc/DiffersFromCombine.md"), encoding: .utf8)
        let differences = Set(try CombineCode.all.get().flatMap(\.differences).map(\.lines))
        #expect(!differences.isEmpty)
        for lines in differences {
            let row = "| `\(lines.combine)` | `\(lines.here)` |"
            #expect(page.contains(row), "the row is missing: \(row)")
        }
    }
}
