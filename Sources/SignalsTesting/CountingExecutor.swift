import Dispatch
import Signals

/// A task executor that knows whether any of its tasks has something to run.
///
/// It runs one job at a time, first come first served, so that tasks on it take turns in a repeatable order. A job that
/// ends by going to another executor, the main actor's say, has been handed to that one before it counts as done here.
final class CountingExecutor: TaskExecutor {
    private struct Tally: Sendable {
        /// Jobs that are queued or running.
        var open = 0
        /// Jobs that have ever been queued.
        var total = 0
        var waitingForIdle: [Gate] = []
    }

    private let tally = Locked(Tally())
    private let queue = DispatchQueue(label: "VirtualTimeScheduler")

    /// How many jobs have ever been queued: unchanged means that nothing has happened.
    var total: Int { tally.withLock { $0.total } }

    func enqueue(_ job: consuming ExecutorJob) {
        tally.withLock {
            $0.open += 1
            $0.total += 1
        }
        let job = UnownedJob(job)
        queue.async {
            job.runSynchronously(on: self.asUnownedTaskExecutor())
            self.finishOne()
        }
    }

    /// Holds back what is queued from now on, until ``letGo()`` has been called as often.
    func hold() { queue.suspend() }

    /// Undoes one ``hold()``.
    func letGo() { queue.resume() }

    private func finishOne() {
        let gates = tally.withLock { tally -> [Gate] in
            tally.open -= 1
            guard tally.open == 0 else { return [] }
            defer { tally.waitingForIdle = [] }
            return tally.waitingForIdle
        }
        for gate in gates { gate.open() }
    }

    /// Waits until no job is queued or running.
    func idle() async throws {
        let gate = Gate()
        let isIdle = tally.withLock { tally in
            if tally.open > 0 { tally.waitingForIdle.append(gate) }
            return tally.open == 0
        }
        if !isIdle { try await gate.wait() }
    }
}
