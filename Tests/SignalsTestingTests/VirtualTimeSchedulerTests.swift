import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct VirtualTimeSchedulerTests {
    let scheduler = VirtualTimeScheduler()
    let log = Log<String>()

    private func at(_ milliseconds: Int) -> SchedulerInstant {
        SchedulerInstant(offset: .milliseconds(milliseconds))
    }

    private func note(_ text: String) {
        log.append("\(scheduler.now.offset.components.attoseconds / 1_000_000_000_000_000) \(text)")
    }

    @discardableResult
    private func schedule(_ text: String, at milliseconds: Int) -> any Cancellable {
        scheduler.schedule(after: at(milliseconds)) { note(text) }
    }

    // MARK: Order

    @Test("C62 a hundred actions for one instant run in the order in which they were scheduled")
    func firstComeFirstServed() {
        for number in 0..<100 { schedule("\(number)", at: 5) }
        scheduler.advance(by: .milliseconds(5))
        #expect(log.entries == (0..<100).map { "5 \($0)" })
    }

    @Test("C62 timers that meet at an instant fire in the order in which they last fired")
    func timersThatMeet() {
        _ = scheduler.schedule(after: at(2), interval: .milliseconds(2)) { note("two") }
        _ = scheduler.schedule(after: at(3), interval: .milliseconds(3)) { note("three") }
        scheduler.advance(by: .milliseconds(12))
        #expect(
            log.entries == [
                "2 two", "3 three", "4 two", "6 three", "6 two", "8 two", "9 three", "10 two", "12 three", "12 two",
            ])
    }

    @Test("C62 a repetition comes before what its own action schedules for the same instant")
    func repetitionBeforeItsOwnWork() {
        let timer = scheduler.schedule(after: at(1), interval: .milliseconds(1)) {
            note("tick")
            schedule("later", at: Int(scheduler.now.offset / .milliseconds(1)) + 1)
        }
        scheduler.advance(by: .milliseconds(2))
        timer.cancel()
        scheduler.advance(by: .milliseconds(5))
        #expect(log.entries == ["1 tick", "2 tick", "2 later", "3 later"])
    }

    @Test("C62 work that an action schedules for the present instant runs behind what waits for it already")
    func workFromWork() {
        _ = scheduler.schedule(after: at(5)) {
            note("first")
            schedule("timer from first", at: 5)
            scheduler.schedule { note("next turn from first") }
        }
        schedule("second", at: 5)
        scheduler.advance(by: .milliseconds(5))
        #expect(log.entries == ["5 first", "5 second", "5 timer from first", "5 next turn from first"])
    }

    @Test("C62 any order of scheduling gives the same order as a stable sort by time", arguments: 1...20)
    func stableSort(seed: UInt64) {
        var generator = SplitMix64(seed: seed)
        let times = (0..<500).map { _ in Int.random(in: 0..<40, using: &generator) }
        for (index, time) in times.enumerated() { schedule("\(index)", at: time) }
        scheduler.advance(by: .milliseconds(40))
        let expected = times.enumerated().sorted { ($0.element, $0.offset) < ($1.element, $1.offset) }
        #expect(log.entries == expected.map { "\($0.element) \($0.offset)" })
    }

    @Test("T60 equal times run first come first served, and time-ordered otherwise")
    func testSchedulerRow() {
        let values = Log<Int>()
        scheduler.schedule { values.append(1) }
        _ = scheduler.schedule(after: at(2)) { values.append(42) }
        scheduler.advance()
        _ = scheduler.schedule(after: at(2)) { values.append(1) }
        _ = scheduler.schedule(after: at(2)) { values.append(42) }
        #expect(values.entries == [1])
        scheduler.advance(by: .milliseconds(2))
        #expect(values.entries == [1, 42, 1, 42])
        for time in [300, 200, 100] { schedule("\(time)", at: time) }
        scheduler.advance(by: .milliseconds(300))
        #expect(log.entries == ["100 100", "200 200", "300 300"])
    }

    @Test("T60 nothing runs without an advance, not even what has no delay or is for the past")
    func nothingByItself() {
        scheduler.advance(by: .milliseconds(10))
        scheduler.schedule { note("now") }
        schedule("past", at: 3)
        schedule("zero delay", at: 10)
        #expect(log.entries == [])
        #expect(scheduler.pendingCount == 3)
        scheduler.advance()
        #expect(log.entries == ["10 now", "10 past", "10 zero delay"])
        #expect(scheduler.now == at(10))
    }

    // MARK: Now

    @Test("C63 now is the due time in each action and the target afterwards")
    func nowInActions() {
        let scheduler = scheduler
        let step = Protected<(@Sendable () -> Void)?>(nil)
        let again: @Sendable () -> Void = {
            _ = scheduler.schedule(after: scheduler.now.advanced(by: .milliseconds(10))) {
                log.append("\(scheduler.now)")
                step.current?()
            }
        }
        step.withValue { $0 = again }
        again()
        scheduler.advance(by: .milliseconds(55))
        #expect(log.entries == ["0.01 seconds", "0.02 seconds", "0.03 seconds", "0.04 seconds", "0.05 seconds"])
        #expect(scheduler.now == at(55))
        step.withValue { $0 = nil }
    }

    @Test("C63 advancing with nothing scheduled moves time, and advancing to the past leaves it")
    func emptyAndPast() {
        scheduler.advance(by: .milliseconds(7))
        #expect(scheduler.now == at(7))
        scheduler.advance(to: at(3))
        scheduler.advance(by: .milliseconds(-5))
        #expect(scheduler.now == at(7))
        scheduler.schedule { note("due") }
        scheduler.advance(to: at(3))
        #expect(log.entries == ["7 due"])
    }

    @Test("C58 intervals and instants beyond the end of the line saturate")
    func largeIntervals() {
        let never = scheduler.schedule(after: scheduler.now.advanced(by: .seconds(Int64.max))) { note("never") }
        _ = scheduler.schedule(after: at(1), interval: .seconds(Int64.max)) { note("once") }
        schedule("earliest", at: .min)
        scheduler.advance(by: .seconds(600))
        #expect(log.entries == ["0 earliest", "1 once"])
        scheduler.advance(to: .distantFuture)
        scheduler.advance(by: .seconds(Int64.max))
        #expect(log.entries == ["0 earliest", "1 once"])
        #expect(scheduler.pendingCount == 2)
        scheduler.schedule { log.append("still alive") }
        scheduler.advance()
        #expect(log.entries.last == "still alive")
        never.cancel()
        #expect(scheduler.pendingCount == 1)
    }

    @Test("C58 a repetition every zero or negative interval ends: it is taken as a millisecond")
    func zeroInterval() {
        let first = scheduler.schedule(after: scheduler.now, interval: .zero) { note("zero") }
        let second = scheduler.schedule(after: at(1), interval: .seconds(-3)) { note("negative") }
        scheduler.advance(by: .milliseconds(2))
        #expect(log.entries == ["0 zero", "1 negative", "1 zero", "2 negative", "2 zero"])
        first.cancel()
        second.cancel()
        let tiny = scheduler.schedule(after: scheduler.now, interval: Duration(attoseconds: 1)) { note("tiny") }
        scheduler.advance(by: .nanoseconds(3))
        #expect(log.entries.count == 5 + 4)
        tiny.cancel()
        #expect(scheduler.isIdle)
    }

    @Test("deadlines lie on the grid from the start, which may have passed")
    func grid() {
        scheduler.advance(by: .milliseconds(95))
        _ = scheduler.schedule(after: at(0), interval: .milliseconds(10)) { note("tick") }
        scheduler.advance(by: .milliseconds(20))
        #expect(log.entries == ["95 tick", "100 tick", "110 tick"])
    }

    // MARK: Cancelling

    @Test("C64 cancelled actions never run, wherever they stand", arguments: 0..<3)
    func cancelOne(index: Int) {
        let handles = (0..<3).map { schedule("\($0)", at: 5 + $0) }
        handles[index].cancel()
        handles[index].cancel()
        #expect(scheduler.pendingCount == 2)
        scheduler.advance(by: .milliseconds(10))
        #expect(log.entries == (0..<3).filter { $0 != index }.map { "\(5 + $0) \($0)" })
        #expect(scheduler.isIdle)
    }

    @Test("C64 a repeating action cancels itself in its third tick")
    func cancelInside() {
        let handle = Protected<(any Cancellable)?>(nil)
        let count = Protected(0)
        let timer = scheduler.schedule(after: at(1), interval: .milliseconds(1)) {
            note("tick")
            if count.increment() == 3 { handle.current?.cancel() }
        }
        handle.withValue { $0 = timer }
        scheduler.advance(by: .milliseconds(10))
        #expect(log.entries == ["1 tick", "2 tick", "3 tick"])
        #expect(scheduler.isIdle)
    }

    @Test("an action cancelled by an earlier one of the same instant does not run")
    func cancelNeighbour() {
        let handle = Protected<(any Cancellable)?>(nil)
        _ = scheduler.schedule(after: at(1)) { handle.current?.cancel() }
        let second = schedule("second", at: 1)
        handle.withValue { $0 = second }
        scheduler.advance(by: .milliseconds(1))
        #expect(log.entries == [])
    }

    @Test("C64 what a cancelled action holds is released at once, and its deinit may use the scheduler")
    func cancelReleases() {
        let scheduler = scheduler
        let log = log
        var probe: Probe? = Probe {
            log.append("released")
            scheduler.schedule { log.append("from deinit") }
        }
        let handle = scheduler.schedule(after: at(5)) { [probe] in _ = probe }
        probe = nil
        #expect(log.entries == [])
        handle.cancel()
        #expect(log.entries == ["released"])
        scheduler.advance()
        #expect(log.entries == ["released", "from deinit"])
    }

    @Test("what an action held is released once it has run, and everything when the scheduler goes")
    func releases() {
        let log = log
        func scheduleProbe(
            _ name: String, on scheduler: VirtualTimeScheduler, at milliseconds: Int
        ) -> any Cancellable {
            let probe = Probe { log.append(name) }
            return scheduler.schedule(after: at(milliseconds)) { _ = probe }
        }
        var mortal: VirtualTimeScheduler? = VirtualTimeScheduler()
        let handles = [1, 5].map { scheduleProbe("\($0)", on: mortal!, at: $0) }
        mortal?.advance(by: .milliseconds(1))
        #expect(log.entries == ["1"])
        mortal = nil
        #expect(log.entries == ["1", "5"])
        for handle in handles { handle.cancel() }
    }

    @Test("handles do not call anything off when they are dropped")
    func droppedHandle() {
        do { _ = schedule("kept", at: 1) }
        scheduler.advance(by: .milliseconds(1))
        #expect(log.entries == ["1 kept"])
    }

    // MARK: Nested advance

    @Test("C64 a nested advance runs what falls due, and the outer one goes on from there")
    func nestedAdvance() {
        _ = scheduler.schedule(after: at(1)) {
            note("outer begins")
            scheduler.advance(by: .milliseconds(3))
            note("outer ends")
        }
        for time in 2...6 { schedule("job", at: time) }
        scheduler.advance(by: .milliseconds(5))
        #expect(log.entries == ["1 outer begins", "2 job", "3 job", "4 job", "4 outer ends", "5 job"])
        #expect(scheduler.now == at(5))
    }

    @Test("C64 a nested advance beyond the outer target is not taken back")
    func nestedBeyond() {
        _ = scheduler.schedule(after: at(1)) { scheduler.advance(to: at(20)) }
        schedule("on the way", at: 10)
        scheduler.advance(by: .milliseconds(5))
        #expect(log.entries == ["10 on the way"])
        #expect(scheduler.now == at(20))
    }

    @Test("a repeating action that advances does not run inside itself, and makes up for missed points once")
    func nestedInRepetition() {
        let depth = Protected(0)
        let ticks = Protected(0)
        _ = scheduler.schedule(after: at(10), interval: .milliseconds(10)) {
            #expect(depth.increment() == 1)
            note("tick")
            if ticks.increment() == 1 { scheduler.advance(by: .milliseconds(35)) }
            depth.withValue { $0 -= 1 }
        }
        scheduler.advance(by: .milliseconds(60))
        #expect(log.entries == ["10 tick", "45 tick", "50 tick", "60 tick"])
    }

    // MARK: Run

    @Test("C64 a run with a live interval stops at its limit and tells what is left")
    func runWithLimit() {
        _ = scheduler.schedule(after: at(1), interval: .milliseconds(1)) { note("tick") }
        schedule("far", at: 1_000)
        let report = scheduler.run(limit: 3)
        #expect(log.entries == ["1 tick", "2 tick", "3 tick"])
        #expect(report.executedCount == 3)
        #expect(report.hasReachedLimit)
        #expect(report.remaining.map(\.instant) == [at(4), at(1_000)])
        #expect(report.remaining.map(\.interval) == [.milliseconds(1), nil])
        #expect(
            report.description == """
                ran 3 actions, the limit; 2 still scheduled:
                  at 4 ms, then every 1 ms
                  at 1000 ms
                """)
        #expect(scheduler.now == at(3))
    }

    @Test("a run ends when nothing is left, at the time of the last action")
    func runToIdle() {
        schedule("a", at: 3)
        schedule("b", at: 7)
        let report = scheduler.run(limit: 10)
        #expect(!report.hasReachedLimit)
        #expect(report.remaining.isEmpty)
        #expect(report.description == "ran 2 actions; nothing is scheduled")
        #expect(scheduler.now == at(7))
        let never = scheduler.schedule(after: .distantFuture) {}
        #expect(scheduler.run(limit: 10).hasReachedLimit == false)
        #expect(scheduler.pendingActions.map(\.description) == ["never"])
        never.cancel()
    }

    @Test("the counters tell scheduled actions, armed timers and runs apart")
    func counters() {
        scheduler.schedule {}
        schedule("timer", at: 1)
        let timer = scheduler.schedule(after: at(1), interval: .milliseconds(1)) {}
        scheduler.advance(by: .milliseconds(5))
        #expect(scheduler.scheduledCount == 3)
        #expect(scheduler.timerCount == 2)
        #expect(scheduler.executedCount == 7)
        #expect(scheduler.pendingCount == 1)
        timer.cancel()
        #expect(scheduler.isIdle)
    }

    // MARK: Main actor

    @Test("actions of the main view take their places on the same line") @MainActor
    func mainActorView() {
        let main = scheduler.main
        schedule("a", at: 1)
        _ = main.schedule(after: at(1)) {
            MainActor.assumeIsolated { note("main b") }
        }
        schedule("c", at: 1)
        main.schedule { note("main now") }
        let timer = main.schedule(after: at(2), interval: .milliseconds(1)) { note("main tick") }
        #expect(main.now == scheduler.now)
        #expect(scheduler.pendingActions.map(\.isOnMainActor) == [true, false, true, false, true])
        scheduler.advance(by: .milliseconds(3))
        #expect(log.entries == ["0 main now", "1 a", "1 main b", "1 c", "2 main tick", "3 main tick"])
        timer.cancel()
    }

    @Test("an action of the main view does not run off the main actor")
    func mainActorOffMain() async {
        await #expect(processExitsWith: .failure) {
            let scheduler = VirtualTimeScheduler()
            scheduler.main.schedule {}
            scheduler.advance()
        }
    }
}

/// Calls back when it is released.
final class Probe: Sendable {
    private let onRelease: @Sendable () -> Void
    init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
    deinit { onRelease() }
}
