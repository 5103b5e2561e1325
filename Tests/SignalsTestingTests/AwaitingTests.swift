import Dispatch
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Values that a test awaits")
struct AwaitingTests {
    let time = VirtualTimeScheduler()

    @Test("values are taken one after the other, and time moves on as far as it has to") func taking() async throws {
        let recorder = time.cold("-a--(bc)--|", values: ["a": 1, "b": 2, "c": 3]).record(on: time)
        #expect(try await recorder.next() == 1)
        #expect(time.now == .zero.advanced(by: .milliseconds(1)))
        try await recorder.expectNext(2, 3)
        #expect(time.now == .zero.advanced(by: .milliseconds(4)))
        try await recorder.expectNoMore(for: .milliseconds(2))
        try await recorder.expectFinish()
        #expect(time.now == .zero.advanced(by: .milliseconds(7)))
        try await recorder.expectNoMore()
        #expect(recorder.values == [1, 2, 3])
    }

    @Test("tasks that sleep on the clock are followed") func tasks() async throws {
        let subject = PassthroughSubject<String, Problem>()
        let recorder = subject.record(on: time)
        time.task { [time] in
            for word in ["one", "two"] {
                try await time.sleep(for: .seconds(3))
                subject.send(word)
            }
            subject.send(completion: .failure(Problem(4)))
        }
        try await recorder.expectNext("one", "two")
        #expect(try await recorder.expectFailure() == Problem(4))
        #expect(time.now == .zero.advanced(by: .seconds(6)))
    }

    @MainActor
    @Test("what is delivered on the virtual main actor is awaited as well") func mainActor() async throws {
        let recorder = [1, 2].publisher.delay(for: .seconds(1), scheduler: time.main).record(on: time.main)
        try await recorder.expectNext(1, 2)
        try await recorder.expectFinish()
    }

    @Test("without a scheduler a test waits for what another thread sends") func otherThreads() async throws {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record()
        let first = Task { try await recorder.next() }
        DispatchQueue.global().async {
            for value in 1...2 { subject.send(value) }
            subject.send(completion: .finished)
        }
        #expect(try await first.value == 1)
        try await recorder.expectNext(2)
        try await recorder.expectFinish()
    }

    @Test("two who wait at the same time are given a value each") func twoWaiting() async throws {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record()
        let waiting = (0..<2).map { _ in Task { try await recorder.next() } }
        DispatchQueue.global().async { for value in 1...2 { subject.send(value) } }
        let values = [try await waiting[0].value, try await waiting[1].value]
        #expect(values.sorted() == [1, 2])
    }

    @Test("a wait on other threads ends with its timer, or with the task") func limits() async {
        let silent = PassthroughSubject<Int, Never>()
        let recorder = silent.record()
        await failing("a value was to come next, and nothing came\nreceived  ") {
            _ = try await recorder.next(within: .nanoseconds(1))
        }
        let waiting = Task { try await recorder.next(within: .seconds(3_000)) }
        waiting.cancel()
        let result = await waiting.result
        #expect(throws: CancellationError.self) { try result.get() }
    }

    @Test("a failure tells what was to come, what came, and all of it as marbles, at the line of the caller")
    func failures() async {
        let source = time.cold("-a-b-|", values: ["a": 1, "b": 20])
        let recorder = source.record(on: time)
        let line = #line + 1
        await failing(at: line, "3 was to come next, and 20 came\nreceived  -1-a\na stands for 20") {
            try await recorder.expectNext(1, 3)
        }
        await failing("a value was to come next, and the stream finished\nreceived  -1-a-|") {
            _ = try await recorder.next()
        }
        await failing("1 was to come next, and nothing came") { try await recorder.expectNext(1) }
        let again = source.setFailureType(to: Problem.self).record(on: time)
        await failing("the stream was to finish next, and 1 came") { try await again.expectFinish() }
        await failing("nothing was to come, and 20 came") { try await again.expectNoMore(for: .milliseconds(5)) }
        await failing("the stream was to fail next, and the stream finished") { try await again.expectFailure() }
        await failing("nothing was to come, and the stream finished") {
            let ended = Empty<Int, Never>().record(on: time)
            try await ended.expectNoMore()
        }
    }

    @Test("time moves on no further than the limit, and a long line is told as a list") func limitOfTime() async throws
    {
        let slow = Just(7).delay(for: .seconds(30), scheduler: time).record(on: time)
        await failing("a value was to come next, and nothing came\nreceived  ") { _ = try await slow.next() }
        #expect(try await slow.next(within: .seconds(30)) == 7)
        await failing("8 was to come next, and the stream finished\nvalues: 7 at 30000 ms") {
            try await slow.expectNext(8)
        }
    }

    /// Expects one failure, whose text contains `text`.
    private func failing(
        at line: Int? = nil, _ text: String, sourceLocation: SourceLocation = #_sourceLocation,
        _ body: () async throws -> Void
    ) async {
        try? await withKnownIssue(sourceLocation: sourceLocation) {
            try await body()
        } matching: { issue in
            (line.map { issue.sourceLocation?.line == $0 + 1 } ?? true)
                && issue.comments.contains { $0.rawValue.contains(text) }
        }
    }
}
