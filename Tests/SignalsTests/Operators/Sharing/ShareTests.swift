import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct ShareTests {
    /// Counts who subscribes to a publisher and who cancels.
    private final class Traffic: Sendable {
        let begun = Protected(0)
        let cancelled = Protected(0)

        func watch<P: Publisher>(_ publisher: P) -> some Publisher<P.Output, P.Failure> {
            publisher.handleEvents(
                receiveSubscription: { [self] _ in begun.increment() },
                receiveCancel: { [self] in cancelled.increment() })
        }
    }

    @Test("share has one subscription for all, cancelled with the last subscriber and begun again with the next")
    func oneSubscription() {
        let traffic = Traffic()
        let source = PassthroughSubject<Int, Never>()
        let shared = traffic.watch(source).share()
        let (a, b) = (shared.record(), shared.record())
        source.send(1)
        a.cancel()
        source.send(2)
        #expect(traffic.cancelled.current == 0)
        b.cancel()
        #expect(traffic.cancelled.current == 1)
        let c = shared.record()
        source.send(3)
        #expect((a.values, b.values, c.values) == ([1], [1, 2], [3]))
        #expect(traffic.begun.current == 2)
    }

    @Test("share starts afresh after an ending")
    func afterTheEnding() {
        let traffic = Traffic()
        let shared = traffic.watch([1, 2].publisher).share()
        #expect(shared.record().values == [1, 2])
        let second = shared.record()
        #expect(second.values == [1, 2])
        #expect(second.isFinished)
        #expect(traffic.begun.current == 2)
        #expect(traffic.cancelled.current == 0)
    }

    @Test("C33 share().retry(1) connects again once, for one subscriber and for two")
    func retry() {
        let traffic = Traffic()
        let subject = PassthroughSubject<Int, ScriptError>()
        let attempts = Protected(0)
        let source = Deferred {
            attempts.increment() == 1
                ? subject.eraseToAnyPublisher() : Just(1).mapError { _ -> ScriptError in }.eraseToAnyPublisher()
        }
        let shared = traffic.watch(source).share().retry(1)
        let (a, b) = (shared.record(), shared.record())
        subject.send(completion: .failure(.source))
        #expect((a.values, b.values) == ([1], [1]))
        #expect(a.isFinished && b.isFinished)
        #expect(traffic.begun.current == 2)
        let count = Protected(0)
        let failing = Deferred { () -> Fail<Int, ScriptError> in
            count.increment()
            return Fail(error: .source)
        }
        #expect(failing.share().retry(1).record().failure == .source)
        #expect(count.current == 2)
    }

    @Test("what a shared source gives as soon as it starts reaches a subscriber that has several inputs")
    func synchronousSource() {
        @Sendable func shared() -> Publishers.Share<Just<Int>> { Just(1).share() }
        #expect(shared().append(2).record().values == [1, 2])
        #expect(shared().setFailureType(to: ScriptError.self).catch { _ in Empty() }.record().values == [1])
        #expect(shared().merge(with: Just(2)).record().values == [1, 2])
        #expect(shared().zip(shared()) { $0 + $1 }.record().values == [2])
        #expect(Just(1).flatMap { _ in shared() }.record().values == [1])
        #expect(Just(1).flatMapLatest { _ in shared() }.record().values == [1])
        #expect(Just(2).withLatestFrom(Just(1).makeConnectable().autoconnect()) { $0 + $1 }.record().values == [3])
    }

    @Test("partition tells values apart over one subscription, which ends when both halves have left")
    func partition() {
        let subject = PassthroughSubject<Int, ScriptError>()
        let traffic = Protected((begun: 0, cancelled: 0))
        let parts = subject.handleEvents(
            receiveSubscription: { _ in traffic.withValue { $0.begun += 1 } },
            receiveCancel: { traffic.withValue { $0.cancelled += 1 } }
        ).partition { $0 % 2 == 0 }
        let (even, odd) = (parts.matches.record(), parts.others.record())
        for value in 1...4 { subject.send(value) }
        even.cancel()
        subject.send(5)
        #expect(even.values == [2, 4] && odd.values == [1, 3, 5])
        #expect(traffic.current == (1, 0))
        odd.cancel()
        #expect(traffic.current == (1, 1))
        let again = parts.others.record()
        subject.send(completion: .failure(.source))
        #expect(again.failure == .source && traffic.current == (2, 1))
    }

    @Test("C44 a shared source that fails at once a hundred thousand times, on a small stack")
    func flatRetry() {
        underWatchdog {
            let count = Protected(0)
            let source = Deferred {
                count.increment() < 100_000
                    ? Fail<Int, ScriptError>(error: .source).eraseToAnyPublisher()
                    : Just(1).mapError { _ -> ScriptError in }.eraseToAnyPublisher()
            }
            let recorder = source.share().retry().record()
            #expect(recorder.values == [1])
            #expect(recorder.isFinished)
        }
    }

    @Test("an upstream without end is stopped when all subscribers have had enough")
    func endless() {
        underWatchdog {
            let shared = (0...).publisher.share()
            #expect(shared.prefix(3).record().values == [0, 1, 2])
            #expect(shared.share(replay: 2).prefix(3).record().values == [0, 1, 2])
            #expect(shared.makeConnectable().upstream === shared)
        }
    }

    @Test("T52 share(replay: 1) gives a newcomer the last value, and forgets it when all have left")
    func replay() {
        let script = TimedScript()
        let shared = script.hot("200:0 400:1 600:2").share(replay: 1)
        let first = shared.record(on: script.scheduler)
        script.scheduler.advance(to: TimedScript.instant(300))
        let second = shared.record(on: script.scheduler)
        script.scheduler.advance(to: TimedScript.instant(500))
        #expect(first.script == "200:0 400:1")
        #expect(second.script == "300:0 400:1")
        first.cancel()
        second.cancel()
        let third = shared.record(on: script.scheduler)
        script.scheduler.advance(to: TimedScript.instant(700))
        #expect(third.script == "600:2")
    }

    @Test("C36 after the last subscriber has left, the next sees only fresh values, or what is kept for ever")
    func scopes() {
        let source = CurrentValueSubject<Int, Never>(0)
        func log(_ scope: Publishers.ShareScope) -> ([Int], begun: Int) {
            let traffic = Traffic()
            let shared = traffic.watch(source.map { $0 }).share(replay: 2, scope: scope)
            source.value = 0
            let first = shared.record()
            source.value = 1
            first.cancel()
            source.value = 2
            let second = shared.record()
            source.value = 3
            second.cancel()
            return (second.values, traffic.begun.current)
        }
        #expect(log(.whileConnected) == ([2, 3], 2))
        #expect(log(.forever) == ([0, 1, 2, 3], 2))
    }

    @Test("C35 C36 with .forever an ended source is not started again: what was remembered is given, and the ending")
    func forever() {
        let traffic = Traffic()
        let shared = traffic.watch([1, 2, 3].publisher).share(replay: 2, scope: .forever)
        #expect(shared.record().values == [1, 2, 3])
        let late = shared.record(demand: .max(1))
        #expect(late.values == [2])
        #expect(late.completion == nil)
        late.request(.max(1))
        #expect(late.values == [2, 3])
        #expect(late.isFinished)
        #expect(traffic.begun.current == 1)
        let again = traffic.watch([1, 2, 3].publisher).share(replay: 2)
        #expect(again.record().values == [1, 2, 3])
        #expect(again.record().values == [1, 2, 3])
        #expect(traffic.begun.current == 3)
    }

    @Test(
        "C72 a slow subscriber of share(replay:) is given everything and then the ending, also when others began anew")
    func slowSubscriber() {
        let source = PassthroughSubject<Int, Never>()
        let shared = source.share(replay: 1)
        let slow = shared.record(demand: .max(1))
        for value in 1...3 { source.send(value) }
        source.send(completion: .finished)
        #expect(slow.values == [1])
        let next = shared.record()
        #expect(next.isFinished)
        slow.request(.max(1))
        #expect(slow.completion == nil)
        slow.request(.max(1))
        #expect(slow.values == [1, 2, 3])
        #expect(slow.isFinished)
    }

    @Test("a shared publisher drops for one subscriber what that one has not asked for")
    func demand() {
        let source = PassthroughSubject<Int, Never>()
        let shared = source.share()
        let (slow, fast) = (shared.record(demand: .max(1)), shared.record())
        for value in 1...3 { source.send(value) }
        slow.request(.max(1))
        source.send(4)
        #expect((slow.values, fast.values) == ([1, 4], [1, 2, 3, 4]))
        #expect(slow.violations.isEmpty)
    }

    @Test("C48 upstream and subscribers are released after each ending", arguments: ["finish", "cancel", "inside"])
    func releases(ending: String) {
        let population = Population()
        let source = PassthroughSubject<Int, Never>()
        func subscribe() -> [Recorder<Int, Never>] {
            let member = population.member()
            let shared = source.handleEvents(receiveOutput: { _ in member.touch() }).share(replay: 1)
            return (0..<2).map { _ in
                shared.record { recorder, _ in
                    if ending == "inside" { recorder.cancel() }
                    return .none
                }
            }
        }
        let recorders = subscribe()
        #expect(population.count == 1)
        source.send(1)
        if ending == "finish" { source.send(completion: .finished) }
        if ending == "cancel" { for recorder in recorders { recorder.cancel() } }
        #expect(population.count == 0)
        #expect(recorders.allSatisfy { $0.values == [1] })
    }

    @Test("C15 eight threads subscribe at once and leave: one upstream subscription for each time, and one cancel")
    func simultaneousSubscribers() {
        underWatchdog {
            for round in 0..<200 {
                let traffic = Traffic()
                let source = PassthroughSubject<Int, Never>()
                let watched = traffic.watch(source)
                let shared =
                    switch round % 3 {
                    case 0: watched.share().eraseToAnyPublisher()
                    case 1: watched.share(replay: 1).eraseToAnyPublisher()
                    default: watched.makeConnectable().autoconnect().eraseToAnyPublisher()
                    }
                let recorders = Log<Recorder<Int, Never>>()
                onThreads(8) { _ in recorders.append(shared.record()) }
                #expect(traffic.begun.current == 1)
                source.send(round)
                #expect(recorders.entries.allSatisfy { $0.values == [round] })
                onThreads(8) { recorders.entries[$0].cancel() }
                #expect(traffic.cancelled.current == 1)
                onThreads(8) { _ in shared.record().cancel() }
                #expect(traffic.begun.current == traffic.cancelled.current)
            }
        }
    }

    @Test(
        "C21 shared and replayed sources in zips are subscribed to and cancelled from two threads while a third sends")
    func lockOrder() {
        underWatchdog {
            let source = PassthroughSubject<Int, Never>()
            let inner = source.share(replay: 1)
            let shared = inner.share(replay: 1)
            let isOver = Protected(false)
            onThreads(3) { index in
                if index == 0 {
                    for value in 0..<20_000 { source.send(value) }
                    isOver.withValue { $0 = true }
                    return
                }
                while !isOver.current {
                    let pairs = shared.prefix(1).zip(shared.map { $0 + 1 }, inner).record()
                    pairs.cancel()
                    #expect(pairs.violations.isEmpty)
                }
            }
        }
    }

    @MainActor
    @Test("a shared main-actor publisher delivers on the main actor, wherever it is subscribed to and asked from")
    func mainActor() async {
        let scheduler = VirtualTimeScheduler()
        let shared = [1, 2].publisher.receive(on: scheduler.main).share(replay: 2, scope: .forever)
        let first = shared.record()
        scheduler.run()
        #expect(first.values == [1, 2])
        let late = await Task.detached { shared.record(demand: .none) }.value
        #expect(late.events.count == 1)
        scheduler.run()
        await Task.detached { late.request(.unlimited) }.value
        #expect(late.values.isEmpty)
        scheduler.run()
        #expect(late.values == [1, 2])
        #expect(late.events.dropFirst().allSatisfy { $0.isOnMainActor })
        shared.sink { _ in MainActor.assertIsolated() }.cancel()
    }
}
