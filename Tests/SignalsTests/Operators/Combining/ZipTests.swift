import Dispatch
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct ZipTests {
    @Test(
        "T01 T02 T03 zip ends as soon as a finished side has nothing left, and not before",
        arguments: [
            ("210:2 220|", "215:4 225|", "215:24 220|"),
            ("210|", "215:2 220|", "210|"),
            ("205:1 215:2 230|", "220:3 235:5 240|", "220:13 235:25 235|"),
            ("210:2 220X", "215:4 225|", "215:24 220X"),
        ])
    func timeLines(a: String, b: String, expected: String) {
        let script = TimedScript()
        #expect(script.output(script.hot(a).zip(script.hot(b)) { $0 + $1 }) == expected)
        let mirrored = TimedScript()
        #expect(mirrored.output(mirrored.hot(b).zip(mirrored.hot(a)) { $1 + $0 }) == expected)
        let list = TimedScript()
        #expect(
            list.output([list.hot(a), list.hot(b)].zip().map { (row) throws(ScriptError) in row.joined() }) == expected)
    }

    @Test("T04 four sources round robin, and one fails")
    func four() {
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, ScriptError>() }
        let recorder = subjects[0].zip(subjects[1], subjects[2], subjects[3]) { $0 + $1 + $2 + $3 }.record()
        for number in 0...9 { subjects[number % 4].send(number) }
        subjects[3].send(completion: .failure(.source))
        #expect(recorder.values == [6, 22])
        #expect(recorder.failure == .source)
    }

    @Test("C26 zip of sequences that give everything at once")
    func sequences() {
        let three = [3, 4, 5].publisher.zip(["H", "W"].publisher, [0.2, 0.6].publisher).record()
        #expect(three.values.map { "\($0)" } == ["(3, \"H\", 0.2)", "(4, \"W\", 0.6)"])
        #expect(three.isFinished)
        let four = (0...9).publisher.zip("abc".publisher, (5...).publisher.prefix(4), [true, false].publisher).record()
        #expect(four.values.map { "\($0)" } == ["(0, \"a\", 5, true)", "(1, \"b\", 6, false)"])
        #expect(four.isFinished)
    }

    @Test("C26 zip with one that never ends finishes with the other, and cancels the one")
    func cancelsTheRest() {
        let cancels = Protected(0)
        let open = PassthroughSubject<Int, Never>()
        let watched = open.handleEvents(receiveCancel: { cancels.increment() })
        #expect(watched.zip(Empty<Int, Never>()).record().isFinished)
        #expect(cancels.current == 1)
        let recorder = [1, 2].publisher.zip(watched).record()
        open.send(7)
        #expect(recorder.completion == nil)
        open.send(8)
        #expect(recorder.values.map { [$0.0, $0.1] } == [[1, 7], [2, 8]])
        #expect(recorder.isFinished)
        #expect(cancels.current == 2)
    }

    @Test(
        "C27 several one-shots that come at the same time, on virtual time and on a queue",
        arguments: 2...6)
    func oneShots(count: Int) {
        let scheduler = VirtualTimeScheduler()
        let sources = (0..<count).map { Just($0).receive(on: scheduler) }
        let recorders = (sources.zip().record(), sources.combineLatest().record(), sources.merge().record())
        scheduler.run()
        #expect(recorders.0.values == [Array(0..<count)])
        #expect(recorders.1.values == [Array(0..<count)])
        #expect(recorders.2.values == Array(0..<count))
        #expect(recorders.0.isFinished && recorders.1.isFinished && recorders.2.isFinished)
        underWatchdog {
            let queue = DispatchQueue(label: "one-shots", attributes: .concurrent)
            let ended = DispatchSemaphore(value: 0)
            let handle = (0..<count).map { Just($0).receive(on: queue) }.zip()
                .sink(receiveCompletion: { _ in ended.signal() }, receiveValue: { #expect($0 == Array(0..<count)) })
            ended.wait()
            handle.cancel()
        }
    }

    @Test("each side is asked for what the subscriber asks for; a side that is ahead waits for its partner")
    func demand() {
        let asked = Log<Subscribers.Demand>()
        let recorder = (0...9).publisher.handleEvents(receiveRequest: { asked.append($0) })
            .zip("abc".publisher) { "\($0)\($1)" }.record(demand: .none)
        #expect(asked.entries.isEmpty)
        recorder.request(.max(2))
        #expect(recorder.values == ["0a", "1b"])
        recorder.request(.max(1))
        #expect(recorder.values == ["0a", "1b", "2c"])
        #expect(asked.entries == [.max(2), .max(1)])
        #expect(recorder.isFinished)
        #expect(recorder.violations.isEmpty)
    }

    @Test("C32 zip, merge, combineLatest and race of nothing finish at once")
    func nothing() {
        let none: [Just<Int>] = []
        #expect(none.zip().record(demand: .none).isFinished)
        #expect(none.merge().record(demand: .none).isFinished)
        #expect(none.combineLatest().record(demand: .none).isFinished)
        #expect(none.race().record(demand: .none).isFinished)
    }

    @Test("more than four of any types make one tuple")
    func packs() {
        let numbers = [1, 2].publisher
        let zipped = numbers.zip("ab".publisher, [true, false].publisher, [0.5, 1].publisher, ["x", "y"].publisher)
        #expect(
            zipped.record().values.map { "\($0)" } == ["(1, \"a\", true, 0.5, \"x\")", "(2, \"b\", false, 1.0, \"y\")"])
        let seven = numbers.zip(numbers, numbers, numbers, numbers, "ab".publisher, [UInt8(7), 8].publisher)
        let sum: [Int] = seven.map { $0.0 + $0.4 + Int($0.6) }.record().values
        #expect(sum == [9, 12])
        let latest = numbers.combineLatest(Just("a"), Just(true), Just(0.5), Just(nil as Int?), Just([1])).record()
        #expect(latest.values.map { "\($0)" } == ["(2, \"a\", true, 0.5, nil, [1])"])
        let merged = numbers.merge(with: Just(3), Just(4), Just(5), numbers, Just(6)).record()
        #expect(merged.values.sorted() == [1, 1, 2, 2, 3, 4, 5, 6])
        #expect(merged.isFinished)
    }

    @MainActor
    @Test("zip and its kin of main-actor publishers deliver on the main actor, whoever asks")
    func mainActor() async {
        let scheduler = VirtualTimeScheduler()
        let source = [1, 2].publisher.receive(on: scheduler.main)
        let zipped = source.zip(source).record(demand: .none)
        let buffered = source.buffer(size: 5, prefetch: .byRequest, whenFull: .dropOldest).record(demand: .none)
        let switched = Just(1).receive(on: scheduler.main).flatMapLatest { _ in source }.record(demand: .none)
        scheduler.run()
        await Task.detached {
            zipped.request(.unlimited)
            buffered.request(.unlimited)
            switched.request(.unlimited)
        }.value
        #expect(buffered.values.isEmpty)
        scheduler.run()
        #expect(zipped.values.count == 2 && buffered.values == [1, 2] && switched.values == [1, 2])
        let events = zipped.events.map(\.isOnMainActor) + buffered.events.map(\.isOnMainActor)
        #expect((events + switched.events.map(\.isOnMainActor)).allSatisfy { $0 })
        // That these compile says that they are known to deliver there.
        var handles = [source.zip(source).sink { _ in MainActor.assertIsolated() }]
        handles.append([source, source].merge().sink { _ in MainActor.assertIsolated() })
        handles.append(source.withLatestFrom(source).sink { _ in MainActor.assertIsolated() })
        handles.append(source.flatMapLatest { _ in source }.sink { _ in MainActor.assertIsolated() })
        handles.append(source.race(with: source).sink { _ in MainActor.assertIsolated() })
        scheduler.run()
        withExtendedLifetime(handles) {}
    }
}
