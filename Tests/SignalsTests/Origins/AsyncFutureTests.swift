import Signals
import SignalsTesting
import TestSupport
import Testing

private enum Unreachable: Error { case host }

@Suite("Future of asynchronous work")
struct AsyncFutureTests {
    private let scheduler = VirtualTimeScheduler()

    @Test("C49: the work begins at once, is done once, and each subscriber gets its result when it asks")
    func once() async {
        let runs = Protected(0)
        let future = Future(on: scheduler.taskExecutor) { [scheduler] () async -> Int in
            runs.increment()
            try? await scheduler.sleep(for: .milliseconds(5))
            return 42
        }
        let early = future.record(demand: .none)
        await scheduler.settle(after: .milliseconds(5))
        let late = future.record()
        #expect(runs.current == 1)
        #expect(late.values == [42])
        #expect(late.isFinished)
        #expect(early.values == [])
        #expect(early.completion == nil)
        early.request(.max(1))
        #expect(early.values == [42])
        #expect(early.isFinished)
    }

    @Test("the value can be waited for, before it is there and after, and a failure is thrown with its type")
    func value() async throws {
        let future = Future(on: scheduler.taskExecutor) { [scheduler] () async -> Int in
            try? await scheduler.sleep(for: .milliseconds(5))
            return 42
        }
        let waiting = scheduler.task { await future.value }
        await scheduler.settle(after: .milliseconds(5))
        let results = (try await waiting.value, await future.value)
        #expect(results == (42, 42))

        let failing = Future<Int, Unreachable> { $0(.failure(.host)) }
        await #expect(throws: Unreachable.host) { try await failing.value }
    }

    @Test("C49: a failure keeps its type and waits for no demand")
    func failure() async {
        let future = Future(on: scheduler.taskExecutor) { () async throws(Unreachable) -> Int in throw .host }
        let recorder: Recorder<Int, Unreachable> = future.record(demand: .none)
        await scheduler.settle()
        #expect(recorder.failure == .host)
    }

    @Test("C49: the work is cancelled with its last subscriber")
    func lastSubscriber() async {
        let cancelled = Protected(false)
        let future = Future(on: scheduler.taskExecutor) { [scheduler] () async throws(CancellationError) -> Int in
            do {
                try await scheduler.sleep(for: .milliseconds(5))
                return 1
            } catch {
                cancelled.withValue { $0 = true }
                throw CancellationError()
            }
        }
        let first = future.record()
        let second = future.record()
        await scheduler.settle(after: .milliseconds(1))
        first.cancel()
        await scheduler.settle()
        #expect(!cancelled.current)
        second.cancel()
        await scheduler.settle()
        #expect(cancelled.current)
        #expect(first.completion == nil)
        #expect(second.completion == nil)
        let late = future.record()
        #expect(late.failure != nil)
    }

    @Test("C49: the work of a future that nobody holds or subscribes to is cancelled")
    func abandoned() async {
        let cancelled = Protected(false)
        do {
            _ = Future(on: scheduler.taskExecutor) { [scheduler] () async -> Int in
                do {
                    try await scheduler.sleep(for: .milliseconds(5))
                } catch {
                    cancelled.withValue { $0 = true }
                }
                return 1
            }
        }
        await scheduler.settle(after: .milliseconds(1))
        #expect(cancelled.current)
    }

    @Test("C49: a subscriber gets the result of a future that nobody else holds")
    func onlySubscribed() async {
        let recorder = Future(on: scheduler.taskExecutor) { [scheduler] () async -> Int in
            try? await scheduler.sleep(for: .milliseconds(5))
            return 3
        }.record()
        await scheduler.settle(after: .milliseconds(5))
        #expect(recorder.values == [3])
        #expect(recorder.isFinished)
    }

    @Test("deferred, the work begins for each subscriber")
    func deferred() async {
        let runs = Protected(0)
        let publisher = Deferred { [scheduler] in
            Future(on: scheduler.taskExecutor) { () async -> Int in runs.increment() }
        }
        #expect(runs.current == 0)
        let recorders = [publisher.record(), publisher.record()]
        await scheduler.settle()
        #expect(recorders.map(\.values) == [[1], [2]])
    }
}
