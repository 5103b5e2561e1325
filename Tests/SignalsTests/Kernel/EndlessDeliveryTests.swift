import Signals
import SignalsTesting
import TestSupport
import Testing

/// A delivery that keeps causing the next, and what only looks like it.
@Suite struct EndlessDeliveryTests {
    private final class Model: @unchecked Sendable {
        // Sound: its properties may be used from any thread.
        @Published var first = 0
        @Published var second = 0
    }

    /// Something that goes on while `mayGoOn` says so.
    struct Loop: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let run: @Sendable (_ mayGoOn: @escaping @Sendable () -> Bool) -> Void
    }

    private static let loops = [
        Loop(testDescription: "CurrentValueSubject") { mayGoOn in
            let (a, b) = (CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0))
            let handles = [
                a.filter { $0 == 5 }.first().sink { _ in b.send(6) },
                a.removeDuplicates().sink { if mayGoOn() { b.send($0) } },
                b.removeDuplicates().sink { a.send($0) },
            ]
            a.send(5)
            withExtendedLifetime(handles) {}
        },
        Loop(testDescription: "Published") { mayGoOn in
            let model = Model()
            let handles = [
                model.$first.filter { $0 == 5 }.first().sink { _ in model.second = 6 },
                model.$first.removeDuplicates().sink { if mayGoOn() { model.second = $0 } },
                model.$second.removeDuplicates().sink { model.first = $0 },
            ]
            model.first = 5
            withExtendedLifetime(handles) {}
        },
        Loop(testDescription: "PassthroughSubject") { mayGoOn in
            let subject = PassthroughSubject<Int, Never>()
            let handle = subject.sink { value in if mayGoOn() { subject.send(value + 1) } }
            subject.send(0)
            withExtendedLifetime(handle) {}
        },
        Loop(testDescription: "Merge") { mayGoOn in
            let subject = PassthroughSubject<Int, Never>()
            let handle = subject.merge(with: Just(0).append(Empty(completeImmediately: false)))
                .sink { value in if mayGoOn() { subject.send(value + 1) } }
            withExtendedLifetime(handle) {}
        },
    ]

    @Test("C117: what feeds itself is reported once, with the name of whom it happens to", arguments: loops)
    func reported(loop: Loop) {
        underWatchdog {
            let (_, reports) = recordingReports {
                let count = Protected(0)
                loop.run { count.increment() < 250_000 }
                #expect(count.current >= 250_000)
            }
            let names = reports.filter { $0.rule == .endlessDelivery }.map(\.operatorName)
            #expect(names.filter { $0.hasPrefix(loop.testDescription) }.count == 1, "\(names)")
        }
    }

    private static let works = [
        Loop(testDescription: "many values at once, from inside") { mayGoOn in
            let subject = PassthroughSubject<Bool, Never>()
            let handle = subject.sink { if $0 { while mayGoOn() { subject.send(false) } } }
            subject.send(true)
            withExtendedLifetime(handle) {}
        },
        Loop(testDescription: "kept values that are asked for one by one") { mayGoOn in
            let subject = ReplaySubject<Int, Never>(bufferSize: .max)
            while mayGoOn() { subject.send(0) }
            let recorder = subject.record(demand: .none)
            recorder.request(.max(1))
            let asking = Protected<(any Subscription)?>(nil)
            subject.receive(
                subscriber: AnySubscriber(
                    receiveSubscription: { subscription in asking.withValue { $0 = subscription } },
                    receiveValue: { _ in
                        asking.current?.request(.max(1))
                        return .none
                    }))
            asking.current?.request(.max(1))
            asking.withValue { $0.take() }?.cancel()
        },
        Loop(testDescription: "a sequence, one by one") { mayGoOn in
            let values = (0...).publisher.prefix { _ in mayGoOn() }
            let recorder = values.flatMap(maxPublishers: .max(1)) { [$0].publisher }
                .merge(with: Empty(completeImmediately: true)).ignoreOutput().record()
            #expect(recorder.isFinished)
        },
        Loop(testDescription: "two threads that never pause") { mayGoOn in
            let subject = PassthroughSubject<Int, Never>()
            let handle = subject.sink { _ in }
            onThreads(2) { index in while mayGoOn() { subject.send(index) } }
            withExtendedLifetime(handle) {}
        },
    ]

    @Test("C117: what others cause, or what is asked for, may go on for as long as it likes", arguments: works)
    func notReported(work: Loop) {
        underWatchdog {
            let (_, reports) = recordingReports {
                let count = Protected(0)
                work.run { count.increment() < 250_000 }
            }
            #expect(reports.filter { $0.rule == .endlessDelivery }.isEmpty)
        }
    }
}
