import Foundation
import Testing

/// A program in the documentation: a Swift code block that imports the library.
private struct Example: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let source: String

    /// The programs in the README and in the pages of the documentation, in order.
    static let all = Result {
        let root = (0..<3).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
        let pages = try ["Sources/Signals/Signals.docc", "Sources/SignalsTesting/SignalsTesting.docc"].flatMap {
            try FileManager.default.contentsOfDirectory(at: root.appending(path: $0), includingPropertiesForKeys: nil)
        }.filter { $0.pathExtension == "md" }.sorted { $0.lastPathComponent < $1.lastPathComponent }
        return try ([root.appending(path: "README.md")] + pages).flatMap { page in
            let exists = FileManager.default.fileExists(atPath: page.path(percentEncoded: false))
            return exists ? examples(in: try String(contentsOf: page, encoding: .utf8), of: page.lastPathComponent) : []
        }
    }

    static func examples(in text: String, of page: String) -> [Example] {
        var examples: [Example] = []
        var block: (line: Int, lines: [Substring])?
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let (start, lines) = block {
                if line != "```" {
                    block?.lines.append(line)
                } else {
                    block = nil
                    guard lines.contains("import Signals") else { continue }
                    examples.append(
                        Example(testDescription: "\(page):\(start)", source: lines.joined(separator: "\n")))
                }
            } else if line == "```swift" {
                block = (index + 1, [])
            }
        }
        return examples
    }
}

@Suite("The programs of the documentation", .timeLimit(.minutes(10)))
struct DocumentationTests {
    @Test("Each is accepted as it stands", arguments: try Example.all.get())
    fileprivate func compiles(_ example: Example) async throws {
        let outcome = try await compilerTurnstile.pass {
            try await Compiler.ofThisBuild().compile(example.source, name: "main")
        }
        if outcome.status != 0 || !outcome.diagnostics.isEmpty {
            Issue.record("\(example.testDescription) should be accepted without a word, but:\n\(outcome.output)")
        }
    }

    @Test("They are the Swift code blocks that import the library")
    func blocks() {
        let text = """
            ```swift
            import Signals
            print(1)
            ```
            ```swift
            print(2)
            ```
            ```
            import Signals
            print(3)
            ```
            """
        #expect(Example.examples(in: text, of: "page").map(\.source) == ["import Signals\nprint(1)"])
    }
}
