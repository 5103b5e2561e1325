import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("C114: send as a function")
struct SendAsFunctionTests {
    private struct Monitor {
        var handler: (Int) -> Void = { _ in }
        var sendableHandler: @Sendable (Int) -> Void = { _ in }
    }

    private func feed<S: Subject>(_ values: [S.Output], to subject: S) where S.Output: Sendable, S.Failure == Never {
        values.forEach(subject.send)
        let send: @Sendable (S.Output) -> Void = subject.send
        values.forEach(send)
        // The usual call is the requirement's, as before.
        for value in values { subject.send(value) }
    }

    private func check<S: Subject<Int, Never>>(_ subject: S) {
        let recorder = subject.record()
        let count = recorder.values.count
        feed([1, 2], to: subject)
        #expect(recorder.values.dropFirst(count) == [1, 2, 1, 2, 1, 2])
    }

    @Test("C114: a subject's send is accepted wherever a function of a sendable output is")
    func functions() {
        check(PassthroughSubject<Int, Never>())
        check(CurrentValueSubject<Int, Never>(0))
        check(ReplaySubject<Int, Never>(bufferSize: 0))

        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record()
        var monitor = Monitor()
        monitor.handler = subject.send
        monitor.sendableHandler = subject.send
        monitor.handler(1)
        monitor.sendableHandler(2)
        [3, 4].forEach(subject.send)
        let handle = [5, 6].publisher.sink(receiveCompletion: subject.send, receiveValue: subject.send)
        #expect(recorder.values == [1, 2, 3, 4, 5, 6])
        #expect(recorder.isFinished)
        withExtendedLifetime(handle) {}
    }
}
