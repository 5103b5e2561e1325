import Foundation

/// The compiler that built this test, and what it says about a file.
struct Compiler: Sendable {
    let executable: URL
    /// The folder with the built `Signals` module.
    let modules: URL
    /// Where the compiler keeps what it makes of the system's modules. It is of no use under another path, so it is not
    /// shared with anybody.
    let cache: URL

    struct Diagnostic: Hashable, Sendable {
        /// 0 for what is not about a line of the file.
        let line: Int
        let isError: Bool
        let message: String
    }

    /// What the compiler said, and how it ended.
    struct Outcome: Sendable {
        let status: Int32
        let diagnostics: [Diagnostic]
        let output: String

        var errors: [Diagnostic] { diagnostics.filter(\.isError) }
    }

    enum NotFound: Error {
        case compiler
        case module(above: String)
    }

    /// Compiles `source` as far as the analysis of what is sent where, which `-typecheck` leaves out.
    ///
    /// A file by the name of `main` is a program, with statements at its top; any other is part of a module.
    func compile(_ source: String, name: String, flags: [String] = []) async throws -> Outcome {
        let folder = FileManager.default.temporaryDirectory.appending(path: "CompileChecks-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "\(name).swift")
        try source.write(to: file, atomically: false, encoding: .utf8)
        // A file and not a pipe: nobody has to read while the compiler writes.
        let log = folder.appending(path: "log")
        try Data().write(to: log)

        let process = Process()
        process.executableURL = executable
        process.currentDirectoryURL = folder
        process.arguments =
            ["-emit-sil", "-o", "/dev/null", "-swift-version", "6", "-module-name", "Fixture"]
            + ["-I", modules.path(percentEncoded: false)]
            + ["-module-cache-path", cache.path(percentEncoded: false)]
            + ["-diagnostic-style", "llvm", "-no-color-diagnostics"]
            + (name == "main" ? [] : ["-parse-as-library"]) + flags + [file.path(percentEncoded: false)]
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle.nullDevice
        process.standardError = try FileHandle(forWritingTo: log)
        try await process.runToEnd()

        let output = try String(contentsOf: log, encoding: .utf8)
        return Outcome(
            status: process.terminationStatus,
            diagnostics: output.split(separator: "\n").compactMap { Diagnostic(String($0), in: file) },
            output: output)
    }
}

extension Compiler.Diagnostic {
    /// The diagnostic that starts with a line of the compiler's output, if one does; notes are none.
    init?(_ output: String, in file: URL) {
        let pattern = /(?:(?<path>.*):(?<line>\d+):\d+: |<unknown>:0: )?(?<kind>error|warning): (?<message>.*)/
        guard let match = output.wholeMatch(of: pattern) else { return nil }
        let isHere = match.path.map { $0.hasSuffix("/" + file.lastPathComponent) } ?? false
        line = isHere ? match.line.flatMap { Int($0) } ?? 0 : 0
        isError = match.kind == "error"
        message = String(match.message)
    }
}

extension Compiler {
    /// The compiler of the toolchain that this test runs on, and the module that was built with the test.
    static func ofThisBuild() throws -> Compiler {
        let candidates = toolchainFolders + searchPath
        let executables = candidates.lazy.map { $0.appending(path: "swiftc") }
        guard let executable = executables.first(where: { isExecutable($0) }) else { throw NotFound.compiler }
        let modules = try builtModules()
        return Compiler(
            executable: executable, modules: modules, cache: modules.appending(path: "CompileChecks.cache"))
    }

    /// The folder of the toolchain's programs, from where the standard library of this process was loaded on Linux:
    /// a module can be read by the compiler that wrote it only, and the search path may lead to another.
    private static var toolchainFolders: [URL] {
        guard let maps = try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8),
            let line = maps.split(separator: "\n").first(where: { $0.hasSuffix("/libswiftCore.so") }),
            let start = line.firstIndex(of: "/")
        else { return [] }
        let library = URL(filePath: String(line[start...])).resolvingSymlinksInPath()
        // usr/lib/swift/linux/libswiftCore.so
        let root = (0..<4).reduce(library) { folder, _ in folder.deletingLastPathComponent() }
        return [root.appending(path: "bin")]
    }

    private static var searchPath: [URL] {
        (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map { URL(filePath: String($0)) }
    }

    /// The nearest folder above this test's binary that has the module, or has it under `Modules`, as the package
    /// manager builds it.
    private static func builtModules() throws -> URL {
        let start = Bundle(for: BinaryMark.self).bundleURL.resolvingSymlinksInPath()
        var folder = start
        while folder.pathComponents.count > 1 {
            for modules in [folder.appending(path: "Modules"), folder] {
                let module = modules.appending(path: "Signals.swiftmodule").path(percentEncoded: false)
                if FileManager.default.fileExists(atPath: module) { return modules }
            }
            folder.deleteLastPathComponent()
        }
        throw NotFound.module(above: start.path(percentEncoded: false))
    }

    private static func isExecutable(_ url: URL) -> Bool {
        FileManager.default.isExecutableFile(atPath: url.path(percentEncoded: false))
    }

    private final class BinaryMark {}
}

extension Process {
    /// Runs this process and waits for its end, without keeping a thread.
    fileprivate func runToEnd() async throws {
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            terminationHandler = { _ in continuation.resume() }
            do {
                try run()
            } catch {
                terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
    }
}
