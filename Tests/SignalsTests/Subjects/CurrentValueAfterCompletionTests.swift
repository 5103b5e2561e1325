import Signals
import SignalsTesting
import Testing

@Suite struct CurrentValueAfterCompletionTests {
    @Test(
        "after completion sending and assigning are both ignored, and the value stays readable (C37)",
        arguments: [.finished, .failure(.upstream)] as [Subscribers.Completion<Broken>])
    func ignored(completion: Subscribers.Completion<Broken>) {
        let subject = CurrentValueSubject<Int, Broken>(0)
        let recorder = subject.record()
        subject.send(2)
        #expect(subject.value == 2)
        subject.send(completion: completion)
        subject.send(42)
        #expect(subject.value == 2)
        subject.value = 43
        #expect(subject.value == 2)
        #expect(recorder.values == [0, 2])
        #expect(recorder.completion == completion)

        let late = subject.record()
        #expect(late.values == [])
        #expect(late.completion == completion)
        #expect(recorder.violations + late.violations == [])
    }
}
