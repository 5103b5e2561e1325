import Signals
import SignalsTesting
import TestSupport
import Testing

/// Streams of streams: groups and windows.
@Suite struct GroupByTests {
    private typealias Group = GroupedPublisher<Character, String, ScriptError>

    /// Groups by the first letter, and what each gives, with its ticks.
    private func grouped(
        _ script: TimedScript, _ input: String, each: @escaping @Sendable (Group) -> AnyPublisher<String, ScriptError>
    ) -> String {
        script.output(script.hot(input).groupBy { $0.first! }.flatMap(each))
    }

    @Test("each key has a stream, from its first value to the end of all")
    func groups() {
        let script = TimedScript()
        let input = script.hot("210:a1 220:b1 230:a2 240:b2 250|").groupBy { $0.first! }
        let log = Log<String>()
        let groups = Log<(String, Recorder<String, ScriptError>)>()
        let whole = input.handleEvents(receiveCompletion: { _ in log.append("whole") })
            .sink(receiveCompletion: { _ in }) { group in
                let ends = group.handleEvents(receiveCompletion: { _ in log.append("group") })
                groups.append(("\(group)", ends.record(on: script.scheduler)))
            }
        script.scheduler.advance(to: TimedScript.instant(300))
        #expect(groups.entries.map(\.0) == ["GroupedPublisher(a)", "GroupedPublisher(b)"])
        #expect(groups.entries.map(\.1.script) == ["210:a1 230:a2 250|", "220:b1 240:b2 250|"])
        #expect(log.entries == ["group", "group", "whole"])
        whole.cancel()
    }

    @Test("a failure is one of every group, and of the stream")
    func failure() {
        let subject = PassthroughSubject<Int, ScriptError>()
        let groups = Log<Recorder<Int, ScriptError>>()
        let whole = subject.groupBy { $0 % 2 }
            .handleEvents(receiveOutput: { groups.append($0.record()) }).record()
        for value in 1...3 { subject.send(value) }
        subject.send(completion: .failure(.source))
        #expect(groups.entries.map(\.values) == [[1, 3], [2]])
        #expect(groups.entries.allSatisfy { $0.failure == .source } && whole.failure == .source)
    }

    @Test("a group that nobody wants keeps as much as it may, tells what it drops, and holds nothing up")
    func unwanted() {
        let subject = PassthroughSubject<Int, Never>()
        let dropped = Log<Int>()
        let groups = subject.groupBy({ $0 % 2 }, keeping: 2, receiveDropped: { dropped.append($0) }).record()
        let odd = Log<Int>()
        let wanted = groups.values.isEmpty ? subject.filter { $0 % 2 == 1 }.sink { odd.append($0) } : nil
        for value in 0...9 { subject.send(value) }
        #expect(groups.values.map(\.key) == [0, 1])
        #expect(dropped.entries == [4, 5, 6, 7, 8, 9] && odd.entries == [1, 3, 5, 7, 9])
        // Whoever comes late is given what was kept, and then what comes; the next one only that.
        let (first, second) = (groups.values[0].record(), groups.values[0].record())
        subject.send(10)
        #expect(first.values == [0, 2, 10] && second.values == [10])
        subject.send(completion: .finished)
        #expect(first.isFinished && second.isFinished && groups.isFinished)
        #expect(groups.values[1].record().values == [1, 3])
        withExtendedLifetime(wanted) {}
    }

    @Test("a key whose group all have left opens another group")
    func cancelled() {
        let subject = PassthroughSubject<String, Never>()
        let groups = subject.groupBy { $0.first! }.record()
        subject.send("a1")
        subject.send("b1")
        let (a, b) = (groups.values[0].record(), groups.values[1].record())
        a.cancel()
        subject.send("a2")
        subject.send("b2")
        #expect(groups.values.map(\.key) == ["a", "b", "a"])
        #expect(groups.values[2].record().values == ["a2"])
        #expect(a.values == ["a1"] && b.values == ["b1", "b2"])
        // So does one whose stream was only wanted for its first values.
        let script = TimedScript()
        let pairs = grouped(script, "210:a1 220:a2 230:a3 240:b1 250:a4 260|") { group in
            group.prefix(2).collect().map { $0.joined() }.eraseToAnyPublisher()
        }
        #expect(pairs == "220:a1a2 250:a3a4 260:b1 260|")
    }

    @Test("groups end in the order in which they were opened") func orderOfEndings() {
        let script = TimedScript()
        let letters = "zyxwvutsr".map(String.init)
        let input = letters.enumerated().map { "\(210 + $0):\($1)" }.joined(separator: " ") + " 230|"
        let output = grouped(script, input) { $0.collect().map { $0.joined() }.eraseToAnyPublisher() }
        #expect(output == letters.map { "230:\($0)" }.joined(separator: " ") + " 230|")
    }

    @Test("cancelling the stream cancels upstream, and its groups finish")
    func cancelledWhole() {
        let cancels = Protected(0)
        let subject = PassthroughSubject<Int, Never>()
        let whole = subject.handleEvents(receiveCancel: { cancels.increment() }).groupBy { $0 }.record()
        subject.send(1)
        let group = whole.values[0].record()
        whole.cancel()
        subject.send(1)
        #expect(cancels.current == 1 && group.values == [1] && group.isFinished)
    }

    @Test("groups wait until they are asked for, and values until the group's subscriber asks")
    func demand() {
        let whole = (1...6).publisher.groupBy { $0 % 3 }.record(demand: .max(1))
        #expect(whole.values.map(\.key) == [1] && whole.completion == nil)
        whole.request(.unlimited)
        #expect(whole.values.map(\.key) == [1, 2, 0] && whole.isFinished)
        let group = whole.values[1].record(demand: .max(1))
        #expect(group.values == [2] && group.completion == nil)
        group.request(.max(1))
        #expect(group.values == [2, 5] && group.isFinished && group.violations == [])
    }

    @Test(
        "what closes a group is its own quiet, another's word, or a finish; its failure is everybody's",
        arguments: [
            ("210:a1 220:a2 250:a3 300|", "240:a1a2 270:a3 300|"), ("210:a1 220:b1 250|", "230:a1 240:b1 250|"),
            ("210:a1 215X", "215X"),
        ])
    func closing(input: String, output: String) {
        let script = TimedScript()
        let sessions = script.hot(input).groupBy({ $0.first! }) { group in
            group.debounce(for: .milliseconds(20), scheduler: script.scheduler)
        }
        #expect(script.output(sessions.flatMap { $0.collect().map { $0.joined() } }) == output)
    }

    @Test("a group is closed by a value, by a finish, and not by silence; and what closes it takes nothing from it")
    func closingPublishers() {
        let (subject, word) = (PassthroughSubject<Int, ScriptError>(), PassthroughSubject<Void, ScriptError>())
        let groups = subject.groupBy({ _ in "key" }) { group in
            group.first { $0 == 2 }.map { _ in () }.merge(with: word)
        }
        .record()
        subject.send(1)
        subject.send(2)
        #expect(groups.values[0].record().values == [1, 2] && groups.values[0].record().isFinished)
        subject.send(3)
        let second = groups.values[1].record()
        word.send()
        #expect(second.values == [3] && second.isFinished)
        subject.send(4)
        word.send(completion: .failure(.other))
        #expect(groups.values.count == 3 && groups.failure == .other)
        #expect(groups.values[2].record().failure == .other)
        let finishing = [1, 1].publisher.groupBy({ $0 }) { _ in Empty<Int, Never>() }.record()
        #expect(finishing.values.count == 2 && finishing.isFinished)
    }

    @Test("a subscriber of a group may send its key again, or leave") func feedback() {
        let subject = PassthroughSubject<Int, Never>()
        let received = Log<Int>()
        let handle = subject.groupBy { $0 % 2 }.flatMap { $0 }.sink { value in
            received.append(value)
            if value < 5 { subject.send(value + 1) }
        }
        subject.send(1)
        #expect(received.entries == [1, 2, 3, 4, 5])
        handle.cancel()
        subject.send(6)
        #expect(received.entries.count == 5)
    }

    @Test(
        "windows by count, by a signal and by time",
        arguments: [
            ("count", "220:12 240:34 260:5 260|"), ("signal", "235:123 260:45 260|"),
            ("time", "225:12 250:34 260:5 260|"),
        ])
    func windows(kind: String, output: String) {
        let script = TimedScript()
        let input = script.hot("210:1 220:2 230:3 240:4 251:5 260|")
        let windows =
            switch kind {
            case "count": input.window(count: 2).eraseToAnyPublisher()
            case "signal": input.window(until: script.hot("205:x 235:x 236:x 245|")).eraseToAnyPublisher()
            default: input.window(byTime: .milliseconds(25), scheduler: script.scheduler).eraseToAnyPublisher()
            }
        #expect(script.output(windows.flatMap { $0.collect().map { $0.joined() } }) == output)
        #expect(script.scheduler.isIdle)
    }

    @Test("windows are numbered, keep everything for their first subscriber, and none is empty") func numbers() {
        let subject = PassthroughSubject<Int, ScriptError>()
        let windows = subject.window(count: 100).record()
        for value in 1...150 { subject.send(value) }
        #expect(windows.values.map(\.key) == [0, 1])
        #expect(windows.values[0].record().values == Array(1...100) && windows.values[0].record().isFinished)
        let last = windows.values[1].record()
        subject.send(completion: .failure(.source))
        #expect(last.values == Array(101...150) && last.failure == .source && windows.failure == .source)
        #expect(Empty<Int, Never>().window(count: 3).record().values.isEmpty)
        let cut = [1, 2].publisher.window(
            until: Fail<Int, ScriptError>(error: .other).eraseToAnyPublisher().ignoreFailure())
        #expect(cut.record().values.count == 1)
    }

    @Test("groups and windows keep the contract") func contract() {
        verifyPublisher { (1...5).publisher.groupBy { $0 % 2 } }
        verifyPublisher { (1...5).publisher.groupBy({ $0 % 2 }) { _ in Just(1) } }
        verifyPublisher { (1...5).publisher.window(count: 2) }
        verifyPublisher { (1...5).publisher.window(until: [1, 2].publisher) }
        verifyPublisher { (1...5).publisher.groupBy { $0 % 2 }.flatMap { $0.collect() } }
    }
}

extension Races {
    @Suite struct GroupByThreadsTests {
        private struct Round: Sendable {
            let subject = PassthroughSubject<Int, Never>()
            let groups: Recorder<GroupedPublisher<Int, Int, Never>, Never>
            let first = Protected<Recorder<Int, Never>?>(nil)

            init(keeping limit: Int) {
                groups = subject.groupBy({ _ in 0 }, keeping: limit).record()
                subject.send(0)
            }
        }

        @Test(
            "a group that is subscribed to while it is sent to loses nothing, keeps nothing, and is the only one",
            arguments: [1, 1_000])
        func arriving(limit: Int) {
            race(
                rounds: 4_000, { _ in Round(keeping: limit) },
                [
                    { round in for value in 1...10 { round.subject.send(value) } },
                    { round in round.first.withValue { $0 = round.groups.values[0].record() } },
                ]
            ) { round in
                round.subject.send(11)
                let values = round.first.current!.values
                #expect(values.first == 0 && values.last == 11 && values == values.sorted())
                if limit > 10 { #expect(values == Array(0...11)) }
                #expect(round.groups.values.count == 1 && round.groups.values[0].record().values == [])
            }
        }
    }
}
