import Signals
import SignalsTesting
import TestSupport
import Testing

/// What a publisher gives as soon as it is subscribed to comes before whatever its outer publisher does next.
@Suite("What inner publishers give at once")
struct GivenAtOnceTests {
    static let outer = Record<Int, Problem>(output: [1, 2], completion: .failure(Problem(7)))

    @Test("comes before a failure of the outer one")
    func outerFailure() {
        let inner: @Sendable (Int) throws(Problem) -> Record<Int, Problem> = { value in
            Record(output: [value * 10, value * 10 + 1], completion: .finished)
        }
        #expect(Self.outer.flatMap(inner).record().text == "0:10 0:11 0:20 0:21 0X")
        #expect(Self.outer.flatMap(maxPublishers: .max(1), inner).record().text == "0:10 0:11 0:20 0:21 0X")
        #expect(Self.outer.flatMapInOrder(maxPublishers: .max(2), inner).record().text == "0:10 0:11 0:20 0:21 0X")
        #expect(Self.outer.flatMapLatest(inner).record().text == "0:10 0:11 0:20 0:21 0X")
        #expect(Self.outer.map(inner).switchToLatest().record().text == "0:10 0:11 0:20 0:21 0X")
    }

    @Test("comes before a failure of a transform")
    func thrownFailure() {
        let inner: @Sendable (Int) throws(Problem) -> Just<Int> = { (value) throws(Problem) in
            if value == 3 { throw Problem() }
            return Just(value)
        }
        let source = [1, 2, 3].publisher.setFailureType(to: Problem.self)
        let failing: @Sendable (Int) throws(Problem) -> AnyPublisher<Int, Problem> = { (value) throws(Problem) in
            try inner(value).setFailureType(to: Problem.self).eraseToAnyPublisher()
        }
        #expect(source.flatMap(failing).record().text == "0:1 0:2 0X")
        #expect(source.flatMapInOrder(maxPublishers: .unlimited, failing).record().text == "0:1 0:2 0X")
        #expect(source.flatMapLatest(failing).record().text == "0:1 0:2 0X")
    }

    @Test("comes before a failure of what it was made of, where values are expanded")
    func expanded() {
        let recorder = Self.outer.expand { (value) throws(Problem) in
            Record(output: value < 10 ? [value * 10] : [], completion: .finished)
        }.record()
        #expect(recorder.values.sorted() == [1, 2, 10, 20])
        #expect(recorder.failure == Problem(7))
    }

    @Test("does not come after a failure that an inner one had before")
    func innerFailure() {
        let inner: @Sendable (Int) throws(Problem) -> Record<Int, Problem> = { value in
            Record(output: [value * 10], completion: .failure(Problem(value)))
        }
        #expect(Self.outer.flatMap(inner).record().values == [10])
        #expect(Self.outer.flatMap(inner).record().failure == Problem(1))
        #expect(Self.outer.flatMapLatest(inner).record().failure == Problem(1))
    }

    @Test("drop(untilOutputFrom:) minds nothing of the other after its word, also of one that ends in the same breath")
    func wordAndFailure() {
        let source = [1, 2].publisher.setFailureType(to: Problem.self)
        #expect(source.drop(untilOutputFrom: Self.outer).record().text == "0:1 0:2 0|")
        let subject = PassthroughSubject<Int, Problem>()
        let recorder = source.append(subject).drop(untilOutputFrom: Self.outer).record()
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == nil)
    }
}
