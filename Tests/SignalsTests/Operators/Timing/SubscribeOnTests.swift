import Dispatch
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("subscribe(on:)")
struct SubscribeOnTests {
    let scheduler = VirtualTimeScheduler()

    @Test("T60 the subscription comes at once, and upstream is subscribed to on the next turn")
    func nextTurn() {
        let source = scheduler.cold("(ab|)")
        let recorder = source.subscribe(on: scheduler).record(on: scheduler)
        #expect(recorder.events.count == 1)
        #expect(source.subscriptions.isEmpty)
        scheduler.advance()
        #expect(recorder.marbles() == "(ab|)")
        #expect(recorder.violations == [])
        scheduler.expectIdle()
    }

    @Test("requests go upstream on the scheduler, and all of them")
    func requests() {
        let source = scheduler.cold("(abcdef|)")
        let recorder = source.subscribe(on: scheduler).record(on: scheduler, demand: .max(1))
        recorder.request(.max(1))
        scheduler.advance()
        #expect(recorder.values == ["a", "b"])
        recorder.request(.max(1))
        #expect(recorder.values == ["a", "b"])
        scheduler.advance()
        #expect(recorder.values == ["a", "b", "c"])
        recorder.request(.unlimited)
        scheduler.advance()
        #expect(recorder.marbles() == "(abcdef|)")
        #expect(source.subscriptions[0].requests.map(\.demand) == [.max(2), .max(1), .unlimited])
    }

    @Test("cancelling goes upstream on the scheduler, and nothing arrives meanwhile")
    func cancelling() {
        let source = PassthroughSubject<Int, Never>()
        let log = Log<String>()
        let recorder = source.handleEvents(receiveCancel: { log.append("cancelled") })
            .subscribe(on: scheduler).record(on: scheduler)
        scheduler.advance()
        source.send(1)
        recorder.cancel()
        source.send(2)
        #expect(log.entries == [])
        scheduler.advance()
        source.send(3)
        recorder.cancel()
        scheduler.advance()
        #expect(log.entries == ["cancelled"])
        #expect(recorder.values == [1])
        scheduler.expectIdle()
    }

    @Test("one that is cancelled before the next turn never subscribes upstream")
    func cancelledEarly() {
        let source = scheduler.cold("a|")
        let recorder = source.subscribe(on: scheduler).record(on: scheduler)
        recorder.cancel()
        scheduler.run()
        #expect(source.subscriptions.isEmpty)
        #expect(recorder.events.count == 1)
    }

    @Test("a main-actor publisher stays one")
    func mainActor() {
        let source: some MainActorPublisher<Int, Never> = Just(1).receive(on: scheduler.main).subscribe(on: scheduler)
        withExtendedLifetime(source) {}
    }
}

extension Races {
    @Suite("subscribe(on:) and threads")
    struct SubscribeOnThreadsTests {
        @Test("C19 on a concurrent queue order is kept and nothing is lost, and upstream works there")
        func concurrent() {
            underWatchdog {
                let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
                for _ in 0..<300 {
                    let ended = DispatchSemaphore(value: 0)
                    let recorder = Recorder<Int, Never>(demand: .max(1)) { _, _ in .max(1) }
                    (0..<20).publisher.subscribe(on: queue)
                        .handleEvents(receiveCompletion: { _ in ended.signal() })
                        .subscribe(recorder)
                    ended.wait()
                    #expect(recorder.values == Array(0..<20))
                }
            }
        }

        @Test("subscribing, asking and cancelling at once, from different threads, ends in order")
        func race() {
            underWatchdog {
                let queue = DispatchQueue(label: "concurrent", attributes: .concurrent)
                for _ in 0..<1_000 {
                    let cancels = Protected(0)
                    let recorder = Empty<Int, Never>(completeImmediately: false)
                        .handleEvents(receiveCancel: { cancels.increment() })
                        .subscribe(on: queue).record(demand: .none)
                    queue.async { recorder.request(.max(1)) }
                    recorder.cancel()
                    queue.sync(flags: .barrier) {}
                    #expect(cancels.current <= 1)
                    #expect(recorder.violations == [])
                }
            }
        }

    }
}

@Suite struct DelaySubscriptionTests {
    @Test("delaySubscription subscribes when the time is over, and not at all once it was cancelled") func delayed() {
        let script = TimedScript()
        let source = script.hot("210:1 230:2 250:3 260|")
        let subscriptions = Protected(0)
        let delayed = source.handleEvents(receiveSubscription: { _ in subscriptions.increment() })
            .delaySubscription(for: .milliseconds(20), scheduler: script.scheduler)
        let cancelled = delayed.record()
        cancelled.cancel()
        #expect(script.output(delayed) == "230:2 250:3 260|")
        #expect(subscriptions.current == 1 && script.scheduler.isIdle)
    }

    @Test("what is asked for before a delayed subscription is asked of it") func delayedDemand() {
        let time = VirtualTimeScheduler()
        let recorder = [1, 2, 3, 4].publisher.delaySubscription(for: .seconds(1), scheduler: time).record(
            demand: .max(1))
        recorder.request(.max(1))
        time.advance(by: .seconds(1))
        #expect(recorder.values == [1, 2])
        recorder.request(.max(1))
        #expect(recorder.values == [1, 2, 3] && recorder.violations == [])
        verifyPublisher(on: time) { [1, 2].publisher.delaySubscription(for: .seconds(1), scheduler: time) }
    }

    @Test(
        "delaySubscription(until:) subscribes at the signal, or at its end",
        arguments: [("220:x", "230:2 240|"), ("220|", "230:2 240|"), ("220X", "220X"), ("", "")])
    func delayedUntil(signal: String, output: String) {
        let script = TimedScript()
        #expect(script.output(script.hot("210:1 230:2 240|").delaySubscription(until: script.hot(signal))) == output)
    }
}
