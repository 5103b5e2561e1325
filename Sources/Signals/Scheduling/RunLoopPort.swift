import Foundation

/// The way into a run loop from any thread: a queue of actions that one turn of the loop empties, in order.
package final class RunLoopPort: @unchecked Sendable {
    // Sound: `loop` is used for adding timers only, which Core Foundation lets any thread do, under its own locks.
    private let loop: RunLoop
    private let mode: RunLoop.Mode
    private let queue = Locked<[@Sendable () -> Void]>([])

    package init(_ loop: RunLoop, mode: RunLoop.Mode) {
        self.loop = loop
        self.mode = mode
    }

    package func perform(_ action: @escaping @Sendable () -> Void) {
        let isFirst = queue.withLock { queue in
            queue.append(action)
            return queue.count == 1
        }
        guard isFirst else { return }
        // A timer and not `perform`: outside Apple's systems that does not wake a loop that sleeps.
        loop.add(Timer(timeInterval: 0, repeats: false) { _ in self.runAll() }, forMode: mode)
    }

    private func runAll() {
        let actions = queue.withLock { queue in
            defer { queue = [] }
            return queue
        }
        for action in actions { action() }
    }
}
