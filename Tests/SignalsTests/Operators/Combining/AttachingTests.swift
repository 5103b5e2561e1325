import Dispatch
import Signals
import SignalsTesting
import TestSupport
import Testing

/// When the inputs of an operator are subscribed to.
@Suite struct AttachingTests {
    struct Row: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable (AnyPublisher<Int, TestError>) -> AnyPublisher<Int, TestError>

        init(
            _ name: String,
            _ make: @escaping @Sendable (AnyPublisher<Int, TestError>) -> any Publisher<Int, TestError>
        ) {
            testDescription = name
            self.make = { make($0).eraseToAnyPublisher() }
        }
    }

    private static let just = Just(1).setFailureType(to: TestError.self)
    private static let empty = Empty<Int, TestError>()
    private static let fail = Fail<Int, TestError>(error: TestError())

    @Test(
        "C115 an input is not subscribed to when one before it has ended everything",
        arguments: [
            Row("race") { just.race(with: $0) },
            Row("race of many") { [just.eraseToAnyPublisher(), $0].race() },
            Row("race against an empty one") { empty.race(with: $0) },
            Row("prefix(untilOutputFrom:)") { $0.prefix(untilOutputFrom: Just(())) },
            Row("drop(untilOutputFrom:)") { $0.drop(untilOutputFrom: empty) },
            Row("zip") { empty.zip($0) { $0 + $1 } },
            Row("zip of many") { [empty.eraseToAnyPublisher(), $0].zip().map(\.count) },
            Row("merge") { fail.merge(with: $0) },
            Row("merge of three") { fail.merge(with: $0, $0) },
            Row("combineLatest") { fail.combineLatest($0) { $0 + $1 } },
            Row("withLatestFrom") { $0.withLatestFrom(fail) { $0 + $1 } },
            Row("sample") { fail.sample($0) },
            Row("append") { fail.append($0) },
            Row("flatMap") { fail.flatMap { _ in just }.merge(with: $0) },
        ])
    func notNeeded(row: Row) {
        let started = Protected(0)
        let work = Deferred<AnyPublisher<Int, TestError>> {
            started.increment()
            return Self.just.eraseToAnyPublisher()
        }
        let recorder = row.make(work.eraseToAnyPublisher()).record()
        #expect(recorder.endingCount == 1)
        #expect(started.current == 0)
    }

    @Test("C115 an input is not subscribed to when the subscriber has cancelled at a value of one before it")
    func cancelled() {
        let started = Protected(0)
        let work = Deferred<Just<Int>> {
            started.increment()
            return Just(2)
        }
        #expect(Just(1).merge(with: work).prefix(1).record().values == [1])
        #expect([Just(1).eraseToAnyPublisher(), work.eraseToAnyPublisher()].merge().first().record().values == [1])
        #expect(started.current == 0)
    }

    /// A publisher that has another thread do something while it is being subscribed to, and only then publishes.
    private struct Slow: Publisher {
        typealias Output = Int
        typealias Failure = TestError
        let meanwhile: @Sendable () -> Void

        func receive<S: Subscriber<Int, TestError>>(subscriber: S) {
            let done = DispatchSemaphore(value: 0)
            let thread = DispatchQueue(label: "meanwhile")
            thread.async { [meanwhile] in
                meanwhile()
                done.signal()
            }
            done.wait()
            [1, 2].publisher.setFailureType(to: TestError.self).receive(subscriber: subscriber)
        }
    }

    @Test("C122 what an inner publisher gives at once comes before a failure of the outer one on another thread")
    func failureOnAnotherThread() async {
        await onOwnThread {
            let outer = PassthroughSubject<Int, TestError>()
            let flat = outer.flatMap { _ in Slow { outer.send(completion: .failure(TestError())) } }.record()
            outer.send(0)
            #expect(flat.values == [1, 2])
            #expect(flat.endingCount == 1)

            let again = PassthroughSubject<Int, TestError>()
            let expanded = again.expand { value -> AnyPublisher<Int, TestError> in
                if value > 0 { return Empty().eraseToAnyPublisher() }
                return Slow { again.send(completion: .failure(TestError())) }.eraseToAnyPublisher()
            }.record()
            again.send(0)
            #expect(expanded.values == [0, 1, 2])
            #expect(expanded.endingCount == 1)

            let third = PassthroughSubject<Int, TestError>()
            let inOrder = third.flatMapInOrder(maxPublishers: .max(2)) { _ in
                Slow { third.send(completion: .failure(TestError())) }
            }.record()
            third.send(0)
            #expect(inOrder.values == [1, 2])
            #expect(inOrder.endingCount == 1)
        }
    }
}
