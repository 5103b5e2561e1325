import Foundation

/// Runs the run loop of this thread until `isOver` says so.
package func runRunLoop(until isOver: () -> Bool) {
    // A loop without anything to wait for returns at once.
    let alarm = Timer(timeInterval: 0.001, repeats: true) { _ in }
    RunLoop.current.add(alarm, forMode: .default)
    defer { alarm.invalidate() }
    while !isOver() { RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.001)) }
}
