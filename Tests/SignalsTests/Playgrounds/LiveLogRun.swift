import Foundation
import TestSupport
import Testing

/// One run of the program `LiveLog` from a shell script, and what it left behind.
struct LiveLogRun {
    let status: Int32
    let complaints: String
    /// All that it printed.
    let text: String
    private let rows: [String: String]

    /// The first number in the row with this label.
    func number(_ label: String) -> Int? {
        rows[label].flatMap { Int($0.prefix { $0 != " " }) }
    }

    /// The text of the row with this label.
    subscript(label: String) -> String? { rows[label] }

    /// Runs `script`, in which `$livelog` is the program and `input` a file that holds `input`.
    init(_ script: String, input: Data = Data(), sourceLocation: SourceLocation = #_sourceLocation) async throws {
        let program = try #require(Self.program, "LiveLog has not been built", sourceLocation: sourceLocation)
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("LiveLog-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try input.write(to: folder.appendingPathComponent("input"))

        let status = Protected<Int32?>(nil)
        try await underWatchdog(sourceLocation: sourceLocation) {
            let shell = Process()
            shell.executableURL = URL(fileURLWithPath: "/bin/sh")
            // Files and not pipes, which programs of other tests could inherit and keep open.
            shell.arguments = ["-c", "{ \(script)\n} > rows 2> complaints < /dev/null"]
            shell.currentDirectoryURL = folder
            shell.environment = ProcessInfo.processInfo.environment.merging(["livelog": program.path]) { $1 }
            let ended = try await shell.statusAtEnd()
            status.withValue { $0 = ended }
        }
        self.status = try #require(status.current, "the script did not end", sourceLocation: sourceLocation)
        func text(_ name: String) throws -> String {
            String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
        }
        complaints = try text("complaints")
        self.text = try text("rows")
        rows = Dictionary(Self.rows(of: self.text).map { ($0.label, $0.text) }) { first, _ in first }
    }

    /// The rows of a report.
    static func rows(of report: String) -> [(label: String, text: String)] {
        report.split(separator: "\n").map { line in
            (line.prefix(17).trimmingCharacters(in: .whitespaces), String(line.dropFirst(17)))
        }
    }

    /// The program, which lies where the tests were built.
    private static let program: URL? = {
        let places = [Bundle(for: Mark.self).bundleURL, Bundle.main.executableURL ?? Bundle.main.bundleURL]
        for place in places {
            var folder = place
            for _ in 0..<4 {
                let candidate = folder.appendingPathComponent("LiveLog")
                var isFolder = ObjCBool(false)
                if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue {
                    return candidate
                }
                folder.deleteLastPathComponent()
            }
        }
        return nil
    }()

    private final class Mark {}
}

extension Process {
    /// Runs this process and waits for its end, without keeping a thread.
    fileprivate func statusAtEnd() async throws -> Int32 {
        try await withCheckedThrowingContinuation { continuation in
            terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try run()
            } catch {
                terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}
