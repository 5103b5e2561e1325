import Signals
import SignalsTesting
import TestSupport
import Testing

/// `prefix` and its kind, fed by their own subscriber.
@Suite struct PrefixFeedbackTests {
    @Test("C03 a subscriber that sends on: exactly so many values, and one finish", arguments: [1, 10])
    func feedback(count: Int) {
        underWatchdog {
            let subject = PassthroughSubject<Int, TestError>()
            let cancels = Protected(0)
            let recorder = subject.handleEvents(receiveCancel: { cancels.increment() }).prefix(count)
                .record { _, value in
                    subject.send(value + 1)
                    return .none
                }
            subject.send(1)
            #expect(recorder.values == Array(1...count))
            #expect(recorder.isFinished && recorder.violations.isEmpty)
            #expect(cancels.current == 1)
        }
    }

    @Test("C03 an ending sent from inside the last value does not replace the finish", arguments: [true, false])
    func ending(isFailure: Bool) {
        let subject = PassthroughSubject<Int, TestError>()
        let recorder = subject.first().record { _, _ in
            subject.send(completion: isFailure ? .failure(TestError()) : .finished)
            return .none
        }
        subject.send(1)
        #expect(recorder.values == [1])
        #expect(recorder.isFinished && recorder.endingCount == 1)
    }

    @Test("C03 an ending sent from inside a value that is not the last") func earlyEnding() {
        let subject = PassthroughSubject<Int, TestError>()
        let recorder = subject.prefix(3).record { _, _ in
            subject.send(completion: .failure(TestError()))
            subject.send(9)
            return .none
        }
        subject.send(1)
        #expect(recorder.values == [1])
        #expect(recorder.failure != nil && recorder.endingCount == 1)
    }

    @Test("cancelling inside the last value: no finish") func cancelInLast() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.prefix(2).record { recorder, value in
            if value == 2 { recorder.cancel() }
            return .none
        }
        subject.send(1)
        subject.send(2)
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == nil)
    }
}
