import Foundation

/// The way into a run loop from any thread: a queue of actions that one turn of the loop empties, in order.
///
/// An action may run the loop itself. What was queued before that is then done by the turns inside it, and first.
package final class RunLoopPort: @unchecked Sendable {
    // Sound: `loop` is used for adding timers only, which Core Foundation lets any thread do, under its own locks.
    private let loop: RunLoop
    private let mode: RunLoop.Mode
    private let state = Locked(State())

    /// What makes two ports lead to the same place.
    struct Place: Hashable {
        let loop: ObjectIdentifier
        let mode: RunLoop.Mode
    }

    private struct State: Sendable {
        var actions = Queue<@Sendable () -> Void>()
        /// Whether the loop has been asked for a turn that has not begun.
        var awaitsTurn = false

        /// Whether the loop has to be asked for a turn, which then counts as asked for.
        mutating func askForTurn() -> Bool {
            if awaitsTurn || actions.isEmpty { return false }
            awaitsTurn = true
            return true
        }
    }

    package init(_ loop: RunLoop, mode: RunLoop.Mode) {
        self.loop = loop
        self.mode = mode
    }

    var place: Place { Place(loop: ObjectIdentifier(loop), mode: mode) }

    package func perform(_ action: @escaping @Sendable () -> Void) {
        let needsTurn = state.withLock { state in
            state.actions.append(action)
            return state.askForTurn()
        }
        if needsTurn { askForTurn() }
    }

    private func askForTurn() {
        OnceAction.handOver({ self.takeTurn() }, ifDropped: { _ in self.dropAll() }) { turn in
            // A timer and not `perform`: outside Apple's systems that does not wake a loop that sleeps.
            loop.add(Timer(timeInterval: 0, repeats: false) { _ in turn() }, forMode: mode)
        }
    }

    /// Lets go of what waited for a turn that will not come: the loop has gone.
    private func dropAll() {
        let old = state.withLock { state in
            defer { state = State() }
            return state.actions
        }
        withExtendedLifetime(old) {}
    }

    /// Does what was queued when the turn began: what comes later has a turn of its own, so that the loop has its say
    /// in between.
    private func takeTurn() {
        let count = state.withLock { state in
            state.awaitsTurn = false
            return state.actions.count
        }
        for _ in 0..<count {
            // Taken one by one, with a turn asked for that goes on if this action runs the loop.
            let (action, needsTurn) = state.withLock { ($0.actions.popFirst(), $0.askForTurn()) }
            if needsTurn { askForTurn() }
            action?()
        }
    }
}
