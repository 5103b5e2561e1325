import Foundation

/// The library's own source files, read as text.
struct SourceTree {
    struct File {
        /// The path below `Sources/Signals`.
        let path: String
        let text: String
        /// The text without comments and string literals.
        let code: String

        var saysWhyItIsSound: Bool { text.contains("// Sound:") }

        var folder: String { String(path.prefix { $0 != "/" }) }

        /// The identifiers in the code.
        var words: Set<String> {
            Set(code.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init))
        }

        /// The names of the types that are declared here, at whatever depth.
        var declaredTypes: Set<String> {
            let pattern = /\b(?:struct|class|enum|protocol|actor|typealias)\s+([A-Z]\w*)/
            return Set(code.matches(of: pattern).map { String($0.1) })
        }
    }

    let files: [File]

    /// The text of a file of the package.
    static func text(of path: String) throws -> String {
        try String(contentsOf: package.appending(path: path), encoding: .utf8)
    }

    private static let package = (0..<4).reduce(URL(fileURLWithPath: #filePath)) { url, _ in
        url.deletingLastPathComponent()
    }

    init() throws {
        let root = Self.package.appending(path: "Sources/Signals")
        let paths = try FileManager.default.subpathsOfDirectory(atPath: root.path).filter { $0.hasSuffix(".swift") }
        files = try paths.sorted().map { path in
            let text = try String(contentsOf: root.appending(path: path), encoding: .utf8)
            return File(path: path, text: text, code: Self.withoutCommentsAndTexts(text))
        }
    }

    private static func withoutCommentsAndTexts(_ text: String) -> String {
        text.replacing(/"""(?s:.*?)"""/, with: "")
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                // Texts first, as there may be two slashes in one.
                String(line.replacing(/"(?:[^"\\]|\\.)*"/, with: "")).replacing(/\/\/.*/, with: "")
            }
            .joined(separator: "\n")
    }

    func declaredTypes(in folders: Set<String>) -> Set<String> {
        files.filter { folders.contains($0.folder) }.reduce(into: []) { $0.formUnion($1.declaredTypes) }
    }
}
