import Signals

/// Something that one task waits for, once: it may be opened before or after the task comes to it.
final class Gate: Sendable {
    private enum Phase: Sendable {
        case closed
        case waiting(CheckedContinuation<Void, any Error>)
        case open
        case calledOff
    }

    private let phase = Locked(Phase.closed)

    /// Waits until the gate is open.
    ///
    /// - Parameter calledOff: Runs on the thread that cancels the task, before the task goes on.
    /// - Throws: `CancellationError` if the task is cancelled before the gate opens.
    func wait(calledOff: @escaping @Sendable () -> Void = {}) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let phaseNow = phase.withLock { phase in
                    if case .closed = phase { phase = .waiting(continuation) }
                    return phase
                }
                // Resumed here, after the lock, and only by the side that did not find the other one waiting.
                switch phaseNow {
                case .open: continuation.resume()
                case .calledOff: continuation.resume(throwing: CancellationError())
                case .closed, .waiting: break
                }
            }
        } onCancel: {
            calledOff()
            change(to: .calledOff)?.resume(throwing: CancellationError())
        }
    }

    /// Lets the waiting task go on, or the one that will come.
    func open() { change(to: .open)?.resume() }

    /// The first change wins. Returns the continuation of the task that waited, if one did.
    private func change(to outcome: Phase) -> CheckedContinuation<Void, any Error>? {
        phase.withLock { phase in
            switch phase {
            case .closed:
                phase = outcome
                return nil
            case .waiting(let continuation):
                phase = outcome
                return continuation
            case .open, .calledOff:
                return nil
            }
        }
    }
}
