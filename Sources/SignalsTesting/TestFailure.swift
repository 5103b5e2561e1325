#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// The line of a test that asked for something.
struct CallSite: Sendable {
    let fileID: StaticString
    let filePath: StaticString
    let line: Int
    let column: Int
}

/// Makes the running test fail, whichever of the two libraries runs it.
enum TestFailure {
    static func report(_ message: String, at site: CallSite) {
        #if canImport(Testing)
        Issue.record(
            Comment(rawValue: message),
            sourceLocation: SourceLocation(
                fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: site.line, column: site.column))
        // On a thread without a task there is no current test, but the run fails all the same. XCTest is told where
        // Swift Testing is not known to be at work: each ignores what it is told outside its own runs.
        if Test.current != nil { return }
        #endif
        #if canImport(XCTest)
        XCTFail(message, file: site.filePath, line: UInt(site.line))
        #endif
    }

    /// Makes the running test fail, and returns what to throw so that it ends there without failing once more.
    static func stop(_ message: String, at site: CallSite) -> any Error {
        #if canImport(Testing)
        if Test.current != nil {
            let location = SourceLocation(
                fileID: "\(site.fileID)", filePath: "\(site.filePath)", line: site.line, column: site.column)
            let hasCome = false
            do { try #require(hasCome, Comment(rawValue: message), sourceLocation: location) } catch { return error }
        }
        #endif
        return UnmetExpectation(description: "\(site.fileID):\(site.line): \(message)")
    }
}

/// What ends an XCTest that waited for something in vain.
private struct UnmetExpectation: Error, CustomStringConvertible {
    let description: String
}
