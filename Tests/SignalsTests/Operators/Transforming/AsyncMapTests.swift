import Signals
import SignalsTesting
import TestSupport
import Testing

private enum PipeError: Error { case pipe }

@Suite("asyncMap")
struct AsyncMapTests {
    private let scheduler = VirtualTimeScheduler()

    /// Takes ten ticks for one, and less for each number after it.
    private func slow(_ value: Int) async -> Int {
        try? await scheduler.sleep(for: .milliseconds(10 - value))
        return value * 10
    }

    @Test("results come in the order of the values, whichever is ready first")
    func inOrder() async {
        let recorder = (1...3).publisher.asyncMap(on: scheduler.taskExecutor) { await slow($0) }.record(on: scheduler)
        await scheduler.settle(after: .milliseconds(8))
        #expect(recorder.values == [])
        await scheduler.settle(after: .milliseconds(1))
        #expect(recorder.values == [10, 20, 30])
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test("results come as they are ready, where that is asked for")
    func asTheyCome() async {
        let recorder = (1...3).publisher
            .asyncMap(order: .completion, on: scheduler.taskExecutor) { await slow($0) }.record(on: scheduler)
        await scheduler.settle(after: .milliseconds(10))
        #expect(recorder.values == [30, 20, 10])
        #expect(recorder.isFinished)
    }

    @Test("no more tasks run or wait for their turn than may", arguments: [ResultOrder.input, .completion])
    func bounded(order: ResultOrder) async {
        let running = Protected(0)
        let most = Protected(0)
        let recorder = (1...9).publisher
            .asyncMap(maxTasks: .max(2), order: order, on: scheduler.taskExecutor) { (value: Int) in
                let count = running.increment()
                most.withValue { $0 = max($0, count) }
                let result = await slow(value)
                running.withValue { $0 -= 1 }
                return result
            }
            .record(on: scheduler)
        await scheduler.settle(after: .milliseconds(100))
        #expect(recorder.values.sorted() == (1...9).map { $0 * 10 })
        #expect(order == .completion || recorder.values == (1...9).map { $0 * 10 })
        #expect(most.current == 2)
        #expect(recorder.isFinished)
    }

    @Test(
        "results that nobody has asked for wait, and hold up further tasks",
        arguments: [ResultOrder.input, .completion])
    func demand(order: ResultOrder) async {
        let started = Protected(0)
        let recorder = (1...5).publisher
            .asyncMap(maxTasks: .max(1), order: order, on: scheduler.taskExecutor) { (value: Int) in
                started.increment()
                return value
            }
            .record(on: scheduler, demand: .none)
        await scheduler.settle()
        #expect(started.current == 1)
        recorder.request(.max(2))
        await scheduler.settle()
        #expect(recorder.values == [1, 2])
        recorder.request(.unlimited)
        await scheduler.settle()
        #expect(recorder.values == [1, 2, 3, 4, 5])
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test("a failure ends the stream and cancels the other tasks")
    func failure() async {
        let cancelled = Protected(0)
        let recorder = (1...3).publisher.setFailureType(to: PipeError.self)
            .asyncMap(on: scheduler.taskExecutor) { [scheduler] (value: Int) async throws(PipeError) -> Int in
                do {
                    try await scheduler.sleep(for: .milliseconds(value == 2 ? 1 : 100))
                } catch {
                    cancelled.increment()
                }
                if value == 2 { throw .pipe }
                return value
            }
            .record(on: scheduler)
        await scheduler.settle(after: .milliseconds(1))
        #expect(recorder.failure == .pipe)
        #expect(recorder.values == [])
        #expect(cancelled.current == 2)
    }

    @Test("cancelling reaches the tasks, and nothing arrives after it")
    func cancellation() async {
        let cancelled = Protected(0)
        let recorder = (1...3).publisher
            .asyncMap(on: scheduler.taskExecutor) { [scheduler] (value: Int) -> Int in
                do {
                    try await scheduler.sleep(for: .milliseconds(5))
                } catch {
                    cancelled.increment()
                }
                return value
            }
            .record(on: scheduler)
        await scheduler.settle(after: .milliseconds(1))
        recorder.cancel()
        await scheduler.settle(after: .milliseconds(10))
        #expect(cancelled.current == 3)
        #expect(recorder.values == [])
        #expect(recorder.completion == nil)
        #expect(scheduler.isIdle)
    }

    @Test("an empty upstream finishes at once")
    func empty() {
        let recorder = Empty<Int, Never>().asyncMap { $0 }.record(demand: .none)
        #expect(recorder.isFinished)
    }
}
