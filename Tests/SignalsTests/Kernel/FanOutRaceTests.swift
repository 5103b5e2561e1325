import Signals
import SignalsTesting
import TestSupport
import Testing

extension Races {
    /// Joining, leaving, sending and completing at the same time.
    @Suite struct FanOutRaceTests {
        // MARK: A value that can be read back

        @Test("C10 two threads send: the last value delivered is the one that is read")
        func lastValue() async throws {
            struct Round: Sendable {
                let subject = CurrentValueSubject<Int, Never>(0)
                let recorders: [Recorder<Int, Never>]
                init() {
                    let subject = subject
                    recorders = [subject.record(), subject.map { $0 }.record()]
                }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [{ $0.subject.send(1) }, { $0.subject.value = 2 }]
                ) { round in
                    let logs = round.recorders.map(\.values)
                    let isRight =
                        logs[0] == logs[1] && logs[0].count == 3 && logs[0].last == round.subject.value
                        && Set(logs[0]) == [0, 1, 2]
                    if !isRight { Issue.record("delivered \(logs), \(round.subject.value) is read") }
                }
            }
        }

        @Test("C10 many senders: each value once, in one order for all, and the last is the one that is read")
        func manySenders() async throws {
            await onOwnThread {
                let count = 10_000
                let threads = 8
                let subject = CurrentValueSubject<Int, Never>(-1)
                let visits = OneAtATime()
                let recorders = [subject.record(), subject.record()]
                let sink = subject.sink { _ in visits.visit() }
                onThreads(threads) { thread in
                    for number in 0..<count { subject.send(thread * count + number) }
                }
                let values = recorders[0].values
                #expect(values.count == threads * count + 1)
                #expect(Set(values).count == values.count)
                #expect(values == recorders[1].values)
                #expect(values.last == subject.value)
                for thread in 0..<threads {
                    let own = values.filter { $0 >= 0 && $0 / count == thread }
                    #expect(own == own.sorted())
                }
                #expect(visits.overlapCount == 0 && visits.visits == threads * count + 1)
                #expect(recorders.flatMap(\.violations).isEmpty)
                withExtendedLifetime(sink) {}
            }
        }

        @Test("C11 subscribing while another sends: a gapless end of the sequence")
        func joinWhileStoring() async throws {
            struct Round: Sendable {
                let subject = CurrentValueSubject<Int, Never>(0)
                let all = Recorder<Int, Never>()
                let single = Recorder<Int, Never>(demand: .max(1)) { _, _ in .max(1) }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { round in
                            round.subject.subscribe(round.all)
                            round.subject.subscribe(round.single)
                        },
                        { round in for value in 1...3 { round.subject.send(value) } },
                    ]
                ) { round in
                    let values = round.all.values
                    if values.isEmpty || values != Array((values.first ?? 0)...3) || !round.all.violations.isEmpty {
                        Issue.record("with everything asked for: \(values)")
                    }
                    // Who asks for one at a time may miss some, but none twice, and not the last.
                    let single = round.single.values
                    if single.last != 3 || single != single.sorted() || Set(single).count != single.count {
                        Issue.record("one by one: \(single)")
                    }
                }
            }
        }

        @Test("C11 asking while another sends: the newest is held, once")
        func requestWhileStoring() async throws {
            struct Round: Sendable {
                let subject = CurrentValueSubject<Int, Never>(0)
                let recorder: Recorder<Int, Never>
                init() { recorder = subject.record(demand: .none) }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { round in for _ in 0..<4 { round.recorder.request(.max(1)) } },
                        { round in for value in 1...3 { round.subject.send(value) } },
                    ]
                ) { round in
                    let values = round.recorder.values
                    let isRight =
                        values == values.sorted() && Set(values).count == values.count && values.last == 3
                        && round.recorder.violations.isEmpty
                    if !isRight { Issue.record("\(values) \(round.recorder.violations)") }
                }
            }
        }

        @Test("C37 C17 storing while another completes: what is read stays, and nothing comes after the ending")
        func storeWhileCompleting() async throws {
            struct Round: Sendable {
                let subject = CurrentValueSubject<Int, Never>(0)
                let recorder: Recorder<Int, Never>
                init() { recorder = subject.record() }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { round in for value in 1...3 { round.subject.value = value } },
                        { round in round.subject.send(completion: .finished) },
                    ]
                ) { round in
                    let isRight =
                        round.recorder.isFinished && round.recorder.violations.isEmpty
                        && round.recorder.values.last == round.subject.value
                    if !isRight { Issue.record("\(round.recorder.values), \(round.subject.value) is read") }
                }
            }
        }

        // MARK: No memory

        @Test("C12 four senders, and subscribers that come and go meanwhile")
        func comingAndGoing() async throws {
            await onOwnThread {
                let subject = PassthroughSubject<Int, Never>()
                let always = OneAtATime()
                let sink = subject.sink { _ in always.visit() }
                onThreads(4) { thread in
                    for number in 0..<10_000 {
                        if thread < 2 {
                            subject.send(number)
                        } else {
                            let recorder = subject.record(demand: number.isMultiple(of: 2) ? .unlimited : .max(1))
                            if number.isMultiple(of: 3) { recorder.request(.max(1)) }
                            recorder.cancel()
                            if !recorder.violations.isEmpty { Issue.record("\(recorder.violations)") }
                        }
                    }
                }
                #expect(always.visits == 20_000 && always.overlapCount == 0)
                withExtendedLifetime(sink) {}
            }
        }

        @Test("C17 sending, completing and cancelling at once: one ending at most, and nothing after it")
        func sendCompleteCancel() async throws {
            struct Round: Sendable {
                let subject = PassthroughSubject<Int, Never>()
                let cancelled: Recorder<Int, Never>
                let faithful: Recorder<Int, Never>
                init() {
                    cancelled = subject.record()
                    faithful = subject.record()
                }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { round in for value in 1...2 { round.subject.send(value) } },
                        { round in round.subject.send(completion: .finished) },
                        { round in round.cancelled.cancel() },
                    ]
                ) { round in
                    let isRight =
                        round.cancelled.violations.isEmpty && round.faithful.violations.isEmpty
                        && round.faithful.isFinished && [[], [1], [1, 2]].contains(round.faithful.values)
                    if !isRight { Issue.record("\(round.faithful.values) \(round.cancelled.values)") }
                }
            }
        }

        @Test("C17 subscribing while another completes: each subscriber hears of it")
        func joinWhileCompleting() async throws {
            struct Round: Sendable {
                let subject = PassthroughSubject<Int, Never>()
                let recorders = (0..<2).map { _ in Recorder<Int, Never>() }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { $0.subject.subscribe($0.recorders[0]) },
                        { $0.subject.send(completion: .finished) },
                        { $0.subject.subscribe($0.recorders[1]) },
                    ]
                ) { round in
                    if !round.recorders.allSatisfy({ $0.isFinished && $0.violations.isEmpty }) {
                        Issue.record("a subscriber has not been told")
                    }
                }
            }
        }

        // MARK: A memory of several

        @Test("C13 the last values: senders, joins, cancellations and an ending at once", arguments: [0, 1, 2, 100])
        func replay(limit: Int) async throws {
            await onOwnThread {
                let count = 1_000
                let fanOut = FanOut<Int, Never>(replay: .last(limit), name: FanOutRaceTests.self)
                let senders = 4
                let isSending = Protected(senders)
                onThreads(senders + 3) { thread in
                    if thread < senders {
                        for number in 0..<count { fanOut.send(thread * count + number) }
                        if isSending.withValue({
                            $0 -= 1; return $0
                        }) == 0 {
                            fanOut.send(completion: .finished)
                        }
                        return
                    }
                    for round in 0..<200 {
                        let recorder = Recorder<Int, Never>(demand: round.isMultiple(of: 2) ? .unlimited : .max(2)) {
                            recorder, value in
                            if value.isMultiple(of: 7) { recorder.cancel() }
                            return .none
                        }
                        fanOut.subscribe(recorder)
                        recorder.request(.max(1))
                        recorder.cancel()
                        let values = recorder.values
                        for sender in 0..<senders {
                            // Gapless for each sender from the first one seen.
                            let own = values.filter { $0 / count == sender }
                            if let first = own.first, own != Array(first..<first + own.count) {
                                Issue.record("a gap in \(own)")
                            }
                        }
                        if !recorder.violations.isEmpty { Issue.record("\(recorder.violations)") }
                    }
                }
                let late = Recorder<Int, Never>(demand: .max(limit / 2))
                fanOut.subscribe(late)
                #expect(late.values.count == limit / 2)
                late.request(.unlimited)
                #expect(late.values.count == limit && late.isFinished && late.violations.isEmpty)
            }
        }

        @Test("C11 C13 subscribing to the last values while another sends: no gap, nothing twice")
        func joinReplay() async throws {
            struct Round: Sendable {
                let fanOut = FanOut<Int, Never>(replay: .last(2), name: FanOutRaceTests.self)
                let all = Recorder<Int, Never>()
                let single = Recorder<Int, Never>(demand: .max(1)) { _, _ in .max(1) }
                let asking = Recorder<Int, Never>(demand: .none)
                init() { fanOut.send(0) }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [
                        { round in
                            round.fanOut.subscribe(round.all)
                            round.fanOut.subscribe(round.single)
                            round.fanOut.subscribe(round.asking)
                            for _ in 0..<4 { round.asking.request(.max(1)) }
                        },
                        { round in
                            for value in 1...3 { round.fanOut.send(value) }
                            round.fanOut.send(completion: .finished)
                        },
                    ]
                ) { round in
                    for recorder in [round.all, round.single, round.asking] {
                        let values = recorder.values
                        let isRight =
                            values == Array((values.first ?? 0)...3) && recorder.isFinished
                            && recorder.violations.isEmpty
                        if !isRight { Issue.record("\(values) \(recorder.isFinished) \(recorder.violations)") }
                    }
                }
            }
        }

        @Test("C13 subscribing to what is shared while another asks for what it is owed: a new connection begins")
        func joinWhileAsking() async throws {
            struct Round: Sendable {
                let asking: Recorder<Int, Never>
                let joining = Recorder<Int, Never>()
                let shared = Deferred { Just(1) }.share(replay: 1)
                init() { asking = shared.record(demand: .none) }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [{ $0.asking.request(.max(1)) }, { $0.shared.subscribe($0.joining) }]
                ) { round in
                    if round.asking.values != [1] || round.joining.values != [1] || !round.joining.isFinished {
                        Issue.record("\(round.asking.values) \(round.joining.values)")
                    }
                }
            }
        }

        @Test("C13 C35 what is owed is given after the ending, as it is asked for, and the ending comes last")
        func debt() {
            let fanOut = FanOut<Int, Never>(replay: .last(2), name: FanOutRaceTests.self)
            let slow = Recorder<Int, Never>(demand: .none)
            fanOut.subscribe(slow)
            for value in 1...3 { fanOut.send(value) }
            fanOut.send(completion: .finished)
            let late = Recorder<Int, Never>(demand: .max(1))
            fanOut.subscribe(late)
            #expect(slow.values.isEmpty && !slow.isFinished)
            #expect(late.values == [2] && !late.isFinished)
            slow.request(.max(2))
            #expect(slow.values == [1, 2] && !slow.isFinished)
            slow.request(.max(1))
            late.request(.max(1))
            #expect(slow.values == [1, 2, 3] && slow.isFinished)
            #expect(late.values == [2, 3] && late.isFinished)
        }

        @Test("C13 a subscriber cancels inside a value of the past") func cancelInReplay() {
            let fanOut = FanOut<Int, Never>(replay: .last(3), name: FanOutRaceTests.self)
            for value in 1...3 { fanOut.send(value) }
            let recorder = Recorder<Int, Never> { recorder, _ in
                recorder.cancel()
                return .none
            }
            fanOut.subscribe(recorder)
            fanOut.send(4)
            #expect(recorder.values == [1])
        }

        // MARK: Many

        @Test("C45 ten thousand subscribers leave in any order, and are let go of")
        func manyLeave() async throws {
            await onOwnThread {
                let subject = PassthroughSubject<Int, Never>()
                let count = Protected(0)
                var handles = (0..<10_000).map { _ in subject.sink { _ in count.increment() } }
                var generator = SystemRandomNumberGenerator()
                handles.shuffle(using: &generator)
                handles.removeLast(5_000)
                subject.send(1)
                #expect(count.current == 5_000)
                handles = []
                subject.send(2)
                #expect(count.current == 5_000)
            }
        }
    }
}
