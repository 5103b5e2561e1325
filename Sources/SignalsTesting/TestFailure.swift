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
}
