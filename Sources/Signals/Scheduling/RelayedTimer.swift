import Dispatch

/// A timer for a place that has none of its own, an operation queue or a run loop: a dispatch queue tells the time, and
/// the action is then handed over to that place.
package final class RelayedTimer: Cancellable {
    package typealias Action = RevocableAction.Action

    private enum Phase: Sendable {
        case waiting
        /// The action has been handed over, and has not come to its end.
        case underWay
        /// As before, and it has become due again meanwhile, once or several times.
        case missed
    }

    private static let queue = DispatchQueue(label: "Signals.RelayedTimer")

    private let action: RevocableAction
    private let handOver: @Sendable (@escaping Action) -> Void
    private let phase = Locked(Phase.waiting)
    private let timer = Locked<QueueTimer?>(nil)

    /// A timer that has `action` done once, through `handOver`.
    package init(
        at instant: SchedulerInstant, tolerance: Duration, _ action: @escaping Action,
        handOver: @escaping @Sendable (@escaping Action) -> Void
    ) {
        self.action = RevocableAction(action)
        self.handOver = handOver
        let timer = QueueTimer(on: Self.queue, at: instant, tolerance: tolerance) {
            handOver { self.action.take()?() }
        }
        self.timer.withLock { $0 = timer }
    }

    /// A timer that has `action` done at each point of `grid`, and never twice at a time.
    package init(
        along grid: TimeGrid, tolerance: Duration, _ action: @escaping Action,
        handOver: @escaping @Sendable (@escaping Action) -> Void
    ) {
        self.action = RevocableAction(action)
        self.handOver = handOver
        let timer = QueueTimer(on: Self.queue, along: grid, tolerance: tolerance) { self.fall() }
        self.timer.withLock { $0 = timer }
    }

    private func fall() {
        let isFree = phase.withLock { phase in
            defer { phase = phase == .waiting ? .underWay : .missed }
            return phase == .waiting
        }
        if isFree { handOver { self.run() } }
    }

    private func run() {
        action.current?()
        let isDueAgain = phase.withLock { phase in
            defer { phase = phase == .missed ? .underWay : .waiting }
            return phase == .missed
        }
        if isDueAgain, action.current != nil { handOver { self.run() } }
    }

    package func cancel() {
        let timer = timer.withLock { $0.take() }
        timer?.cancel()
        action.cancel()
    }
}
