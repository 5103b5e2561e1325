import Signals
import SignalsTesting
import TestSupport
import Testing

/// What a subscriber does to the subject that is just giving it a value.
@Suite struct ReentrancyTests {
    /// A subject of either kind, and the values that a subscriber gets before anything is sent.
    struct Kind: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let make: @Sendable () -> any Subject<Int, TestError>
        let first: [Int]
    }

    private static let kinds = [
        Kind(testDescription: "passthrough", make: { PassthroughSubject() }, first: []),
        Kind(testDescription: "current value", make: { CurrentValueSubject(0) }, first: [0]),
    ]

    private func record(
        _ subject: any Subject<Int, TestError>, _ reaction: @escaping @Sendable (Int) -> Void = { _ in }
    ) -> Recorder<Int, TestError> {
        let recorder = Recorder<Int, TestError> { _, value in
            reaction(value)
            return .none
        }
        subject.receive(subscriber: recorder)
        return recorder
    }

    @Test("C01 a value sent from inside comes after the present one has reached everybody", arguments: kinds)
    func send(kind: Kind) {
        underWatchdog {
            for depth in 2...3 {
                let subject = kind.make()
                let a = record(subject) { value in if value > 0, value < depth { subject.send(value + 1) } }
                let b = record(subject)
                subject.send(1)
                #expect(a.values == kind.first + Array(1...depth))
                #expect(b.values == a.values)
                #expect(a.violations.isEmpty && b.violations.isEmpty)
                if let stateful = subject as? CurrentValueSubject<Int, TestError> { #expect(stateful.value == depth) }
            }
        }
    }

    @Test("C01 C04 cancelling another one between two values sent from inside", arguments: kinds)
    func sendAndCancel(kind: Kind) {
        let subject = kind.make()
        let victim = Protected<Recorder<Int, TestError>?>(nil)
        let a = record(subject) { value in
            if value == 1 {
                subject.send(2)
                victim.current?.cancel()
            }
        }
        let b = record(subject)
        victim.withValue { $0 = b }
        let c = record(subject)
        subject.send(1)
        #expect(a.values == kind.first + [1, 2])
        #expect(b.values == kind.first)
        #expect(c.values == kind.first + [1, 2])
    }

    @Test("C04 the first of three cancels the others while it takes a value", arguments: kinds)
    func cancelOthers(kind: Kind) {
        let subject = kind.make()
        let others = Protected<[Recorder<Int, TestError>]>([])
        let a = record(subject) { value in
            if value == 1 { for other in others.current { other.cancel() } }
        }
        let rest = [record(subject), record(subject)]
        others.withValue { $0 = rest }
        subject.send(1)
        subject.send(2)
        #expect(a.values == kind.first + [1, 2])
        #expect(rest.map(\.values) == [kind.first, kind.first])
    }

    @Test("C04 a sequence is cancelled at the third element") func cancelSequence() {
        let recorder = (1...10).publisher.record { recorder, value in
            if value == 3 { recorder.cancel() }
            return .none
        }
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.completion == nil)
    }

    @Test("C04 a cancellation that is cancelled from inside, and one from inside the ending")
    func cancelInsideCancelling() {
        let handle = Protected<AnyCancellable?>(nil)
        let cancels = Protected(0)
        let subject = PassthroughSubject<Int, Never>()
        let new = subject.handleEvents(receiveCancel: {
            cancels.increment()
            handle.current?.cancel()
        }).sink(receiveCompletion: { _ in }, receiveValue: { _ in })
        handle.withValue { $0 = new }
        new.cancel()
        #expect(cancels.current == 1)

        let atEnd = subject.handleEvents(receiveCancel: { cancels.increment() })
            .sink(receiveCompletion: { _ in handle.current?.cancel() }, receiveValue: { _ in })
        handle.withValue { $0 = atEnd }
        subject.send(completion: .finished)
        #expect(cancels.current == 1)
        handle.withValue { $0 = nil }
    }

    @Test("C06 who subscribes while a value is delivered: the newest of a state, nothing of an event", arguments: kinds)
    func subscribe(kind: Kind) {
        let subject = kind.make()
        let nested = Protected<Recorder<Int, TestError>?>(nil)
        let a = record(subject) { value in
            if value == 1 {
                let new = Recorder<Int, TestError>()
                subject.receive(subscriber: new)
                nested.withValue { $0 = new }
            }
        }
        subject.send(1)
        subject.send(2)
        #expect(a.values == kind.first + [1, 2])
        #expect(nested.current?.values == (kind.first.isEmpty ? [2] : [1, 2]))
        #expect(nested.current?.violations.isEmpty == true)
    }

    @Test("C07 an ending sent from inside a value comes after everybody has the value", arguments: kinds, [0, 1, 2])
    func complete(kind: Kind, variant: Int) {
        let subject = kind.make()
        let a = record(subject) { value in
            if value != 1 { return }
            if variant == 2 { subject.send(2) }
            subject.send(completion: variant == 1 ? .failure(TestError()) : .finished)
            subject.send(3)
        }
        let b = record(subject)
        subject.send(1)
        subject.send(4)
        for recorder in [a, b] {
            #expect(recorder.values == kind.first + (variant == 2 ? [1, 2] : [1]))
            #expect(recorder.endingCount == 1)
            #expect((recorder.failure != nil) == (variant == 1))
            #expect(recorder.violations.isEmpty)
        }
    }

    @Test("C37 after the ending neither door changes the value, and who comes late gets the ending alone")
    func afterEnd() {
        let subject = CurrentValueSubject<Int, Never>(0)
        subject.send(2)
        subject.send(completion: .finished)
        subject.send(42)
        #expect(subject.value == 2)
        subject.value = 43
        #expect(subject.value == 2)
        let late = subject.record()
        #expect(late.values.isEmpty && late.isFinished)
    }

    @Test("C70 a subject drops what nobody has asked for") func noDemand() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record(demand: .max(2))
        for value in 1...5 { subject.send(value) }
        recorder.request(.max(1))
        for value in 6...10 { subject.send(value) }
        #expect(recorder.values == [1, 2, 6])
    }

    @Test("C48 values that a subject no longer needs are let go of, outside any lock") func release() {
        final class Payload: Sendable {
            let onRelease: @Sendable () -> Void
            init(_ onRelease: @escaping @Sendable () -> Void) { self.onRelease = onRelease }
            deinit { onRelease() }
        }
        underWatchdog {
            let released = Protected(0)
            let subject = CurrentValueSubject<Payload?, Never>(nil)
            let handle = subject.sink { _ in }
            for _ in 0..<3 {
                subject.send(
                    Payload { [weak subject] in
                        // Comes back to the subject that is just replacing it.
                        released.increment()
                        withExtendedLifetime(subject?.value) {}
                    })
            }
            #expect(released.current == 2)
            subject.value = nil
            #expect(released.current == 3)
            withExtendedLifetime(handle) {}
        }
    }
}
