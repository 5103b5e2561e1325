import Signals
import SignalsTesting
import TestSupport
import Testing

private enum PipeError: Error { case pipe }

/// Counts from one on, and notes how often it was asked.
private struct Counting: AsyncSequence, Sendable {
    let limit: Int
    let failure: PipeError?
    let asked: Protected<Int>

    struct Iterator: AsyncIteratorProtocol {
        let sequence: Counting
        var count = 0

        mutating func next(isolation: isolated (any Actor)?) async throws(PipeError) -> Int? {
            sequence.asked.increment()
            await Task.yield()
            if count == sequence.limit {
                if let failure = sequence.failure { throw failure }
                return nil
            }
            count += 1
            return count
        }

        mutating func next() async throws(PipeError) -> Int? { try await next(isolation: nil) }
    }

    func makeAsyncIterator() -> Iterator { Iterator(sequence: self) }
}

@Suite("asyncSequence.publisher")
struct AsyncSequencesTests {
    @Test("a sequence's elements and its end come through, on virtual time too")
    func elements() async {
        let scheduler = VirtualTimeScheduler()
        let sequence = Counting(limit: 5, failure: nil, asked: Protected(0))
        let recorder = sequence.publisher(on: scheduler.taskExecutor).record()
        await scheduler.settle()
        #expect(recorder.values == [1, 2, 3, 4, 5])
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test("a sequence's failure comes through with its type")
    func failure() async {
        let scheduler = VirtualTimeScheduler()
        let sequence = Counting(limit: 2, failure: .pipe, asked: Protected(0))
        let recorder: Recorder<Int, PipeError> = sequence.publisher(on: scheduler.taskExecutor).record()
        await scheduler.settle()
        #expect(recorder.values == [1, 2])
        #expect(recorder.failure == .pipe)
    }

    @Test("an element is waited for only when one has been asked for")
    func backPressure() async {
        let scheduler = VirtualTimeScheduler()
        let asked = Protected(0)
        let sequence = Counting(limit: 3, failure: nil, asked: asked)
        let recorder = sequence.publisher(on: scheduler.taskExecutor).record(demand: .none)
        await scheduler.settle()
        #expect(asked.current == 0)
        for expected in [[1], [1, 2], [1, 2, 3]] {
            recorder.request(.max(1))
            await scheduler.settle()
            #expect(recorder.values == expected)
            #expect(asked.current == expected.count)
            #expect(recorder.completion == nil)
        }
        recorder.request(.max(1))
        await scheduler.settle()
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test("demand that a value is answered with counts")
    func demandFromValues() async {
        let scheduler = VirtualTimeScheduler()
        let sequence = Counting(limit: 10, failure: nil, asked: Protected(0))
        let recorder = sequence.publisher(on: scheduler.taskExecutor).record(demand: .max(1)) { _, value in
            value < 4 ? .max(1) : .none
        }
        await scheduler.settle()
        #expect(recorder.values == [1, 2, 3, 4])
    }

    @Test("cancelling reaches the task that waits for an element, and nothing arrives after it")
    func cancellation() async throws {
        try await underWatchdog {
            let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
            let cancelled = AsyncGate()
            continuation.onTermination = { _ in Task { await cancelled.open() } }
            let received = AsyncGate()
            let recorder = stream.publisher.record { _, _ in
                Task { await received.open() }
                return .none
            }
            continuation.yield(1)
            await received.wait()
            recorder.cancel()
            await cancelled.wait()
            continuation.yield(2)
            #expect(recorder.values == [1])
            #expect(recorder.completion == nil)
        }
    }

    @Test("a subscription that is dropped while its task waits for demand leaves nothing behind")
    func dropped() async throws {
        try await underWatchdog {
            final class Probe: Sendable {}
            weak var probe: Probe?
            do {
                let kept = Probe()
                probe = kept
                let sequence = Counting(limit: 3, failure: nil, asked: Protected(0)).map { (value: Int) -> Int in
                    withExtendedLifetime(kept) { value }
                }
                let recorder = sequence.publisher.record(demand: .max(1))
                while recorder.values.isEmpty { await Task.yield() }
                recorder.cancel()
            }
            while probe != nil { await Task.yield() }
        }
    }
}
