import Foundation
import Testing

/// A small file that the compiler accepts, and that marked lines turn into a twin that it has to refuse.
///
/// The file as it stands is the accepted one. Two kinds of comment, each on a line of its own, say what its twin is and
/// what becomes of it; both speak of the next line that is neither:
///
/// ```
/// // refused: .sink { self.badge = $0 }       the line, as it is in the twin
/// // error: can not be mutated                part of the one error that the twin gets, on that line
/// ```
///
/// They may mark two lines, since an error can lie elsewhere than its cause. A file without marks is only accepted. The
/// first comment says as a sentence what the fixture shows; `// flags: …` adds to the compiler's arguments.
struct Fixture: Sendable {
    /// What the compiler should say about the twin.
    struct Refusal: Equatable, Sendable {
        var source: String
        var line: Int
        var message: String
    }

    let name: String
    let sentence: String
    let source: String
    let flags: [String]
    let refusal: Refusal?

    init(name: String, source: String) throws {
        self.name = name
        self.source = source
        var lines = source.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        var replacement: String?
        var replacedLine: Int?
        var message: String?
        var errorLine: Int?
        var flags: [String] = []
        for (index, line) in lines.enumerated() {
            if let text = line.comment("refused") {
                guard replacement == nil else { throw Malformed(name: name, reason: "two refused lines") }
                replacement = text
            } else if let text = line.comment("error") {
                guard message == nil else { throw Malformed(name: name, reason: "two errors") }
                message = text
            } else {
                if let text = line.comment("flags") { flags += text.split(separator: " ").map(String.init) }
                if replacement != nil, replacedLine == nil { replacedLine = index }
                if message != nil, errorLine == nil { errorLine = index }
            }
        }
        guard let sentence = lines.first?.comment() else { throw Malformed(name: name, reason: "no sentence on top") }
        self.sentence = sentence
        self.flags = flags
        switch (replacement, replacedLine, message, errorLine) {
        case (nil, _, nil, _):
            refusal = nil
        case (let replacement?, let replacedLine?, let message?, let errorLine?):
            lines[replacedLine] = lines[replacedLine].prefix { $0 == " " } + replacement
            refusal = Refusal(source: lines.joined(separator: "\n"), line: errorLine + 1, message: message)
        default:
            throw Malformed(name: name, reason: "a refused line and an error belong together, above what they mark")
        }
    }

    /// A fixture that does not say what it should.
    struct Malformed: Error, Equatable {
        let name: String
        let reason: String
    }
}

extension Fixture: CustomTestStringConvertible {
    var testDescription: String { "\(name): \(sentence)" }
}

extension Fixture {
    /// Every file of the folder `Fixtures`, in order.
    static let all = Result {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "swift" }
            .sorted { $0.lastPathComponent < $1.lastPathComponent }
        return try files.map { file in
            try Fixture(
                name: file.deletingPathExtension().lastPathComponent,
                source: String(contentsOf: file, encoding: .utf8))
        }
    }
}

extension String {
    /// The text of a comment that takes up the line, behind `keyword:` if one is given.
    fileprivate func comment(_ keyword: String? = nil) -> String? {
        let text = drop { $0 == " " }
        let prefix = keyword.map { "// \($0): " } ?? "// "
        return text.hasPrefix(prefix) ? String(text.dropFirst(prefix.count)) : nil
    }
}
