import Signals
import SignalsTesting
import Testing

@Suite struct CurrentValueDemandTests {
    @Test("a subject that nobody keeps still gives its newest value to a subscriber that asks later")
    func heldWithoutOwner() {
        var subject: CurrentValueSubject<Int, Never>? = CurrentValueSubject(1)
        let late = subject!.record(demand: .none)
        let partial = subject!.record(demand: .max(1))
        subject!.send(2)
        subject = nil
        #expect(late.values == [])
        #expect(partial.values == [1])
        late.request(.max(1))
        partial.request(.unlimited)
        #expect(late.values == [2])
        #expect(partial.values == [1, 2])
        #expect(late.violations + partial.violations == [])
    }

    private static let endings: [@Sendable (CurrentValueSubject<Int, Never>, Recorder<Int, Never>) -> Void] = [
        { _, recorder in recorder.request(.max(1)) },
        { _, recorder in recorder.cancel() },
        { subject, _ in subject.send(completion: .finished) },
    ]

    @Test("what keeps it is gone once the value was given, refused or overtaken by the ending", arguments: 0..<3)
    func released(ending: Int) {
        expectReleased { watch in
            let subject = watch(CurrentValueSubject<Int, Never>(1))
            let recorder = subject.record(demand: .none)
            Self.endings[ending](subject, recorder)
            #expect(recorder.values == (ending == 0 ? [1] : []))
            #expect(recorder.isFinished == (ending == 2))
            #expect(recorder.violations == [])
        }
    }
}
