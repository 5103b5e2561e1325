import Dispatch
import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// A scheduler of the system, with whatever has to be kept while it is used.
struct SystemScheduler: CustomTestStringConvertible, Sendable {
    let name: String
    let scheduler: any Scheduler
    /// Whether its actions run one at a time.
    let isSerial: Bool
    let keeping: (any Sendable)?

    var testDescription: String { name }

    init(_ name: String, _ scheduler: any Scheduler, isSerial: Bool = true, keeping: (any Sendable)? = nil) {
        self.name = name
        self.scheduler = scheduler
        self.isSerial = isSerial
        self.keeping = keeping
    }

    static var all: [SystemScheduler] {
        let serial = OperationQueue()
        serial.maxConcurrentOperationCount = 1
        let loop = LoopThread()
        return [
            SystemScheduler("serial queue", DispatchQueue(label: "serial")),
            SystemScheduler(
                "concurrent queue", DispatchQueue(label: "concurrent", attributes: .concurrent), isSerial: false),
            SystemScheduler("operation queue", serial),
            SystemScheduler("concurrent operation queue", OperationQueue(), isSerial: false),
            SystemScheduler("run loop", RunLoopScheduler(loop.loop), keeping: loop),
            SystemScheduler("continuous clock", .clock(ContinuousClock()), isSerial: false),
            SystemScheduler("suspending clock", .clock(SuspendingClock()), isSerial: false),
        ]
    }
}

extension SystemScheduler {
    private init(_ name: String, _ scheduler: ClockScheduler, isSerial: Bool) {
        self.init(name, scheduler as any Scheduler, isSerial: isSerial)
    }
}

/// A thread that runs a run loop until it is released.
final class LoopThread: @unchecked Sendable {
    private(set) var loop: RunLoop!
    private let isStopped = Protected(false)

    init() {
        let ready = DispatchSemaphore(value: 0)
        let isStopped = isStopped
        let found = Protected<UncheckedLoop?>(nil)
        Thread {
            found.withValue { $0 = UncheckedLoop(loop: .current) }
            let keepAlive = Timer(timeInterval: 0.05, repeats: true) { _ in }
            RunLoop.current.add(keepAlive, forMode: .common)
            ready.signal()
            while !isStopped.current { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
            keepAlive.invalidate()
        }.start()
        ready.wait()
        loop = found.current!.loop
    }

    deinit { isStopped.withValue { $0 = true } }

    private struct UncheckedLoop: @unchecked Sendable { let loop: RunLoop }
}

extension Races {
    @Suite("The system's schedulers")
    struct SchedulerTests {
        @Test("an action is done on another turn, never inside the call", arguments: SystemScheduler.all)
        func asynchronous(system: SystemScheduler) async {
            await onOwnThread {
                let scheduler = system.scheduler
                let log = Log<String>()
                let done = DispatchSemaphore(value: 0)
                scheduler.schedule {
                    scheduler.schedule {
                        log.append("inner")
                        done.signal()
                    }
                    if system.isSerial { log.append("outer") }
                }
                done.wait()
                #expect(log.entries == (system.isSerial ? ["outer", "inner"] : ["inner"]))
            }
        }

        @Test("actions of a serial scheduler keep their order", arguments: SystemScheduler.all.filter(\.isSerial))
        func order(system: SystemScheduler) async {
            await onOwnThread {
                let log = Log<Int>()
                let done = DispatchSemaphore(value: 0)
                for number in 0..<1_000 { system.scheduler.schedule { log.append(number) } }
                system.scheduler.schedule { done.signal() }
                done.wait()
                #expect(log.entries == Array(0..<1_000))
            }
        }

        @Test("C58 an instant that has passed, also by far, means as soon as possible", arguments: SystemScheduler.all)
        func past(system: SystemScheduler) async {
            await onOwnThread {
                let scheduler = system.scheduler
                let done = DispatchSemaphore(value: 0)
                for duration in [Duration.zero, .seconds(-5), .seconds(Int64.min)] {
                    _ = scheduler.schedule(after: scheduler.now.advanced(by: duration), tolerance: .zero) {
                        done.signal()
                    }
                    done.wait()
                }
            }
        }

        @Test("an action is never early, and time never goes back", arguments: SystemScheduler.all)
        func notEarly(system: SystemScheduler) async {
            await onOwnThread {
                let scheduler = system.scheduler
                let done = DispatchSemaphore(value: 0)
                let log = Log<SchedulerInstant>()
                let due = scheduler.now.advanced(by: .milliseconds(5))
                _ = scheduler.schedule(after: due, tolerance: .zero) {
                    log.append(scheduler.now)
                    done.signal()
                }
                done.wait()
                #expect(log.entries[0] >= due)
                var last = scheduler.now
                for _ in 0..<1_000 {
                    let now = scheduler.now
                    #expect(now >= last)
                    last = now
                }
            }
        }

        @Test(
            "C58 what is further off than a clock can tell never happens, and neither does it trap",
            arguments: SystemScheduler.all)
        func farFuture(system: SystemScheduler) {
            let scheduler = system.scheduler
            let log = Log<Int>()
            let far: [Duration] = [
                .seconds(600), .seconds(Int64.max), .seconds(Int64.max / 2), .nanoseconds(Int64.max),
            ]
            for duration in far {
                let instant = scheduler.now.advanced(by: duration)
                let once = scheduler.schedule(after: instant, tolerance: .zero) { log.append(1) }
                let lenient = scheduler.schedule(after: instant, tolerance: .seconds(Int64.max)) { log.append(2) }
                let repeating = scheduler.schedule(after: instant, interval: duration, tolerance: duration) {
                    log.append(3)
                }
                for handle in [once, lenient, repeating] { handle.cancel() }
            }
            #expect(log.entries == [])
        }

        @Test(
            "C108: an interval or a tolerance that is longer than a count of seconds can tell is a very long one",
            arguments: SystemScheduler.all)
        func longerThanSeconds(system: SystemScheduler) async {
            await onOwnThread {
                let scheduler = system.scheduler
                let lengths: [Duration] = [Duration(attoseconds: .max), Duration(attoseconds: .min), .seconds(1e19)]
                for length in lengths {
                    let done = DispatchSemaphore(value: 0)
                    let token = scheduler.schedule(after: .zero, interval: length, tolerance: .zero) { done.signal() }
                    done.wait()
                    token.cancel()
                    let far = scheduler.now.advanced(by: length)
                    scheduler.schedule(after: far, tolerance: length) {}.cancel()
                    scheduler.schedule(after: far, interval: length, tolerance: length) {}.cancel()
                }
            }
        }

        @Test("C109: an action that runs the loop is followed by what was queued before, not by what came meanwhile")
        func nestedLoop() async {
            await onOwnThread {
                let scheduler = RunLoopScheduler(.current)
                let log = Log<Int>()
                scheduler.schedule {
                    log.append(1)
                    scheduler.schedule { log.append(4) }
                    runRunLoop { log.entries.count >= 2 }
                    log.append(0)
                }
                for number in 2...3 { scheduler.schedule { log.append(number) } }
                runRunLoop { log.entries.count == 5 }
                #expect(log.entries.filter { $0 > 0 } == [1, 2, 3, 4])
            }
        }

        @Test("C109: an action that runs the loop until a later one has been done does not wait for ever")
        func waitingInTheLoop() async {
            await onOwnThread {
                let scheduler = RunLoopScheduler(.current)
                let log = Log<Int>()
                scheduler.schedule {
                    runRunLoop { log.entries == [2] }
                    log.append(1)
                }
                scheduler.schedule { log.append(2) }
                runRunLoop { log.entries.count == 2 }
                #expect(log.entries == [2, 1])
            }
        }

        @Test(
            "what an action holds is gone when cancel returns, and a cancelled action does not run",
            arguments: SystemScheduler.all)
        func cancelling(system: SystemScheduler) {
            let scheduler = system.scheduler
            let log = Log<Int>()
            expectReleased { watch in
                for isRepeating in [false, true] {
                    let held = watch(Log<Int>())
                    let due = scheduler.now.advanced(by: .seconds(3600))
                    let handle =
                        isRepeating
                        ? scheduler.schedule(after: due, interval: .seconds(1), tolerance: .zero) { held.append(1) }
                        : scheduler.schedule(after: due, tolerance: .zero) { held.append(1) }
                    handle.cancel()
                    handle.cancel()
                }
            }
            #expect(log.entries == [])
        }

        @Test("what an action held is gone when it has run for the last time", arguments: SystemScheduler.all)
        func releasing(system: SystemScheduler) async {
            await onOwnThread {
                let scheduler = system.scheduler
                let done = DispatchSemaphore(value: 0)
                do {
                    let signal = DeinitSignal { done.signal() }
                    _ = scheduler.schedule(after: scheduler.now, tolerance: .zero) { withExtendedLifetime(signal) {} }
                }
                done.wait()
            }
        }

        @Test("a repeating action ends with its handle, from inside it too", arguments: SystemScheduler.all)
        func repeating(system: SystemScheduler) async {
            await onOwnThread {
                let scheduler = system.scheduler
                let done = DispatchSemaphore(value: 0)
                let count = Protected(0)
                let handle = Protected<(any Cancellable)?>(nil)
                let isSet = DispatchSemaphore(value: 0)
                let token = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1), tolerance: .zero) {
                    if count.increment() == 1 { isSet.wait() }
                    if count.current == 3 {
                        handle.current?.cancel()
                        done.signal()
                    }
                }
                handle.withValue { $0 = token }
                isSet.signal()
                done.wait()
                handle.withValue { $0 = nil }
                #expect(count.current == 3)
            }
        }

        @Test("a repetition every zero or fewer seconds goes on, and leaves others their turn", arguments: [0, -1])
        func zeroInterval(interval: Int) async {
            for system in SystemScheduler.all {
                await onOwnThread {
                    let scheduler = system.scheduler
                    let done = DispatchSemaphore(value: 0)
                    let token = scheduler.schedule(after: scheduler.now, interval: .seconds(interval), tolerance: .zero)
                    {
                        done.signal()
                    }
                    for _ in 0..<3 { done.wait() }
                    token.cancel()
                }
            }
        }

        @Test("a repeated action that an operation queue could not do meanwhile is done once")
        func coalescing() async {
            await onOwnThread {
                let queue = OperationQueue()
                queue.isSuspended = true
                let count = Protected(0)
                let scheduler: any Scheduler = queue
                let grid = TimerProbe()
                let token = scheduler.schedule(after: scheduler.now, interval: .milliseconds(1), tolerance: .zero) {
                    count.increment()
                }
                // As many milliseconds go by on another timer of the same kind.
                grid.wait(for: 20)
                #expect(queue.operationCount == 1)
                #expect(count.current == 0)
                token.cancel()
                queue.isSuspended = false
                queue.waitUntilAllOperationsAreFinished()
                #expect(count.current == 0)
            }
        }

        @Test("C56 the time of queues and run loops is the machine's uptime, which no wall clock moves")
        func uptime() {
            let before = DispatchTime.now().uptimeNanoseconds
            let queue = DispatchQueue(label: "uptime")
            let readings: [SchedulerInstant] = [
                queue.now, OperationQueue().now, MainScheduler().now, MainImmediateScheduler().now,
                RunLoopScheduler(.current).now,
            ]
            let after = DispatchTime.now().uptimeNanoseconds
            for reading in readings {
                #expect(reading >= SchedulerInstant(offset: .nanoseconds(Int64(before))))
                #expect(reading <= SchedulerInstant(offset: .nanoseconds(Int64(after))))
            }
        }

        @Test("a clock scheduler on virtual time")
        func virtualClock() async throws {
            try await underWatchdog {
                let scheduler = VirtualTimeScheduler()
                let clock = ClockScheduler.clock(scheduler)
                let log = Log<Int>()
                let done = AsyncStream.makeStream(of: Int.self)
                let token = clock.schedule(after: .at(10), interval: .milliseconds(10), tolerance: .zero) {
                    log.append(clock.now.milliseconds)
                    done.continuation.yield(1)
                }
                var ticks = done.stream.makeAsyncIterator()
                for _ in 0..<3 {
                    await scheduler.settle(untilSleeping: 1)
                    scheduler.advance(by: .milliseconds(10))
                    _ = await ticks.next()
                }
                token.cancel()
                #expect(log.entries == [10, 20, 30])
            }
        }

        @Test("the immediate scheduler does everything at once")
        func immediate() {
            let source = [1, 2, 3].publisher
            let time = Duration.seconds(5)
            let recorders = [
                source.delay(for: time, scheduler: .immediate).record(),
                source.throttle(for: time, scheduler: .immediate, latest: true).record(),
                source.timeout(time, scheduler: .immediate).record(),
                source.prefix(for: time, scheduler: .immediate).record(),
                source.receive(on: .immediate).subscribe(on: .immediate).record(),
            ]
            for recorder in recorders {
                #expect(recorder.values == [1, 2, 3])
                #expect(recorder.isFinished)
            }
            // No time passes, so a value has outlived its pause, and filled its window, before the next comes.
            #expect(source.debounce(for: time, scheduler: .immediate).record().values == [1, 2, 3])
            #expect(source.collect(byTime: time, scheduler: .immediate).record().values == [[1], [2], [3]])
        }
    }
}

/// Tells when it is released.
private final class DeinitSignal: Sendable {
    private let signal: @Sendable () -> Void
    init(_ signal: @escaping @Sendable () -> Void) { self.signal = signal }
    deinit { signal() }
}

/// Waits for a number of milliseconds to be told by a dispatch timer, not for a time on the clock.
private struct TimerProbe {
    func wait(for count: Int) {
        let fired = DispatchSemaphore(value: 0)
        let queue: any Scheduler = DispatchQueue(label: "probe")
        let token = queue.schedule(after: queue.now, interval: .milliseconds(1), tolerance: .zero) { fired.signal() }
        for _ in 0..<count { fired.wait() }
        token.cancel()
    }
}
