import Signals
import SignalsTesting
import TestSupport
import Testing

/// Shared publishers that go by a clock.
@Suite struct KeptShareTests {
    private let time = VirtualTimeScheduler()
    private let subject = PassthroughSubject<Int, ScriptError>()
    private let begun = Protected(0)
    private let cancelled = Protected(0)

    private func kept(replay count: Int = 0) -> some Publisher<Int, ScriptError> {
        subject.handleEvents(
            receiveSubscription: { [begun] _ in begun.increment() },
            receiveCancel: { [cancelled] in cancelled.increment() }
        ).share(replay: count, keepingAliveFor: .milliseconds(5), scheduler: time)
    }

    private func pass(_ ticks: Int) { time.advance(by: .milliseconds(ticks)) }

    @Test("whoever comes within the time goes on with the subscription, and is given what is remembered")
    func within() {
        let shared = kept(replay: 1)
        shared.record().cancel()
        pass(4)
        subject.send(1)
        let second = shared.record()
        pass(20)
        #expect(second.values == [1] && begun.current == 1 && cancelled.current == 0)
        second.cancel()
        // Each leaving has the whole time again.
        pass(4)
        shared.record().cancel()
        pass(4)
        #expect(cancelled.current == 0)
        pass(1)
        #expect(cancelled.current == 1 && time.isIdle)
    }

    @Test("when the time is over upstream is cancelled and forgotten, and the next one starts it afresh")
    func after() {
        let shared = kept(replay: 1)
        let first = shared.record()
        subject.send(1)
        first.cancel()
        pass(5)
        let second = shared.record()
        #expect(second.values == [] && begun.current == 2 && cancelled.current == 1)
        subject.send(2)
        #expect(second.values == [2] && time.isIdle)
    }

    @Test("at the very tick, whichever comes first decides") func sameTick() {
        let shared = kept()
        let joined = Log<Recorder<Int, ScriptError>>()
        // It is scheduled before the end of the time, and so comes first.
        time.at(5) { joined.append(shared.record()) }
        shared.record().cancel()
        time.at(5) { [subject] in subject.send(7) }
        pass(10)
        #expect(joined.entries[0].values == [7] && begun.current == 1 && cancelled.current == 0)
        joined.entries[0].cancel()
        time.at(15) { joined.append(shared.record()) }
        pass(10)
        #expect(begun.current == 2 && cancelled.current == 1)
    }

    @Test(
        "upstream may end within the time: nobody is told, and the next one starts it afresh",
        arguments: [.finished, .failure(.source)] as [Subscribers.Completion<ScriptError>])
    func ending(completion: Subscribers.Completion<ScriptError>) {
        let upstream = Protected(PassthroughSubject<Int, ScriptError>())
        let shared = Deferred { upstream.current }.share(replay: 1, keepingAliveFor: .seconds(1), scheduler: time)
        let first = shared.record()
        upstream.current.send(1)
        first.cancel()
        upstream.current.send(completion: completion)
        #expect(time.isIdle && first.completion == nil)
        upstream.withValue { $0 = PassthroughSubject() }
        let second = shared.record()
        upstream.current.send(2)
        #expect(second.values == [2] && second.completion == nil)
    }

    @Test("a time of nothing on a scheduler that does everything at once is no time") func atOnce() {
        let shared = subject.handleEvents(receiveCancel: { [cancelled] in cancelled.increment() })
            .share(keepingAliveFor: .seconds(9), scheduler: .immediate)
        shared.record().cancel()
        #expect(cancelled.current == 1)
        shared.record().cancel()
        #expect(cancelled.current == 2)
    }

    @Test("what is too old is not given to whoever comes, or asks, late") func expiring() {
        let shared = subject.share(replay: 2, expiringAfter: .milliseconds(5), scheduler: time)
        let first = shared.record()
        let slow = shared.record(demand: .none)
        subject.send(1)
        pass(3)
        subject.send(2)
        pass(2)
        #expect(shared.record().values == [1, 2])
        pass(1)
        #expect(shared.record().values == [2])
        slow.request(.max(1))
        #expect(slow.values == [2])
        pass(3)
        let late = shared.record()
        subject.send(3)
        #expect(late.values == [3] && first.values == [1, 2, 3])
        #expect(time.isIdle && slow.violations == [] && slow.values == [2])
    }

    @Test("the halves of a partition share one subscription, and each of them ends with it") func partition() {
        let parts = subject.handleEvents(receiveSubscription: { [begun] _ in begun.increment() })
            .partition { $0 % 2 == 0 }
        let (even, odd) = (parts.matches.record(), parts.others.record(demand: .max(1)))
        for value in 1...4 { subject.send(value) }
        subject.send(completion: .failure(.source))
        #expect(even.values == [2, 4] && odd.values == [1] && begun.current == 1)
        #expect(even.failure == .source && odd.failure == .source)
    }

    @Test("whoever leaves and comes again inside a value goes on with the same subscription") func comingAgainInside() {
        let shared = kept()
        let second = Log<Recorder<Int, ScriptError>>()
        let first = shared.record { recorder, _ in
            recorder.cancel()
            second.append(shared.record())
            return .none
        }
        for value in 1...3 { subject.send(value) }
        #expect(first.values == [1] && second.entries.map(\.values) == [[2, 3]])
        #expect(begun.current == 1 && cancelled.current == 0 && time.isIdle)
    }
}
