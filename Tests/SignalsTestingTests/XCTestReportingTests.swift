#if !canImport(Darwin)
import Signals
import SignalsTesting
import TestSupport
import XCTest

/// The failures of this class are expected: it keeps them to itself.
final class XCTestReportingTests: XCTestCase {
    private let failures = Protected<[String]>([])

    override func recordFailure(
        withDescription description: String, inFile filePath: String, atLine lineNumber: Int, expected: Bool
    ) {
        let file = filePath.split(separator: "/").last ?? ""
        failures.withValue { $0.append("\(file):\(lineNumber) \(description)") }
    }

    func testPendingWorkFailsAnXCTestAtTheCallersLine() {
        let scheduler = VirtualTimeScheduler()
        XCTAssertTrue(scheduler.expectIdle())
        let handle = scheduler.schedule(after: scheduler.now, interval: .seconds(1)) {}
        let line = #line + 1
        let isIdle = scheduler.expectIdle()
        handle.cancel()
        let seen = failures.withValue { failures in
            defer { failures = [] }
            return failures
        }
        XCTAssertFalse(isIdle)
        XCTAssertEqual(seen.count, 1)
        XCTAssertEqual(seen.first?.hasPrefix("XCTestReportingTests.swift:\(line) "), true, seen.first ?? "")
        XCTAssertEqual(seen.first?.hasSuffix("at 0 ms, then every 1000 ms"), true, seen.first ?? "")
        let own = failures.current
        if !own.isEmpty { fatalError("\(own)") }
    }

    func testAFailedExpectationFailsAnXCTestAtTheCallersLine() {
        let scheduler = VirtualTimeScheduler()
        let source = scheduler.cold("-a|")
        let line = #line + 1
        let isMet = expect(source, emits: "a|", on: scheduler) || expectReleased { scheduler }
        let seen = failures.withValue { failures in
            defer { failures = [] }
            return failures
        }
        XCTAssertFalse(isMet)
        XCTAssertEqual(seen.count, 2)
        XCTAssertTrue(seen.allSatisfy { $0.hasPrefix("XCTestReportingTests.swift:\(line) ") }, "\(seen)")
        XCTAssertEqual(seen.first?.contains("received  -a|"), true, seen.first ?? "")
        XCTAssertEqual(seen.last?.contains("not released: VirtualTimeScheduler"), true, seen.last ?? "")
        let own = failures.current
        if !own.isEmpty { fatalError("\(own)") }
    }
}
#endif
