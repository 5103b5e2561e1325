import Foundation

/// The folder that the test's program was built into.
package enum BuildFolder {
    /// The path of another program of this package.
    package static func program(_ name: String) -> URL {
        var folder = ownBinary
        for _ in 0..<6 {
            folder.deleteLastPathComponent()
            let candidate = folder.appending(path: name)
            if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate }
        }
        return URL(fileURLWithPath: "/\(name), which was not found near \(ownBinary.path)")
    }

    private static var ownBinary: URL {
        #if os(Linux)
        URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
        // A bundle of tests is run by a program of the toolchain's: the bundle's own path is among its arguments.
        CommandLine.arguments.first { $0.contains(".xctest") }.map { URL(fileURLWithPath: $0) }
            ?? Bundle.main.bundleURL
        #endif
    }
}

extension Process {
    /// Runs this process and waits for its end, without keeping a thread.
    package func runToEnd() async throws {
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
