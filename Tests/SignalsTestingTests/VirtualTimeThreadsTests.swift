import Dispatch
import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// Several threads on one scheduler, and much work.
@Suite struct VirtualTimeThreadsTests {
    private static func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
        let group = DispatchGroup()
        for index in 0..<count {
            group.enter()
            Thread.detachNewThread {
                body(index)
                group.leave()
            }
        }
        group.wait()
    }

    @Test("C65 four threads schedule and cancel while one advances: nothing is lost")
    func scheduleFromThreads() {
        underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let ran = Protected(0)
            let cancelledRan = Protected(0)
            let threads = Log<ObjectIdentifier>()
            let isScheduling = Protected(4)
            let advancing = DispatchGroup()
            advancing.enter()
            let advancer = Protected<ObjectIdentifier?>(nil)
            Thread.detachNewThread {
                advancer.withValue { $0 = ObjectIdentifier(Thread.current) }
                var last = scheduler.now
                while isScheduling.current > 0 || !scheduler.isIdle {
                    scheduler.advance(by: .milliseconds(1))
                    precondition(scheduler.now > last)
                    last = scheduler.now
                }
                withExtendedLifetime(Thread.current) {}
                advancing.leave()
            }
            Self.onThreads(4) { thread in
                for round in 0..<5_000 {
                    let when = scheduler.now.advanced(by: .milliseconds((round * 7 + thread) % 5))
                    if round % 3 == 0 {
                        scheduler.schedule(after: when) { cancelledRan.withValue { $0 += 1 } }.cancel()
                    } else {
                        _ = scheduler.schedule(after: when) {
                            ran.withValue { $0 += 1 }
                            if round == 1 { threads.append(ObjectIdentifier(Thread.current)) }
                        }
                    }
                }
                isScheduling.withValue { $0 -= 1 }
            }
            advancing.wait()
            let perThread = (0..<5_000).count { $0 % 3 != 0 }
            #expect(ran.current == 4 * perThread)
            #expect(cancelledRan.current <= 4 * (5_000 - perThread))
            #expect(Set(threads.entries) == [advancer.current!])
            #expect(scheduler.isIdle)
        }
    }

    @Test("two threads that advance at once do not overlap, do not deadlock, and their durations add up")
    func advanceFromThreads() {
        underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let inside = Protected(0)
            let instants = Log<SchedulerInstant>()
            let timer = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1)) {
                #expect(inside.increment() == 1)
                instants.append(scheduler.now)
                inside.withValue { $0 -= 1 }
            }
            Self.onThreads(4) { _ in
                for _ in 0..<500 { scheduler.advance(by: .milliseconds(1)) }
            }
            timer.cancel()
            #expect(scheduler.now == SchedulerInstant(offset: .milliseconds(2_000)))
            #expect(instants.entries == (0...2_000).map { SchedulerInstant(offset: .milliseconds($0)) })
        }
    }

    @Test("a nested advance does not let another thread in between")
    func nestedKeepsTheWheel() {
        underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let log = Log<String>()
            let isInside = DispatchSemaphore(value: 0)
            let done = DispatchSemaphore(value: 0)
            _ = scheduler.schedule(after: .zero) {
                isInside.signal()
                for _ in 0..<100 { scheduler.advance(by: .milliseconds(1)) }
                log.append("first at \(scheduler.now)")
            }
            Thread.detachNewThread {
                isInside.wait()
                scheduler.advance(by: .milliseconds(50))
                log.append("second at \(scheduler.now)")
                done.signal()
            }
            scheduler.advance()
            done.wait()
            #expect(log.entries == ["first at 0.1 seconds", "second at 0.15 seconds"])
        }
    }

    @Test("no lock is held while an action runs: it may wait for another thread that uses the scheduler")
    func noLockHeld() {
        underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let later = Protected(false)
            _ = scheduler.schedule(after: .zero) {
                let done = DispatchSemaphore(value: 0)
                Thread.detachNewThread {
                    let handle = scheduler.schedule(after: .zero) {}
                    handle.cancel()
                    _ = (scheduler.now, scheduler.pendingCount, scheduler.pendingActions)
                    scheduler.schedule { later.withValue { $0 = true } }
                    done.signal()
                }
                done.wait()
            }
            scheduler.advance()
            #expect(later.current)
        }
    }

    @Test("an action that loses the race against its cancellation on another thread runs once or never")
    func cancelRace() {
        underWatchdog {
            for _ in 0..<2_000 {
                let scheduler = VirtualTimeScheduler()
                let count = Protected(0)
                let handle = scheduler.schedule(after: .zero) { count.withValue { $0 += 1 } }
                DispatchQueue.concurrentPerform(iterations: 2) { index in
                    if index == 0 { handle.cancel() } else { scheduler.advance() }
                }
                #expect(count.current <= 1)
                #expect(scheduler.isIdle)
            }
        }
    }

    @Test("100,000 actions run in order, and as many cancelled ones are gone, on a small stack")
    func many() {
        underWatchdog {
            let scheduler = VirtualTimeScheduler()
            var generator = SplitMix64(seed: 7)
            let last = Protected(SchedulerInstant.zero)
            let count = Protected(0)
            let handles = (0..<100_000).map { _ in
                let when = SchedulerInstant(offset: .microseconds(Int.random(in: 0..<1_000_000, using: &generator)))
                return scheduler.schedule(after: when) {
                    last.withValue {
                        precondition($0 <= when)
                        $0 = when
                    }
                    count.withValue { $0 += 1 }
                }
            }
            for index in stride(from: 0, to: handles.count, by: 2) { handles[index].cancel() }
            #expect(scheduler.pendingCount == 50_000)
            scheduler.advance(by: .seconds(1))
            #expect(count.current == 50_000)
            #expect(scheduler.isIdle)
        }
    }

    @Test("a debounce that re-arms a far timer 100,000 times leaves one entry")
    func rearming() {
        underWatchdog {
            let scheduler = VirtualTimeScheduler()
            var handle = scheduler.schedule(after: .distantFuture) {}
            for round in 0..<100_000 {
                handle.cancel()
                handle = scheduler.schedule(after: SchedulerInstant(offset: .seconds(1_000 + round))) {}
            }
            #expect(scheduler.pendingActions.count == 1)
            #expect(scheduler.timerCount == 100_001)
            handle.cancel()
            #expect(scheduler.isIdle)
        }
    }

    @Test("a big scheduler is released without recursion, and with it everything it holds")
    func releaseMany() {
        underWatchdog {
            let released = Protected(0)
            do {
                let scheduler = VirtualTimeScheduler()
                for index in 0..<100_000 {
                    let probe = Probe { released.withValue { $0 += 1 } }
                    _ = scheduler.schedule(after: SchedulerInstant(offset: .seconds(index))) { _ = probe }
                }
            }
            #expect(released.current == 100_000)
        }
    }

    @Test("C65 many tests at once, each with a scheduler of its own", arguments: 0..<8)
    func parallel(seed: UInt64) async {
        let scheduler = VirtualTimeScheduler()
        let count = Protected(0)
        let timer = scheduler.schedule(after: .zero, interval: .milliseconds(1)) { count.withValue { $0 += 1 } }
        scheduler.advance(by: .milliseconds(1_000))
        timer.cancel()
        #expect(count.current == 1_001)
        scheduler.expectIdle()
    }

    // MARK: Failures

    @Test("expectIdle fails at the caller's line with a list of what is left")
    func expectIdleFails() {
        let scheduler = VirtualTimeScheduler()
        for number in 1...12 { _ = scheduler.schedule(after: SchedulerInstant(offset: .seconds(number))) {} }
        let line = #line + 2
        withKnownIssue {
            scheduler.expectIdle()
        } matching: { issue in
            let text = issue.comments.map(\.rawValue).joined()
            return issue.sourceLocation?.line == line && text.contains("12 still scheduled:\n  at 1000 ms\n")
                && text.hasSuffix("at 10000 ms\n  and 2 more")
        }
    }

    @Test("C64 a run without a limit fails when something repeats for ever")
    func endlessRun() {
        let scheduler = VirtualTimeScheduler()
        _ = scheduler.schedule(after: .zero, interval: .seconds(1)) {}
        withKnownIssue {
            scheduler.run()
        } matching: { issue in
            issue.comments.map(\.rawValue).joined().contains("ran 100000 actions, the limit; 1 still scheduled")
        }
        #expect(scheduler.now == SchedulerInstant(offset: .seconds(99_999)))
    }
}
