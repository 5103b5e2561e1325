import Foundation
import Signals

private let turn = NSRecursiveLock()

/// Runs `body`, and returns the broken rules that were reported meanwhile, in place of writing them out.
///
/// There is one handler for the whole process, so bodies take turns; what other tests cause at the same time is among
/// the reports.
package func recordingReports<Result>(_ body: () throws -> Result) rethrows -> (Result, [Diagnostics.Report]) {
    turn.lock()
    defer { turn.unlock() }
    let log = Log<Diagnostics.Report>()
    let old = Diagnostics.handler
    Diagnostics.handler = { log.append($0) }
    defer { Diagnostics.handler = old }
    return (try body(), log.entries)
}
