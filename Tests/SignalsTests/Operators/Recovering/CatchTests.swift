import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct CatchTests {
    @Test("T40 catch goes on with another publisher, subscribed to at the failure")
    func goesOn() {
        let script = TimedScript()
        let (a, b) = (script.hot("210:2 220:3 230X"), script.hot("220:0 240:4 250|"))
        #expect(script.output(a.catch { _ in b }) == "210:2 220:3 240:4 250|")
    }

    @Test("the other publisher may have another failure type, or none")
    func otherFailure() {
        let recorder = Fail<Int, ScriptError>(error: .source).catch { $0 == .source ? Just(1) : Just(2) }.record()
        #expect(recorder.values == [1])
        #expect(recorder.isFinished)
        let failing = Fail<Int, ScriptError>(error: .source).catch { _ in Fail<Int, CancellationError>(error: .init()) }
        #expect(failing.record().failure != nil)
    }

    @Test("what the handler throws ends the stream")
    func handlerThrows() {
        let typed = Fail<Int, ScriptError>(error: .source)
            .catch { (_) throws(ScriptError) -> Fail<Int, ScriptError> in throw .other }
        #expect(typed.record().failure == .other)
        let any = Fail<Int, ScriptError>(error: .source).tryCatch { error -> Just<Int> in
            if error == .source { throw CancellationError() }
            return Just(1)
        }
        #expect(any.record().failure is CancellationError)
        let fine = Fail<Int, ScriptError>(error: .source).tryCatch { _ in Just(1) }.record()
        #expect(fine.values == [1])
    }

    @Test("the demand that the first leaves open is asked of the other")
    func demand() {
        let first = [1, 2].publisher.mapError { _ -> ScriptError in }.append(Fail(error: .source))
        let recorder = first.catch { _ in [3, 4].publisher }.record(demand: .max(3))
        #expect(recorder.values == [1, 2, 3])
        recorder.request(.max(1))
        #expect(recorder.values == [1, 2, 3, 4])
        #expect(recorder.isFinished)
    }

    @Test("C31 catch takes a publisher that completes while it is subscribed to")
    func completesDuringSubscription() {
        let subject = CurrentValueSubject<Int, ScriptError>(7)
        let one = Just(1).mapError { _ -> ScriptError in }
        let recorder = one.combineLatest(subject) { $0 + $1 }.catch { _ in Just(0) }.record()
        #expect(recorder.values == [8])
        let empty = Empty<Int, ScriptError>().catch { _ in Just(0) }.record(demand: .none)
        #expect(empty.isFinished)
    }

    @Test("the first upstream is let go of when the other begins")
    func releasesTheFirst() {
        let population = Population()
        let subject = PassthroughSubject<Int, ScriptError>()
        @Sendable func first() -> some Publisher<Int, ScriptError> {
            let member = population.member()
            return subject.handleEvents(receiveOutput: { _ in member.touch() })
        }
        let other = PassthroughSubject<Int, Never>()
        let recorder = Deferred { first() }.catch { _ in other }.record()
        subject.send(1)
        #expect(population.count == 1)
        subject.send(completion: .failure(.source))
        #expect(population.count == 0)
        other.send(2)
        #expect(recorder.values == [1, 2])
        recorder.cancel()
    }
}
