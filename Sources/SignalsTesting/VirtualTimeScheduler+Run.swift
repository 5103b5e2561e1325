import Signals

extension VirtualTimeScheduler {
    /// Something that is still scheduled: when it is due, and how.
    public struct PendingAction: Hashable, Sendable, CustomStringConvertible {
        /// When it is due next.
        public let instant: SchedulerInstant
        /// The time between its repetitions, or nil for what is done once.
        public let interval: Swift.Duration?
        /// Whether it was scheduled through ``VirtualTimeScheduler/main``.
        public let isOnMainActor: Bool
        /// Whether it is a task that sleeps on this clock.
        public let isSleepingTask: Bool

        /// When the action is due, whether it repeats, and what it is if not an ordinary action.
        public var description: String {
            let time = instant == .distantFuture ? "never" : "at \(instant.exactMilliseconds)"
            let repetition = interval.map { ", then every \($0.exactMilliseconds)" } ?? ""
            return time + repetition + (isOnMainActor ? ", on the main actor" : "")
                + (isSleepingTask ? ", a sleeping task" : "")
        }
    }

    /// What a run did, and what it left.
    public struct RunReport: Hashable, Sendable, CustomStringConvertible {
        /// How many actions it ran.
        public let executedCount: Int
        /// What is still scheduled, in the order in which it is due; empty if the run has come to the end.
        public let remaining: [PendingAction]
        /// Whether it stopped because of its limit, with something left that could have run.
        public let hasReachedLimit: Bool

        /// How many actions ran, and what is left.
        public var description: String {
            "ran \(executedCount) actions\(hasReachedLimit ? ", the limit" : ""); "
                + VirtualTimeScheduler.list(remaining)
        }
    }

    /// Everything that is still to be done, in the order in which it is due.
    ///
    /// - Complexity: O(n log n).
    public var pendingActions: [PendingAction] { timeline.withLock { $0.pendingActions() } }

    /// Moves time from one action to the next until nothing is left to run, or `limit` actions have run.
    ///
    /// Time stops at the last action. The limit is what ends a run with a repeating action in it. The calling thread
    /// runs the actions, as with ``advance(by:)``.
    ///
    /// - Parameter limit: How many actions to run at most, each repetition counted.
    /// - Returns: How many ran, and what is still scheduled.
    @discardableResult
    public func run(limit: Int) -> RunReport {
        turningTheWheel {
            var count = 0
            while count < limit, runOne(through: Timeline.end, canRunOnMainActor: true) == .ran {
                count += 1
            }
            let hasMore = timeline.withLock { $0.isDue(through: Timeline.end) }
            return RunReport(executedCount: count, remaining: pendingActions, hasReachedLimit: hasMore)
        }
    }

    /// Moves time from one action to the next until nothing is left to run.
    ///
    /// If that does not come about within 100,000 actions, because something repeats, the test fails at the caller's
    /// line with a list of what is still scheduled. To stop such a run, use ``run(limit:)``.
    @discardableResult
    public func run(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> RunReport {
        let report = run(limit: 100_000)
        if report.hasReachedLimit {
            TestFailure.report(
                "the run does not come to an end: it \(report)",
                at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        }
        return report
    }

    /// Fails the test at the caller's line, with a list, if anything is still scheduled: a timer, or a sleeping task.
    ///
    /// - Returns: Whether nothing was.
    @discardableResult
    public func expectIdle(
        fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: Int = #line, column: Int = #column
    ) -> Bool {
        let pending = pendingActions
        if !pending.isEmpty {
            TestFailure.report(
                "the scheduler is not idle at \(now.exactMilliseconds): \(Self.list(pending))",
                at: CallSite(fileID: fileID, filePath: filePath, line: line, column: column))
        }
        return pending.isEmpty
    }

    static func list(_ actions: [PendingAction]) -> String {
        guard !actions.isEmpty else { return "nothing is scheduled" }
        let shown = actions.prefix(10).map { "\n  \($0)" }.joined()
        let more = actions.count > 10 ? "\n  and \(actions.count - 10) more" : ""
        return "\(actions.count) still scheduled:\(shown)\(more)"
    }
}
