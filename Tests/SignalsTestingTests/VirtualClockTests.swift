import Signals
import SignalsTesting
import TestSupport
import Testing

/// A polling model as people write it: on the main actor, with a clock that is handed in.
@MainActor private final class Poller {
    private(set) var polls: [SchedulerInstant] = []
    private let clock: VirtualTimeScheduler
    private let sleeping: any Clock<Duration>

    init(clock: VirtualTimeScheduler) {
        self.clock = clock
        sleeping = clock
    }

    func poll(every interval: Duration) async throws {
        while true {
            try await sleeping.sleep(for: interval)
            polls.append(clock.now)
        }
    }
}

private actor Counter {
    private(set) var count = 0
    func tick(on clock: any Clock<Duration>, times: Int) async throws {
        for _ in 0..<times {
            try await clock.sleep(for: .milliseconds(1))
            count += 1
        }
    }
}

@Suite struct VirtualClockTests {
    let scheduler = VirtualTimeScheduler()
    let log = Log<String>()

    private func at(_ milliseconds: Int) -> SchedulerInstant {
        SchedulerInstant(offset: .milliseconds(milliseconds))
    }

    private func note(_ text: String) { log.append("\(scheduler.now.offset / .milliseconds(1)) \(text)") }

    @Test("Task.sleep, clock.sleep and scheduled actions move on one time line, in one order")
    func oneTimeLine() async throws {
        scheduler.task {
            try await Task.sleep(until: at(2), clock: scheduler)
            note("slept until")
            try await scheduler.sleep(for: .milliseconds(2))
            note("slept for")
            try await Task.sleep(for: .milliseconds(2), clock: scheduler)
            note("slept")
        }
        await scheduler.settle()
        for time in 1...7 { _ = scheduler.schedule(after: at(time)) { note("action") } }
        await scheduler.settle(after: .milliseconds(7))
        #expect(
            log.entries == [
                "1.0 action", "2.0 slept until", "2.0 action", "3.0 action", "4.0 action", "4.0 slept for",
                "5.0 action", "6.0 action", "6.0 slept", "7.0 action",
            ])
        scheduler.expectIdle()
        #expect(scheduler.now == at(7))
    }

    @Test("sleeping until now or the past does not wait")
    func pastDeadline() async throws {
        scheduler.advance(by: .milliseconds(5))
        try await scheduler.sleep(until: at(5))
        try await scheduler.sleep(until: at(1))
        try await scheduler.sleep(for: .seconds(-1))
        #expect(scheduler.timerCount == 0)
    }

    @Test("a sleeper is a pending action, and settle alone moves neither time nor actions")
    func pendingSleeper() async {
        let task = scheduler.task { try await scheduler.sleep(for: .milliseconds(3)) }
        await scheduler.settle()
        scheduler.schedule { note("action") }
        await scheduler.settle()
        #expect(log.entries == [])
        #expect(scheduler.sleeperCount == 1)
        #expect(scheduler.pendingCount == 2)
        #expect(
            scheduler.pendingActions.map(\.description) == ["at 0 ms", "at 3 ms, a sleeping task"])
        scheduler.advance(by: .milliseconds(3))
        #expect(scheduler.sleeperCount == 0)
        #expect(await task.result.isSuccess)
    }

    @Test("a cancelled sleeper throws at once, and its place is free before cancel returns")
    func cancelSleeper() async {
        let task = scheduler.task { try await scheduler.sleep(for: .seconds(1)) }
        await scheduler.settle()
        #expect(scheduler.pendingCount == 1)
        task.cancel()
        #expect(scheduler.isIdle)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(scheduler.now == .zero)
    }

    @Test("a task that is cancelled already does not go to sleep")
    func cancelledBefore() async {
        let task = scheduler.task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await scheduler.sleep(for: .seconds(1))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(scheduler.timerCount == 0)
    }

    @Test("cancelling against waking: each sleeper ends exactly once")
    func cancelRace() async throws {
        try await underWatchdog {
            for _ in 0..<1_000 {
                let scheduler = VirtualTimeScheduler()
                let task = scheduler.task { try await scheduler.sleep(for: .milliseconds(1)) }
                async let cancelling: Void = task.cancel()
                async let advancing: Void = scheduler.advance(by: .milliseconds(1))
                _ = await (cancelling, advancing)
                // It may have gone to sleep only after the advance; then the cancellation has woken it.
                _ = await task.result
                #expect(scheduler.isIdle)
            }
        }
    }

    @Test("settle follows two hundred tasks through twenty sleeps each, exactly")
    func manyTasks() async throws {
        try await underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let wakes = Protected(0)
            for number in 0..<200 {
                scheduler.task {
                    for _ in 0..<20 {
                        try await scheduler.sleep(for: .milliseconds(number % 7 + 1))
                        wakes.withValue { $0 += 1 }
                    }
                }
            }
            await scheduler.settle()
            #expect(scheduler.sleeperCount == 200)
            var expected = 0
            for time in 1...140 {
                await scheduler.settle(after: .milliseconds(1))
                expected += (0..<200).count { time % ($0 % 7 + 1) == 0 && time / ($0 % 7 + 1) <= 20 }
                #expect(wakes.current == expected)
            }
            #expect(expected == 4_000)
            scheduler.expectIdle()
        }
    }

    @Test("tasks that wake at one instant run in the order in which they went to sleep")
    func wakeOrder() async {
        for number in 0..<50 {
            scheduler.task {
                try await scheduler.sleep(until: at(5))
                note("\(number)")
            }
        }
        await scheduler.settle(after: .milliseconds(5))
        #expect(log.entries == (0..<50).map { "5.0 \($0)" })
    }

    @Test("a main-actor polling model in a task of the scheduler wakes at each deadline") @MainActor
    func mainActorPolling() async {
        let poller = Poller(clock: scheduler)
        let task = scheduler.task { try await poller.poll(every: .milliseconds(10)) }
        for round in 1...500 {
            await scheduler.settle(after: .milliseconds(10))
            #expect(poller.polls.count == round)
        }
        #expect(poller.polls == (1...500).map { at($0 * 10) })
        task.cancel()
        scheduler.expectIdle()
    }

    @Test("the same from a test that is on no actor", arguments: 0..<4)
    func mainActorPollingFromElsewhere(run: Int) async {
        let poller = await Poller(clock: scheduler)
        let task = scheduler.task { try await poller.poll(every: .milliseconds(10)) }
        await scheduler.settle(after: .milliseconds(1_000))
        #expect(await poller.polls == (1...100).map { at($0 * 10) })
        task.cancel()
        scheduler.expectIdle()
    }

    @Test("child tasks, task groups and actors in a task of the scheduler are followed")
    func structure() async {
        let counter = Counter()
        let task = scheduler.task {
            async let ticking: Void = counter.tick(on: scheduler, times: 10)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<5 { group.addTask { try await counter.tick(on: scheduler, times: 10) } }
                try await group.waitForAll()
            }
            try await ticking
            return true
        }
        for round in 1...10 {
            await scheduler.settle(after: .milliseconds(1))
            #expect(await counter.count == round * 6)
        }
        #expect(await task.result.isSuccess)
    }

    @Test("a value that one task hands to another is taken before settle returns")
    func handOver() async {
        let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
        scheduler.task {
            for number in 0..<100 {
                try await scheduler.sleep(for: .milliseconds(1))
                continuation.yield(number)
            }
            continuation.finish()
        }
        let received = Log<Int>()
        scheduler.task { for await number in stream { received.append(number) } }
        for round in 1...100 {
            await scheduler.settle(after: .milliseconds(1))
            #expect(received.entries.count == round)
        }
    }

    @Test("a task that the scheduler did not start is met by the number of sleepers")
    func foreignTasks() async throws {
        try await underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let wakes = Protected(0)
            let tasks = (0..<3).map { _ in
                Task {
                    while true {
                        try await scheduler.sleep(for: .milliseconds(1))
                        wakes.withValue { $0 += 1 }
                    }
                }
            }
            await scheduler.settle(untilSleeping: 3)
            for round in 1...300 {
                await scheduler.settle(after: .milliseconds(1))
                await scheduler.settle(untilSleeping: 3)
                #expect(wakes.current == 3 * round)
            }
            for task in tasks { task.cancel() }
            scheduler.expectIdle()
        }
    }

    @Test("settling inside a task of the scheduler does not wait for itself")
    func settleInside() async throws {
        try await underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let woken = Protected(0)
            let task = scheduler.task {
                scheduler.task {
                    try await scheduler.sleep(for: .milliseconds(5))
                    woken.withValue { $0 += 1 }
                }
                await scheduler.settle()
                #expect(scheduler.sleeperCount == 1)
                await scheduler.settle(after: .milliseconds(5))
                #expect(woken.current == 1)
            }
            try await task.value
        }
    }

    @Test("waiting for sleepers that never come ends with the task's cancellation")
    func cancelledSettle() async throws {
        try await underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let task = Task { await scheduler.settle(untilSleeping: 1) }
            task.cancel()
            await task.value
        }
    }

    @Test("settle(after:) runs main actions on the main actor, from anywhere, in their places")
    func mainActionsFromElsewhere() async {
        let main = scheduler.main
        for time in 1...3 {
            _ = scheduler.schedule(after: at(time)) { note("any") }
            _ = main.schedule(after: at(time)) {
                MainActor.assumeIsolated { note("main") }
                main.schedule { MainActor.assumeIsolated { note("main again") } }
            }
            _ = scheduler.schedule(after: at(time)) { note("any") }
        }
        await scheduler.settle(after: .milliseconds(3))
        #expect(
            log.entries == (1...3).flatMap { ["\($0).0 any", "\($0).0 main", "\($0).0 any", "\($0).0 main again"] })
    }

    @Test("what an advance wakes runs after it, not beside the remaining actions")
    func advanceHoldsTasks() async {
        for number in 0..<20 {
            scheduler.task {
                try await scheduler.sleep(until: at(1))
                note("task \(number)")
            }
        }
        await scheduler.settle()
        for number in 0..<20 { _ = scheduler.schedule(after: at(2)) { note("action \(number)") } }
        scheduler.advance(by: .milliseconds(2))
        await scheduler.settle()
        #expect(log.entries == (0..<20).map { "2.0 action \($0)" } + (0..<20).map { "2.0 task \($0)" })
    }

    @Test("settle(after:) goes through every deadline of a repeating action and of a sleeping task alike")
    func stepping() async {
        let timer = scheduler.schedule(after: at(2), interval: .milliseconds(2)) { note("timer") }
        let task = scheduler.task {
            while true {
                try await scheduler.sleep(for: .milliseconds(3))
                note("task")
            }
        }
        await scheduler.settle(until: at(12))
        timer.cancel()
        task.cancel()
        #expect(
            log.entries == [
                "2.0 timer", "3.0 task", "4.0 timer", "6.0 task", "6.0 timer", "8.0 timer", "9.0 task", "10.0 timer",
                "12.0 task", "12.0 timer",
            ])
        scheduler.expectIdle()
        #expect(scheduler.now == at(12))
    }
}

extension Result {
    fileprivate var isSuccess: Bool { (try? get()) != nil }
}
