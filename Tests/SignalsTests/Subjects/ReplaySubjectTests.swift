import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct ReplaySubjectTests {
    @Test(
        "C35 a late subscriber is given the last values and then the ending, as far as it asks",
        arguments: [false, true])
    func late(fails: Bool) {
        let subject = ReplaySubject<Int, ScriptError>(bufferSize: 2)
        for value in 1...3 { subject.send(value) }
        subject.send(completion: fails ? .failure(.source) : .finished)
        subject.send(4)
        let all = subject.record()
        #expect(all.values == [2, 3])
        #expect(fails ? all.failure == .source : all.isFinished)
        let slow = subject.record(demand: .max(1))
        #expect(slow.values == [2])
        #expect(slow.completion == nil)
        slow.request(.max(1))
        #expect(slow.values == [2, 3])
        #expect(slow.completion != nil)
    }

    @Test("values are kept for a subscriber that has not asked, and come in order before later ones")
    func kept() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 1)
        let slow = subject.record(demand: .none)
        for value in 1...3 { subject.send(value) }
        slow.request(.max(2))
        subject.send(4)
        slow.request(.unlimited)
        subject.send(5)
        #expect(slow.values == [1, 2, 3, 4, 5])
        #expect(slow.violations.isEmpty)
    }

    @Test("one that was emptied by cancelling inside its first value, and one that remembers nothing")
    func edges() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 3)
        for value in 1...3 { subject.send(value) }
        let leaving = subject.record { recorder, _ in
            recorder.cancel()
            return .none
        }
        #expect(leaving.values == [1])
        let none = ReplaySubject<Int, Never>(bufferSize: 0)
        none.send(1)
        let recorder = none.record()
        none.send(2)
        none.send(completion: .finished)
        #expect(recorder.values == [2])
        #expect(none.record().values.isEmpty)
    }

    @Test("a value sent inside another is delivered after it, to a newcomer too")
    func reentrant() {
        let subject = ReplaySubject<Int, Never>(bufferSize: 2)
        let late = Protected<Recorder<Int, Never>?>(nil)
        let first = subject.record { _, value in
            if value == 1 {
                subject.send(2)
                late.withValue { $0 = subject.record() }
            }
            return .none
        }
        subject.send(1)
        #expect(first.values == [1, 2])
        #expect(late.current?.values == [1, 2])
    }

    @Test(
        "C11 C13 subscribers that join and leave while four threads send see a gapless end of one order",
        arguments: [0, 1, 100])
    func threads(size: Int) {
        underWatchdog {
            let subject = ReplaySubject<Int, Never>(bufferSize: size)
            let whole = subject.record()
            let parts = Log<Recorder<Int, Never>>()
            onThreads(8) { index in
                if index < 4 {
                    for value in 0..<500 { subject.send(index * 1_000 + value) }
                } else {
                    for round in 0..<50 {
                        let recorder = subject.record()
                        if round.isMultiple(of: 2) { recorder.cancel() } else { parts.append(recorder) }
                    }
                }
            }
            subject.send(completion: .finished)
            #expect(whole.values.count == 2_000)
            for part in parts.entries {
                #expect(part.isFinished)
                #expect(part.values == Array(whole.values.suffix(part.values.count)))
            }
            #expect(subject.record().values == Array(whole.values.suffix(size)))
        }
    }

    @Test("C48 remembered values go with the subject, and subscribers with the ending")
    func releases() {
        let population = Population()
        func use() {
            let subject = ReplaySubject<Population.Member, Never>(bufferSize: 5)
            for _ in 0..<9 { subject.send(population.member()) }
            #expect(population.count == 5)
            let slow = subject.map { _ in 1 }.record(demand: .none)
            subject.send(completion: .finished)
            slow.cancel()
        }
        use()
        #expect(population.count == 0)
    }
}
