import Signals
import SignalsTesting
import TestSupport
import Testing

/// A stream combined with itself, and inputs that end in any order.
@Suite struct DiamondTests {
    @Test("C09 a stream combined with itself: the same rows in every run") func diamond() {
        for _ in 0..<200 {
            let a = PassthroughSubject<Int, Never>()
            let recorder = a.combineLatest(a.map { $0 * 2 }) { "\($0),\($1)" }.record()
            for value in 1...3 { a.send(value) }
            #expect(recorder.values == ["1,2", "2,2", "2,4", "3,4", "3,6"])
        }
    }

    @Test("C09 a stream merged with itself") func merged() {
        for _ in 0..<200 {
            let a = CurrentValueSubject<Int, Never>(0)
            let recorder = a.merge(with: a.map { $0 * 10 }).record()
            for value in 1...3 { a.send(value) }
            #expect(recorder.values == [0, 0, 1, 10, 2, 20, 3, 30])
        }
    }

    @Test(
        "a shared stream merged with itself has been left by the time that its subscriber, inside a value, comes again")
    func again() {
        let scheduler = VirtualTimeScheduler()
        let source = scheduler.cold("-a--", values: ["a": 1])
        let shared = source.share()
        let recorder = shared.merge(with: shared).first().repeat(3).record(on: scheduler)
        scheduler.run()
        #expect(recorder.text == "1:1 2:1 3:1 3|")
        #expect(source.subscriptions.map(\.isCancelled) == [true, true, true])
    }

    @Test("C28 an input ends without a value: the failure of the other comes through, whatever the order")
    func emptyInput() {
        for isMirrored in [false, true] {
            let a = PassthroughSubject<Int, TestError>()
            let b = PassthroughSubject<Int, TestError>()
            let recorder = isMirrored ? b.combineLatest(a).record() : a.combineLatest(b).record()
            a.send(completion: .finished)
            #expect(recorder.completion == nil)
            b.send(1)
            #expect(recorder.completion == nil)
            b.send(completion: .failure(TestError()))
            #expect(recorder.failure != nil && recorder.values.isEmpty)
        }
    }

    @Test("C28 C32 of inputs that all end without a value, and of no inputs at all: it finishes") func noValues() {
        let empty = Empty<Int, Never>()
        #expect(empty.combineLatest(empty).record(demand: .none).isFinished)
        #expect([empty, empty].combineLatest().record(demand: .none).isFinished)
        #expect(empty.merge(with: empty).record(demand: .none).isFinished)
        let none: [Just<Int>] = []
        #expect(none.merge().record(demand: .none).isFinished)
        #expect(none.combineLatest().record(demand: .none).isFinished)
    }

    @Test("C38 an early ending through a scheduler: the subscription at once, the ending on the next turn")
    func earlyEnding() {
        let scheduler = VirtualTimeScheduler()
        let failing = Fail<Int, TestError>(error: TestError()).receive(on: scheduler).record(on: scheduler)
        let empty = Empty<Int, Never>().receive(on: scheduler).record(on: scheduler)
        let just = Just(1).receive(on: scheduler).record(on: scheduler)
        #expect([failing.events.count, empty.events.count, just.events.count] == [1, 1, 1])
        scheduler.advance()
        #expect(failing.failure != nil)
        #expect(empty.isFinished)
        #expect(just.values == [1] && just.isFinished)
    }

    @Test("C69 flatMap asks upstream for as many as may run, and for one more when one has finished")
    func flatMapDemand() {
        for limit in [1, 3] {
            let asked = Log<Subscribers.Demand>()
            let inners = (0..<6).map { _ in PassthroughSubject<Int, TestError>() }
            let live = Protected(0)
            let recorder = (0..<6).publisher.setFailure().handleEvents(receiveRequest: { asked.append($0) })
                .flatMap(maxPublishers: .max(limit)) { number in
                    inners[number].handleEvents(
                        receiveSubscription: { _ in live.increment() },
                        receiveCompletion: { _ in live.withValue { $0 -= 1 } },
                        receiveCancel: { live.withValue { $0 -= 1 } })
                }.record(demand: .max(1))
            #expect(asked.entries == [.max(limit)])
            #expect(live.current == limit)
            // With a demand of one, the second value waits for the next request.
            inners[0].send(1)
            inners[0].send(2)
            inners[min(limit, 2) - 1].send(3)
            #expect(recorder.values == [1])
            recorder.request(.unlimited)
            inners[0].send(completion: .finished)
            #expect(asked.entries == [.max(limit), .max(1)])
            #expect(live.current == limit)
            inners[1].send(completion: .failure(TestError()))
            #expect(recorder.failure != nil)
            #expect(live.current == 0)
            #expect(recorder.violations.isEmpty)
        }
    }

    @Test("C72 a finish waits for what is held, and a failure does not") func heldValues() {
        for isFailure in [false, true] {
            let subject = PassthroughSubject<Int, TestError>()
            let other = CurrentValueSubject<Int, TestError>(0)
            let merged = subject.merge(with: Empty(completeImmediately: true)).record(demand: .none)
            let latest = subject.combineLatest(other.prefix(1)).map { $0.0 }.record(demand: .none)
            let flat = subject.flatMap { Just($0).setFailure() }.record(demand: .none)
            let recorders = [merged, latest, flat]
            subject.send(1)
            subject.send(completion: isFailure ? .failure(TestError()) : .finished)
            for recorder in recorders {
                #expect(recorder.endingCount == (isFailure ? 1 : 0))
                recorder.request(.max(1))
                #expect(recorder.values == (isFailure ? [] : [1]))
                #expect(recorder.endingCount == 1 && recorder.violations.isEmpty)
            }
        }
    }
}

extension Publisher where Failure == Never {
    /// The same, as a publisher that could fail.
    fileprivate func setFailure() -> Publishers.SetFailureType<Self, TestError> {
        mapError { (never: Never) -> TestError in }
    }
}
