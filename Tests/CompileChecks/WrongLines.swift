import Foundation

/// A line that is often written and does not compile, with the compiler's words and the lines to write instead.
struct WrongLine: Equatable, Sendable {
    let message: String
    let wrong: [String]
    let right: [String]
    /// Which of the wrong lines the compiler speaks of, and whether it only warns.
    let mark: Int
    let isError: Bool

    /// Whether the words are the library's own, which it says once.
    var isSaidByTheLibrary: Bool { message.contains(" is unavailable: ") || message.contains(" has been renamed to ") }

    init?(message: String, wrong: [String], right: [String]) {
        guard let mark = wrong.firstIndex(where: { $0.hasSuffix("// error") || $0.hasSuffix("// warning") }) else {
            return nil
        }
        self.message = message
        self.wrong = wrong
        self.right = right
        self.mark = mark
        isError = wrong[mark].hasSuffix("// error")
    }
}

/// A page of wrong lines: a program that declares what they use, and then for each a heading in code voice with two blocks of
/// code, the wrong lines and the right ones.
struct PageOfWrongLines: Sendable {
    let declarations: [String]
    let lines: [WrongLine]

    init(declarations: [String], lines: [WrongLine]) {
        self.declarations = declarations
        self.lines = lines
    }

    struct Malformed: Error { let heading: String }

    init(_ page: String) throws {
        var declarations: [String]?
        var lines: [WrongLine] = []
        var heading: String?
        var blocks: [[String]] = []
        var block: [String]?

        func close() throws {
            guard let heading else { return declarations = blocks.first }
            guard blocks.count == 2, let line = WrongLine(message: heading, wrong: blocks[0], right: blocks[1]) else {
                throw Malformed(heading: heading)
            }
            lines.append(line)
        }
        for line in page.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let open = block {
                block = line == "```" ? nil : open + [line]
                if line == "```" { blocks.append(open) }
            } else if line == "```swift" {
                block = []
            } else if line.hasPrefix("#### `"), line.hasSuffix("`") {
                try close()
                heading = String(line.dropFirst(6).dropLast())
                blocks = []
            }
        }
        try close()
        self.declarations = declarations ?? []
        self.lines = lines
    }
}

extension PageOfWrongLines {
    /// What the compiler says to each of `snippets`, each in a method of its own of the page's `Model`, and to what is
    /// outside of them. The lines are counted from the start of the snippet.
    func diagnostics(
        _ snippets: [Int: [String]], _ compiler: Compiler
    ) async throws -> (said: [Int: [Compiler.Diagnostic]], outside: [Compiler.Diagnostic]) {
        var source = declarations
        var places: [Int: (snippet: Int, line: Int)] = [:]
        for (snippet, lines) in snippets.sorted(by: { $0.key < $1.key }) {
            source += ["extension Model {", "func line\(snippet)() async throws {"]
            for (line, text) in lines.enumerated() {
                source.append(text)
                places[source.count] = (snippet, line)
            }
            source += ["}", "}"]
        }
        let outcome = try await compiler.compile(source.joined(separator: "\n"), name: "Lines")
        var said: [Int: [Compiler.Diagnostic]] = [:]
        var outside: [Compiler.Diagnostic] = []
        for diagnostic in outcome.diagnostics {
            // The name of a group of diagnostics is no part of what is said.
            let message = String(diagnostic.message.replacing(/\ \[#[\w-]+\]$/, with: ""))
            if let place = places[diagnostic.line] {
                said[place.snippet, default: []].append(
                    .init(line: place.line, isError: diagnostic.isError, message: message))
            } else {
                outside.append(diagnostic)
            }
        }
        return (said, outside)
    }

    /// What is wrong about the page: nothing, if the compiler says to each wrong line what its heading
    /// says. In words that are not to be compared it says something at that line.
    func problems(comparingWords: Bool, with compiler: Compiler) async throws -> [String] {
        let wrong = Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($0, $1.wrong) })
        var (said, outside) = try await diagnostics(wrong, compiler)
        // What is sent where is looked at in a file without other errors only.
        let silent = wrong.filter { snippet in !(said[snippet.key] ?? []).contains(where: \.isError) }
        let second = try await diagnostics(silent, compiler)
        said.merge(second.said) { $1 }
        outside += second.outside
        var problems = outside.filter(\.isError).map { "outside of the lines: \($0.message)" }
        for (index, line) in lines.enumerated() {
            let all = (said[index] ?? []).filter { $0.isError == line.isError }
            let isAtMark = all.first?.line == line.mark
            let isInWords = !comparingWords || Set(all.map(\.message)) == [line.message]
            let isOnce = !line.isSaidByTheLibrary || all.count == 1
            if !isAtMark || !isInWords || !isOnce {
                let words = all.map { "line \($0.line + 1): \($0.message)" }.joined(separator: "\n")
                problems.append("“\(line.message)” in line \(line.mark + 1) is not what is said:\n\(words)")
            }
        }
        return problems
    }

    /// What the compiler says to the right lines, but for variables that nobody reads.
    func problemsOfRemedies(with compiler: Compiler) async throws -> [String] {
        let right = Dictionary(uniqueKeysWithValues: lines.enumerated().map { ($0, $1.right) })
        let (said, outside) = try await diagnostics(right, compiler)
        return outside.map { "outside of the lines: \($0.message)" }
            + said.flatMap { index, all in
                all.filter { !$0.message.contains("was never used") }
                    .map { "what to write for “\(lines[index].message)”: \($0.message)" }
            }
    }
}
