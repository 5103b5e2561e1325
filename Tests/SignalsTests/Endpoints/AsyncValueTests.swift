import Signals
import SignalsTesting
import TestSupport
import Testing

private enum Refusal: Error { case refused }

@Suite("One value of a publisher, awaited") struct AsyncValueTests {
    @Test("the first value is there for the taking, and upstream is cancelled behind it") func first() async throws {
        let cancels = Protected(0)
        let numbers = CurrentValueSubject<Int, Never>(7)
        let source = numbers.handleEvents(receiveCancel: { cancels.increment() })
        #expect(try await source.firstValue() == 7)
        #expect(cancels.current == 1)
        #expect(try await (1...).publisher.firstValue() == 1)
    }

    @Test("the first, the last and all values of a stream that takes its time") func later() async throws {
        let time = VirtualTimeScheduler()
        let source = time.cold("-a--b---(c|)", values: ["a": 1, "b": 2, "c": 3])
        let first = time.task { (try await source.firstValue(), time.now) }
        let last = time.task { (try await source.lastValue(), time.now) }
        let all = time.task { (try await source.collectValues(), time.now) }
        await time.settle(after: .milliseconds(20))
        #expect(try await first.value == (1, .zero.advanced(by: .milliseconds(1))))
        #expect(try await last.value == (3, .zero.advanced(by: .milliseconds(8))))
        #expect(try await all.value == ([1, 2, 3], .zero.advanced(by: .milliseconds(8))))
        #expect(time.isIdle)
    }

    @Test("a stream without a value is an error that says so, and its values are an empty array") func empty()
        async throws
    {
        let none = Empty<Int, Refusal>()
        await #expect(throws: NoValueError()) { try await none.firstValue() }
        await #expect(throws: NoValueError()) { try await none.lastValue() }
        #expect(try await none.collectValues() == [])
        #expect(try await none.allValues() == [])
        #expect("\(NoValueError())" == "The publisher finished without a value")
    }

    @Test("a failure is thrown, unless the first value came before it") func failure() async throws {
        let source = Just(1).setFailureType(to: Refusal.self).append(Fail(error: .refused))
        #expect(try await source.firstValue() == 1)
        await #expect(throws: Refusal.refused) { try await source.lastValue() }
        await #expect(throws: Refusal.refused) { try await source.collectValues() }
    }

    @Test("cancelling the task ends the wait, and cancels upstream") func cancellation() async {
        let time = VirtualTimeScheduler()
        let cancels = Protected(0)
        let subject = PassthroughSubject<Int, Never>()
        let source = subject.handleEvents(receiveCancel: { cancels.increment() })
        let tasks = [
            time.task { _ = try await source.firstValue() }, time.task { _ = try await source.lastValue() },
            time.task { _ = try await source.collectValues() },
        ]
        await time.settle()
        for task in tasks { task.cancel() }
        for task in tasks {
            let result = await task.result
            #expect(throws: CancellationError.self) { try result.get() }
        }
        #expect(cancels.current == 3)
    }
}
