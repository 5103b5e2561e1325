import Dispatch
import Signals
import SignalsTesting
import TestSupport
import Testing

extension Races {
    /// The races of one subscription of one operator.
    @Suite struct OperatorSubscriptionTests {
        private struct Round: Sendable {
            let subject = PassthroughSubject<Int, Never>()
            let recorder: Recorder<[Int], Never>
            init() {
                recorder = subject.collect().record(demand: .none)
                subject.send(1)
            }
        }

        @Test("a final value becomes ready while two threads ask for it: it comes once") func finalValue() async throws
        {
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { $0.subject.send(completion: .finished) }, { $0.recorder.request(.max(1)) },
                        { $0.recorder.request(.max(1)) },
                    ]
                ) { round in
                    let recorder = round.recorder
                    if recorder.values != [[1]] || !recorder.isFinished || !recorder.violations.isEmpty {
                        Issue.record("\(recorder.values) \(recorder.violations)")
                    }
                }
            }
        }

        @Test("C17 a final value becomes ready while one asks and one cancels: all or nothing")
        func finalValueCancelled() async throws {
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { $0.subject.send(completion: .finished) }, { $0.recorder.request(.max(1)) },
                        { $0.recorder.cancel() },
                    ]
                ) { round in
                    let recorder = round.recorder
                    let isRight =
                        recorder.violations.isEmpty && (recorder.values.isEmpty ? !recorder.isFinished : true)
                    if !isRight { Issue.record("\(recorder.values) \(recorder.violations)") }
                }
            }
        }

        @Test("C17 sending, completing and cancelling through a chain: one ending at most, and all is let go of")
        func chain() async throws {
            final class Round: Sendable {
                let subject = PassthroughSubject<Int, Never>()
                let recorder: Recorder<Int, Never>
                let cancels = Protected(0)
                init() {
                    recorder = subject.handleEvents(receiveCancel: { [cancels] in cancels.increment() })
                        .map { $0 * 2 }.filter { $0 > 0 }.prefix(3).scan(0) { $0 + $1 }.record()
                }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { round in for value in 1...4 { round.subject.send(value) } },
                        { $0.subject.send(completion: .finished) }, { $0.recorder.cancel() },
                    ]
                ) { round in
                    let isRight =
                        round.recorder.violations.isEmpty && round.cancels.current <= 1
                        && [[], [2], [2, 6], [2, 6, 12]].contains(round.recorder.values)
                    if !isRight { Issue.record("\(round.recorder.values) \(round.recorder.violations)") }
                }
            }
        }

        @Test("C12 C17 asking in bits and cancelling while values come: never one beyond demand") func demand()
            async throws
        {
            final class Round: Sendable {
                let subject = CurrentValueSubject<Int, Never>(0)
                let recorder: Recorder<Int, Never>
                init() { recorder = subject.map { $0 }.filter { _ in true }.record(demand: .none) }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { round in for value in 1...4 { round.subject.send(value) } },
                        { round in for _ in 0..<2 { round.recorder.request(.max(1)) } },
                        { $0.recorder.request(.unlimited) },
                    ]
                ) { round in
                    let values = round.recorder.values
                    let isRight =
                        round.recorder.violations.isEmpty && values.last == 4 && values == values.sorted()
                        && Set(values).count == values.count
                    if !isRight { Issue.record("\(values) \(round.recorder.violations)") }
                }
            }
        }

        @Test("an upstream that could not know yet that it was cancelled is not accused") func dismissed() {
            struct Hasty: Publisher {
                typealias Output = Int
                typealias Failure = Never
                func receive<S: Subscriber<Int, Never>>(subscriber: S) {
                    subscriber.receive(subscription: Subscriptions.empty)
                    for value in 1...5 { _ = subscriber.receive(value) }
                    subscriber.receive(completion: .finished)
                }
            }
            let (recorders, reports) = recordingReports {
                [
                    Hasty().prefix(2).record(), Hasty().prefix(0).record(),
                    Hasty().merge(with: Hasty()).prefix(2).record(),
                ]
            }
            #expect(recorders.map(\.values) == [[1, 2], [], [1, 2]])
            #expect(recorders.map(\.isFinished) == [true, true, true])
            #expect(!reports.contains { $0.operatorName == "Prefix" })
        }

        @Test("cancelling after the end tells nobody") func cancelAfterEnd() {
            let cancels = Protected(0)
            let subscription = Protected<(any Subscription)?>(nil)
            let subject = PassthroughSubject<Int, Never>()
            subject.handleEvents(receiveCancel: { cancels.increment() })
                .receive(subscriber: AnySubscriber(receiveSubscription: { new in subscription.withValue { $0 = new } }))
            subject.send(completion: .finished)
            subscription.current?.cancel()
            #expect(cancels.current == 0)
        }

        @Test("handleEvents hears of what a subscriber asks for by returning") func returnedDemand() {
            let asked = Log<Subscribers.Demand>()
            let recorder = [1, 2, 3].publisher.handleEvents(receiveRequest: { asked.append($0) })
                .record(demand: .max(1)) { _, value in value == 1 ? .max(2) : .none }
            #expect(recorder.values == [1, 2, 3])
            #expect(asked.entries == [.max(1), .max(2)])
        }
    }
}

#if DEBUG
/// A publisher that calls its subscriber when it should not is noticed where checking costs nothing that matters.
@Suite struct NestedDeliveryTests {
    /// A publisher by hand: whoever wants to may call its subscriber.
    private final class ByHand: Publisher {
        typealias Output = Int
        typealias Failure = TestError
        let subscriber = Protected<AnySubscriber<Int, TestError>?>(nil)

        func receive<S: Subscriber<Int, TestError>>(subscriber: S) {
            self.subscriber.withValue { $0 = AnySubscriber(subscriber) }
            subscriber.receive(subscription: Subscriptions.empty)
        }

        func give(_ value: Int) { _ = subscriber.current?.receive(value) }
        func end() { subscriber.current?.receive(completion: .finished) }
    }

    private func isReported(_ reports: [Diagnostics.Report], at name: String) -> Bool {
        reports.contains { $0.rule == .overlappingDelivery && $0.operatorName.hasPrefix(name) }
    }

    @Test("C106: a value or an ending from inside an operator's own closure is ignored and reported")
    func insideClosure() {
        let (recorder, reports) = recordingReports {
            let publisher = ByHand()
            let recorder = publisher.scan([Int]()) { list, value in
                if value < 10 {
                    publisher.give(value * 10)
                    publisher.end()
                }
                return list + [value]
            }.record()
            for value in 1...3 { publisher.give(value) }
            publisher.end()
            return recorder
        }
        #expect(recorder.values == [[1], [1, 2], [1, 2, 3]])
        #expect(recorder.isFinished)
        #expect(isReported(reports, at: "Scan"))
    }

    @Test("C106: a value from inside the subscriber is taken, and one from inside the operator is not")
    func insideSubscriber() {
        let (values, reports) = recordingReports {
            let publisher = ByHand()
            let values = Log<Int>()
            let handle = publisher.filter { value in
                // Further down than the first, which waits in the subscriber.
                if value == 10 { publisher.give(99) }
                return true
            }.sink(receiveCompletion: { _ in }) { value in
                values.append(value)
                if value < 10 { publisher.give(value * 10) }
            }
            publisher.give(1)
            publisher.give(2)
            withExtendedLifetime(handle) {}
            return values.entries
        }
        #expect(values == [1, 10, 2, 20])
        #expect(isReported(reports, at: "Filter"))
    }

    @Test("C106: what comes on a second thread while an operator is at work is ignored and reported")
    func twoThreads() {
        let publisher = ByHand()
        let (entered, left) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let recorder = publisher.reduce(0) { sum, value in
            if value == 1 {
                entered.signal()
                left.wait()
            }
            return sum + value
        }.record()
        let ((), reports) = recordingReports {
            underWatchdog {
                onThreads(2) { thread in
                    if thread == 0 { return publisher.give(1) }
                    entered.wait()
                    publisher.give(10)
                    publisher.end()
                    left.signal()
                }
                publisher.give(2)
                publisher.end()
            }
        }
        #expect(recorder.values == [3])
        #expect(recorder.isFinished)
        #expect(isReported(reports, at: "Reduce"))
    }
}
#endif
