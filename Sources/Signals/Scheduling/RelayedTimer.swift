import Dispatch

/// A timer for a place that has none of its own, an operation queue or a run loop: a dispatch queue tells the time, and
/// the action is then handed over to that place.
package final class RelayedTimer: Cancellable {
    package typealias Action = OnceAction.Action

    private enum Phase: Sendable {
        case waiting
        /// The action has been handed over, and has not come to its end.
        case underWay
        /// As before, and it has become due again meanwhile, once or several times.
        case missed
    }

    private static let queue = DispatchQueue(label: "Signals.RelayedTimer")

    private let action: Locked<Action?>
    private let handOver: @Sendable (@escaping Action) -> Void
    private let phase = Locked(Phase.waiting)
    private let timer = Locked<QueueTimer?>(nil)

    /// A timer that has `action` done once, through `handOver`.
    package init(
        at instant: SchedulerInstant, tolerance: Duration, _ action: @escaping Action,
        handOver: @escaping @Sendable (@escaping Action) -> Void
    ) {
        self.action = Locked(action)
        self.handOver = handOver
        let timer = QueueTimer(on: Self.queue, at: instant, tolerance: tolerance) {
            self.handOver({ self.action.take()?() }, ifDropped: { _ = self.action.take() })
        }
        self.timer.withLock { $0 = timer }
    }

    /// A timer that has `action` done at each point of `grid`, and never twice at a time.
    package init(
        along grid: TimeGrid, tolerance: Duration, _ action: @escaping Action,
        handOver: @escaping @Sendable (@escaping Action) -> Void
    ) {
        self.action = Locked(action)
        self.handOver = handOver
        let timer = QueueTimer(on: Self.queue, along: grid, tolerance: tolerance) { self.fall() }
        self.timer.withLock { $0 = timer }
    }

    private func fall() {
        let isFree = phase.withLock { phase in
            defer { phase = phase == .waiting ? .underWay : .missed }
            return phase == .waiting
        }
        if isFree { handOverRun() }
    }

    /// Hands the action over once more. If it is thrown away, that is done with, and the next time comes as usual.
    private func handOverRun() {
        handOver({ self.run() }, ifDropped: { self.phase.withLock { $0 = .waiting } })
    }

    private func handOver(_ body: @escaping Action, ifDropped: @escaping Action) {
        OnceAction.handOver(body, ifDropped: { _ in ifDropped() }, through: handOver)
    }

    private func run() {
        action.withLock { $0 }?()
        let isDueAgain = phase.withLock { phase in
            defer { phase = phase == .missed ? .underWay : .waiting }
            return phase == .missed
        }
        if isDueAgain, action.withLock({ $0 != nil }) { handOverRun() }
    }

    package func cancel() {
        timer.take()?.cancel()
        _ = action.take()
    }
}
