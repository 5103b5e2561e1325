import Signals
import SignalsTesting
import TestSupport
import Testing

/// Operators whose own subscriber feeds their source.
@Suite struct FeedbackTests {
    private typealias Build = @Sendable (AnyPublisher<Int, Broken>) -> AnyPublisher<Int, Broken>

    /// The operators that end after `count` values, for a source that counts up from 1.
    private func limits(_ count: Int) -> [(String, Build)] {
        [
            ("prefix", { $0.prefix(count).eraseToAnyPublisher() }),
            ("output(in:)", { $0.output(in: 0..<count).eraseToAnyPublisher() }),
            ("prefix(while:)", { $0.prefix { $0 <= count }.eraseToAnyPublisher() }),
            ("first(where:)", { $0.first { $0 == count }.eraseToAnyPublisher() }),
            ("output(at:)", { $0.output(at: count - 1).eraseToAnyPublisher() }),
        ]
    }

    @Test("what a subscriber sends while it takes the last value does not slip through (C03)", arguments: [1, 10])
    func values(count: Int) {
        for (name, build) in limits(count) {
            let cancels = Protected(0)
            let subject = PassthroughSubject<Int, Broken>()
            let upstream = subject.handleEvents(receiveCancel: { cancels.increment() }).eraseToAnyPublisher()
            let recorder = build(upstream).record { _, value in
                subject.send(value + 1)
                return .none
            }
            for value in 1...(name == "first(where:)" || name == "output(at:)" ? count : 1) { subject.send(value) }
            subject.send(count + 1)
            let expected = recorder.values.count == 1 ? [count] : Array(1...count)
            #expect(recorder.values == expected, "\(name)")
            #expect(recorder.isFinished, "\(name)")
            #expect(recorder.violations == [], "\(name)")
            #expect(cancels.current == 1, "\(name)")
        }
    }

    @Test("an ending that is sent while the last value is taken does not replace the finish (C03)", arguments: [1, 10])
    func endings(count: Int) {
        for completion in [.finished, .failure(.thrown)] as [Subscribers.Completion<Broken>] {
            for (name, build) in limits(count) where name != "prefix(while:)" {
                let subject = PassthroughSubject<Int, Broken>()
                let recorder = build(subject.eraseToAnyPublisher()).record { _, value in
                    if value == count { subject.send(completion: completion) }
                    return .none
                }
                for value in 1...count { subject.send(value) }
                #expect(recorder.values.last == count, "\(name)")
                #expect(recorder.isFinished, "\(name)")
                #expect(recorder.violations == [], "\(name)")
            }
        }
    }

    @Test("cancelling while the last value is taken leaves no finish (C03, C04)")
    func cancelling() {
        for (name, build) in limits(1) {
            let recorder = build(source([1, 2, 3])).record { recorder, _ in
                recorder.cancel()
                return .none
            }
            #expect(recorder.values == [1], "\(name)")
            #expect(recorder.completion == nil, "\(name)")
        }
    }
}
