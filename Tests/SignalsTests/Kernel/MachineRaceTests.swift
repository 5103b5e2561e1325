import Dispatch
import Signals
import SignalsTesting
import TestSupport
import Testing

extension Races {
    /// Several inputs, a clock, requests and cancellations at the same time.
    @Suite struct MachineRaceTests {
        @Test("C12 four threads into several inputs: never two values at once, and the count is exact")
        func overlap() async throws {
            await onOwnThread {
                let count = 10_000
                let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
                let merged = OneAtATime()
                let latest = OneAtATime()
                let flattened = OneAtATime()
                let handles = [
                    subjects.merge().sink { _ in merged.visit() },
                    subjects.combineLatest().sink { _ in latest.visit() },
                    subjects.merge().flatMap { Just($0) }.sink { _ in flattened.visit() },
                ]
                // From here on each value of any input makes a row.
                for subject in subjects { subject.send(0) }
                onThreads(4) { thread in
                    for number in 0..<count { subjects[thread].send(number) }
                }
                #expect(merged.overlapCount == 0 && merged.visits == 4 * count + 4)
                #expect(latest.overlapCount == 0 && latest.visits == 4 * count + 1)
                #expect(flattened.overlapCount == 0 && flattened.visits == 4 * count + 4)
                withExtendedLifetime(handles) {}
            }
        }

        @Test("C14 the outer and the last inner publisher end at the same moment: one ending")
        func flatMapEnds() async throws {
            final class Round: Sendable {
                let outer = PassthroughSubject<Int, TestError>()
                let inner = PassthroughSubject<Int, TestError>()
                let recorder: Recorder<Int, TestError>
                let fails: Bool
                init(_ round: Int) {
                    fails = round.isMultiple(of: 3)
                    recorder = outer.flatMap { [inner] _ in inner }.record()
                    outer.send(0)
                }
            }
            await onOwnThread {
                race(
                    rounds: 50_000, { Round($0) },
                    [
                        { round in
                            if round.fails { round.outer.send(1) }
                            round.outer.send(completion: .finished)
                        },
                        { round in round.inner.send(completion: round.fails ? .failure(TestError()) : .finished) },
                    ]
                ) { round in
                    let isRight =
                        round.recorder.endingCount == 1 && round.recorder.violations.isEmpty
                        && (round.recorder.failure != nil) == round.fails
                    if !isRight { Issue.record("\(round.recorder.events)") }
                }
            }
        }

        @Test("C14 all inputs end at the same moment: one ending") func inputsEnd() async throws {
            final class Round: Sendable {
                let a = PassthroughSubject<Int, Never>()
                let b = PassthroughSubject<Int, Never>()
                let recorders: [any Recording]
                init() { recorders = [a.merge(with: b).record(), a.combineLatest(b).record()] }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { round in
                            round.a.send(1)
                            round.a.send(completion: .finished)
                        },
                        { round in
                            round.b.send(1)
                            round.b.send(completion: .finished)
                        },
                    ]
                ) { round in
                    for recorder in round.recorders where recorder.endingCount != 1 || !recorder.violations.isEmpty {
                        Issue.record("\(recorder.endingCount) endings, \(recorder.violations)")
                    }
                }
            }
        }

        @Test("C17 values, endings, requests and a cancellation at once") func everything() async throws {
            final class Round: Sendable {
                let a = PassthroughSubject<Int, Never>()
                let b = PassthroughSubject<Int, Never>()
                let scheduler = VirtualTimeScheduler()
                let recorders: [any Recording]
                init() {
                    recorders = [
                        a.merge(with: b).record(demand: .max(1)), a.combineLatest(b).record(demand: .max(1)),
                        a.flatMap { [b] _ in b }.record(demand: .max(1)),
                        a.debounce(for: .milliseconds(1), scheduler: scheduler).record(demand: .max(1)),
                        a.collect(byTime: .milliseconds(1), scheduler: scheduler).record(demand: .max(1)),
                        b.receive(on: scheduler).record(demand: .max(1)),
                    ]
                }
            }
            await onOwnThread {
                race(
                    rounds: 3_000, { _ in Round() },
                    [
                        { round in
                            for value in 1...2 { round.a.send(value) }
                            round.a.send(completion: .finished)
                        },
                        { round in
                            for value in 1...2 { round.b.send(value) }
                            round.b.send(completion: .finished)
                        },
                        { round in for recorder in round.recorders { recorder.request(.max(1)) } },
                        { round in
                            round.scheduler.advance(by: .milliseconds(2))
                            for recorder in round.recorders { recorder.cancel() }
                        },
                    ]
                ) { round in
                    round.scheduler.advance(by: .milliseconds(10))
                    for recorder in round.recorders where !recorder.violations.isEmpty || recorder.endingCount > 1 {
                        Issue.record("\(recorder.violations)")
                    }
                    if !round.scheduler.isIdle { Issue.record("a timer is left") }
                }
            }
        }

        @Test("C22 a flush on a queue meets the end of the chain: every round comes to its end")
        func flushMeetsEnd() async throws {
            await onOwnThread {
                let queue = DispatchQueue(label: "timers")
                let sending = DispatchQueue(label: "sending")
                for round in 0..<400 {
                    let subject = PassthroughSubject<Int, Never>()
                    let done = DispatchSemaphore(value: 0)
                    let isDone = Protected(false)
                    let handles = [
                        subject.collect(byTime: .microseconds(50), scheduler: queue).prefix(1)
                            .sink(receiveCompletion: { _ in done.signal() }, receiveValue: { _ in }),
                        subject.debounce(for: .microseconds(round % 3 * 20), scheduler: queue).prefix(1)
                            .sink(receiveCompletion: { _ in done.signal() }, receiveValue: { _ in }),
                    ]
                    sending.async {
                        var value = 0
                        repeat {
                            subject.send(value)
                            value += 1
                        } while value < 20 || !isDone.current && value < 2_000
                    }
                    done.wait()
                    done.wait()
                    isDone.withValue { $0 = true }
                    withExtendedLifetime(handles) {}
                }
            }
        }

        @Test("a subscriber that asks for everything late is given everything that a subject sends")
        func lateUnlimitedDemand() {
            let subjects = (0..<3).map { _ in PassthroughSubject<Int, Never>() }
            // The outer ones of these ask the inner ones only after those have started.
            let chains: [AnyPublisher<Int, Never>] = [
                subjects[0].merge(with: subjects[1], subjects[2]).eraseToAnyPublisher(),
                subjects.merge().flatMap { Just($0) }.eraseToAnyPublisher(),
                subjects.publisher.flatMap { $0 }.flatMap { Just($0) }.eraseToAnyPublisher(),
            ]
            for chain in chains {
                let late = chain.record(demand: .none)
                late.request(.unlimited)
                let atOnce = chain.record { _, value in
                    if value == 1 {
                        // All three wait while this one is being delivered.
                        for more in 2...4 { subjects[1].send(more) }
                    }
                    return .none
                }
                subjects[0].send(1)
                #expect(atOnce.values == [1, 2, 3, 4])
                #expect(late.values == [1, 2, 3, 4])
                late.cancel()
                atOnce.cancel()
            }
        }

        @Test("C09 inputs are cancelled in the order in which they were attached, every time")
        func cancellationOrder() {
            for _ in 0..<20 {
                let cancelled = Log<Int>()
                let recorder = (0..<10).map { number in
                    PassthroughSubject<Int, Never>().handleEvents(receiveCancel: { cancelled.append(number) })
                }.merge().record()
                recorder.cancel()
                #expect(cancelled.entries == Array(0..<10))
            }
        }

        @Test("what was queued before a cancellation has no effect after it") func queuedBeforeCancelling() {
            let made = Protected(0)
            let subject = PassthroughSubject<Int, Never>()
            let recorder = subject.flatMap { value in
                Deferred {
                    made.increment()
                    return Just(value)
                }
            }.record { recorder, _ in
                // These wait in the queue of flatMap while it delivers.
                for value in 2...5 { subject.send(value) }
                recorder.cancel()
                return .none
            }
            subject.send(1)
            #expect(recorder.values == [1])
            #expect(made.current == 1)
        }

        @Test("an input that comes after one which led to a cancellation is not subscribed to")
        func cancelWhileAttaching() {
            let subscribed = Log<Int>()
            let recorder = Protected<Recorder<Int, Never>?>(nil)
            let inputs = (0..<3).map { number in
                Deferred { () -> PassthroughSubject<Int, Never> in
                    subscribed.append(number)
                    if number == 1 { recorder.current?.cancel() }
                    return PassthroughSubject<Int, Never>()
                }
            }
            let new = Recorder<Int, Never>()
            recorder.withValue { $0 = new }
            inputs.merge().subscribe(new)
            #expect(subscribed.entries == [0, 1])
            recorder.withValue { $0 = nil }
        }
    }
}
