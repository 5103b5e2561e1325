import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct RetryTests {
    /// Fails `failures` times as soon as it is subscribed to, and then gives 1.
    private func source(failures: Int, count: Protected<Int>) -> Deferred<AnyPublisher<Int, ScriptError>> {
        Deferred {
            count.increment() > failures
                ? Just(1).mapError { _ -> ScriptError in }.eraseToAnyPublisher()
                : Fail<Int, ScriptError>(error: .source).eraseToAnyPublisher()
        }
    }

    @Test("T39 retry subscribes again at each failure, as often as it may")
    func retries() {
        let script = TimedScript()
        let begun = Log<Int>()
        let cold = script.cold("5:1 10:2 15:3 20X")
        let source = Deferred {
            begun.append(Int(script.scheduler.now.offset / .milliseconds(1)))
            return cold
        }
        let expected = "205:1 210:2 215:3 225:1 230:2 235:3 245:1 250:2 255:3 260X"
        #expect(script.output(source.retry(2)) == expected)
        #expect(begun.entries == [200, 220, 240])
    }

    @Test("retry without a number goes on until it works, and retry(0) never tries again")
    func forEver() {
        let count = Protected(0)
        let recorder = source(failures: 1_000, count: count).retry().record()
        #expect(recorder.values == [1])
        #expect(count.current == 1_001)
        #expect(source(failures: 1, count: Protected(0)).retry(0).record().failure == .source)
    }

    @Test("C44 a hundred thousand attempts that fail at once, on a small stack, one alive at a time")
    func flat() {
        underWatchdog {
            let population = Population()
            let most = Protected(0)
            let stack = Protected(StackProbe())
            let attempts = Protected(0)
            let source = Deferred {
                stack.withValue { $0.note() }
                let member = population.member()
                let alive = population.count
                most.withValue { $0 = max($0, alive) }
                return
                    (attempts.increment() < 100_000
                    ? Fail<Int, ScriptError>(error: .source).eraseToAnyPublisher()
                    : Just(7).mapError { _ -> ScriptError in }.eraseToAnyPublisher())
                    .handleEvents(receiveOutput: { _ in member.touch() })
            }
            let recorder = source.retry(100_000).record(demand: .max(1))
            #expect(recorder.values == [7])
            #expect(recorder.isFinished)
            #expect(attempts.current == 100_000)
            #expect(most.current == 1)
            #expect(population.count == 0)
            #expect(stack.current.spread < 16 * 1024)
        }
    }

    @Test("the demand that a failed attempt leaves open is asked of the next")
    func demand() {
        let source = [1, 2].publisher.mapError { _ -> ScriptError in }.append(Fail(error: .source))
        let recorder = source.retry(1).record(demand: .max(3))
        #expect(recorder.values == [1, 2, 1])
        recorder.request(.max(1))
        #expect(recorder.values == [1, 2, 1, 2])
        #expect(recorder.failure == .source)
    }

    @Test("retry(if:) asks whether the error is worth it")
    func condition() {
        let count = Protected(0)
        let source = Deferred { Fail<Int, ScriptError>(error: count.increment() < 3 ? .source : .other) }
        #expect(source.retry(if: { $0 == .source }).record().failure == .other)
        #expect(count.current == 3)
    }

    @Test("retry(_:delay:) waits as long as it is told, on the scheduler's time")
    func delays() {
        let scheduler = VirtualTimeScheduler()
        let begun = Log<Int>()
        let count = Protected(0)
        let source = source(failures: 5, count: count).handleEvents(receiveSubscription: { _ in
            begun.append(Int(scheduler.now.offset / .milliseconds(1)))
        })
        let delay = RetryDelay.exponential(from: .milliseconds(100), limit: .milliseconds(1_000))
        let recorder = source.retry(5, delay: delay, scheduler: scheduler).record(on: scheduler)
        #expect(scheduler.pendingCount == 1)
        scheduler.run()
        #expect(begun.entries == [0, 100, 300, 700, 1_500, 2_500])
        #expect(recorder.values == [1])
        #expect(recorder.isFinished)
        #expect(scheduler.isIdle)
    }

    @Test("a constant delay, and a failure after the last attempt at once")
    func constantDelay() {
        let scheduler = VirtualTimeScheduler()
        let recorder = Fail<Int, ScriptError>(error: .source)
            .retry(2, delay: .constant(.milliseconds(30)), scheduler: scheduler).record(on: scheduler)
        scheduler.run()
        #expect(recorder.script == "60X")
    }

    @Test("jitter comes from the generator that was given, the same for each subscription, and stays below the limit")
    func jitter() {
        let delay = RetryDelay.exponential(from: .milliseconds(100), limit: .milliseconds(800), jitter: 0.5)
        func waits() -> [Duration] {
            let scheduler = VirtualTimeScheduler()
            let times = Log<SchedulerInstant>()
            _ = Fail<Int, ScriptError>(error: .source).handleEvents(receiveSubscription: { _ in
                times.append(scheduler.now)
            }
            )
            .retry(40, delay: delay, scheduler: scheduler, using: Seeded(state: 7)).record()
            scheduler.run()
            return zip(times.entries, times.entries.dropFirst()).map { $0.duration(to: $1) }
        }
        let first = waits()
        #expect(first == waits())
        #expect(first.count == 40)
        #expect(first[0] >= .milliseconds(50) && first[0] <= .milliseconds(150))
        #expect(first.allSatisfy { $0 <= .milliseconds(800) })
        #expect(first.dropFirst(4).contains { $0 < .milliseconds(790) })
    }

    @Test("a delay that grows without limit saturates, also where it starts at the longest or at nothing")
    func saturates() {
        var wait = Duration.seconds(1)
        let delay = RetryDelay.exponential(from: wait, factor: 1_000)
        for _ in 0..<100 { wait = delay.wait(after: wait) }
        #expect(wait == .seconds(Int64.max))
        #expect(RetryDelay.exponential(from: .zero).wait(after: .zero) == .zero)
    }

    @Test("cancelling while a new attempt is being waited for calls it off and releases everything")
    func cancelWhileWaiting() {
        let scheduler = VirtualTimeScheduler()
        let population = Population()
        func run() -> Recorder<Int, ScriptError> {
            let member = population.member()
            return Fail<Int, ScriptError>(error: .source).handleEvents(receiveOutput: { _ in member.touch() })
                .retry(delay: .constant(.seconds(1)), scheduler: scheduler).record()
        }
        let recorder = run()
        #expect(population.count == 1)
        recorder.cancel()
        #expect(population.count == 0)
        #expect(scheduler.isIdle)
        #expect(recorder.completion == nil)
    }

    @Test("retry(when:) tries again at each value of the trigger, and ends with it")
    func trigger() {
        let script = TimedScript()
        let taps = script.hot("205:early 230:x 235:unasked 260:x 300|")
        let output = script.output(script.cold("5:1 10X").retry(when: { _ in taps }))
        #expect(output == "205:1 235:1 265:1 300|")
    }

    @Test("retry(when:) hands the errors to the trigger, which may fail with one of them")
    func triggerOfErrors() {
        let script = TimedScript()
        let output = script.output(
            script.cold("5:1 10X").retry(when: { errors in
                errors.scan(0) { (count: Int, error: ScriptError) throws(ScriptError) -> Int in
                    if count == 2 { throw error }
                    return count + 1
                }
            }))
        #expect(output == "205:1 215:1 225:1 230X")
        underWatchdog {
            let count = Protected(0)
            let recorder = RetryTests().source(failures: 20_000, count: count).retry(when: { $0 }).record()
            #expect(recorder.values == [1])
            #expect(recorder.isFinished)
        }
    }

    @Test("C17 cancelling while attempts fail and succeed on other threads")
    func threads() {
        underWatchdog {
            typealias Round = (subject: PassthroughSubject<Int, ScriptError>, recorder: Recorder<Int, Never>)
            race(
                rounds: 3_000,
                { _ -> Round in
                    let first = PassthroughSubject<Int, ScriptError>()
                    return (first, first.retry(3).append(1).catch { _ in Just(2) }.record(demand: .max(1)))
                },
                [
                    { (round: Round) in
                        round.subject.send(1)
                        round.subject.send(completion: .failure(.source))
                    },
                    { (round: Round) in round.recorder.request(.max(2)) },
                    { (round: Round) in round.recorder.cancel() },
                ],
                check: { (round: Round) in #expect(round.recorder.violations.isEmpty) })
        }
    }
}

/// A generator whose numbers are the same each time.
private struct Seeded: RandomNumberGenerator, Sendable {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ (state >> 29)
    }
}

@Suite struct RecoveringRetryTests {
    private enum Refusal: Error { case expired, unavailable }

    /// A server that accepts a token, which takes 10 ms to be renewed.
    private final class Server: Sendable {
        let time = VirtualTimeScheduler()
        let token = Protected(1)
        let renewals = Protected(0)
        /// The token that is accepted.
        let valid = Protected(2)
        let breakdown = Protected(false)

        func request(_ name: String) -> some Publisher<String, Refusal> {
            Deferred { [self] in
                token.current == valid.current
                    ? Just("\(name) \(token.current)").setFailureType(to: Refusal.self).eraseToAnyPublisher()
                    : Fail(error: .expired).delay(for: .milliseconds(1), scheduler: time).eraseToAnyPublisher()
            }
        }

        func renewal() -> some Publisher<Void, Refusal> {
            Deferred { [self] in
                renewals.increment()
                return Just(()).setFailureType(to: Refusal.self).delay(for: .milliseconds(10), scheduler: time)
                    .map { [self] (_) throws(Refusal) in
                        if breakdown.current { throw .unavailable }
                        token.increment()
                    }
            }.share()
        }
    }

    @Test("all who fail at the same time wait for one recovery, and then try again") func shared() {
        let server = Server()
        let renewal = server.renewal()
        let recorders = ["a", "b", "c"].map { name in
            server.request(name).retry(1) { _ in renewal }.record(on: server.time)
        }
        server.time.advance(by: .milliseconds(11))
        #expect(recorders.map(\.values) == [["a 2"], ["b 2"], ["c 2"]])
        #expect(recorders.allSatisfy(\.isFinished) && server.renewals.current == 1 && server.time.isIdle)
        // One that fails later has a recovery of its own.
        server.valid.increment()
        let later = server.request("d").retry(1) { _ in renewal }.record()
        server.time.advance(by: .milliseconds(11))
        #expect(later.values == ["d 3"] && server.renewals.current == 2)
    }

    @Test("there are as many recoveries as were allowed, for the errors that are worth one") func limits() {
        let server = Server()
        server.valid.withValue { $0 = 9 }
        let renewal = server.renewal()
        let twice = server.request("a").retry(2) { _ in renewal }.record()
        server.time.advance(by: .milliseconds(100))
        #expect(twice.failure == .expired && server.renewals.current == 2)
        let never = server.request("a").retry(recoveringWith: { _ in renewal }, if: { $0 != .expired }).record()
        server.time.advance(by: .milliseconds(100))
        #expect(never.failure == .expired && server.renewals.current == 2)
    }

    @Test("a recovery that fails ends the stream, and one that nobody waits for any more is cancelled") func failing() {
        let server = Server()
        let renewal = server.renewal()
        let cancelled = server.request("a").retry(1) { _ in renewal }.record()
        server.time.advance(by: .milliseconds(5))
        cancelled.cancel()
        #expect(server.time.isIdle && server.token.current == 1)
        server.breakdown.withValue { $0 = true }
        let broken = server.request("a").retry(3) { _ in renewal }.record()
        server.time.advance(by: .milliseconds(100))
        #expect(broken.failure == .unavailable && server.renewals.current == 2)
    }

    @Test("a recovery may take its time, for a back-off") func backOff() {
        let server = Server()
        let renewal = server.renewal()
        let patient = server.request("a").retry(3) { _ in
            renewal.delaySubscription(for: .milliseconds(50), scheduler: server.time)
        }.record(on: server.time)
        server.time.advance(by: .seconds(1))
        #expect(patient.script == "61:a 2 61|" && server.renewals.current == 1)
    }
}
