import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct ConcatenateTests {
    @Test("T42 prepended values come first, and the source is subscribed to at once")
    func prependValues() {
        let script = TimedScript()
        #expect(script.output(script.hot("210:2 225|").prepend("7", "8")) == "200:7 200:8 210:2 225|")
    }

    @Test("append subscribes to the other when the first has finished, and not after a failure")
    func appendPublisher() {
        let script = TimedScript()
        let first = script.hot("210:a 230|")
        let second = script.hot("220:lost 240:b 250|")
        #expect(script.output(first.append(second)) == "210:a 240:b 250|")
        let other = TimedScript()
        #expect(other.output(other.hot("210:a 230X").append("z")) == "210:a 230X")
    }

    @Test("append and prepend take values, sequences and publishers, and keep their order")
    func order() {
        let middle = [3, 4].publisher
        let all = middle.append(5, 6).append(7...8).append(Just(9)).prepend(2).prepend([0, 1]).prepend(Just(-1))
        let recorder = all.record()
        #expect(recorder.values == Array(-1...9))
        #expect(recorder.isFinished)
    }

    @Test("what one upstream leaves open is asked of the next, value by value")
    func demandIsCarriedOver() {
        let recorder = [1, 2].publisher.append([3, 4].publisher).append(5).record(demand: .max(1))
        #expect(recorder.values == [1])
        recorder.request(.max(2))
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.completion == nil)
        recorder.request(.max(2))
        #expect(recorder.values == [1, 2, 3, 4, 5])
        #expect(recorder.isFinished)
        #expect(recorder.violations.isEmpty)
    }

    @Test("C32 concatenating nothing finishes without being asked")
    func nothing() {
        let recorder = [Just<Int>]().concatenate().record(demand: .none)
        #expect(recorder.isFinished)
        let empties = [Empty<Int, Never>(), Empty(), Empty()].concatenate().record(demand: .none)
        #expect(empties.isFinished)
    }

    @Test("an upstream without end stops when the subscriber has had enough")
    func endlessUpstream() {
        underWatchdog {
            let recorder = (0...).publisher.append(-1).prefix(3).record()
            #expect(recorder.values == [0, 1, 2])
            #expect(recorder.isFinished)
        }
    }

    @Test("cancelling inside a value stops the present upstream, and no further one is begun")
    func cancelInside() {
        let begun = Protected(0)
        let second = Deferred { () -> Just<Int> in
            begun.increment()
            return Just(9)
        }
        let recorder = [1, 2, 3].publisher.append(second).record { recorder, value in
            if value == 2 { recorder.cancel() }
            return .none
        }
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == nil)
        #expect(begun.current == 0)
    }

    @Test("C42 a hundred thousand publishers in an array, on a small stack")
    func longArray() {
        underWatchdog {
            let stack = Protected(StackProbe())
            let all = (0..<100_000).map { Just($0) }.concatenate()
            let recorder = all.record { _, _ in
                stack.withValue { $0.note() }
                return .none
            }
            #expect(recorder.values == Array(0..<100_000))
            #expect(recorder.isFinished)
            #expect(stack.current.spread < 16 * 1024)
        }
    }

    @Test("C42 C45 a hundred thousand links of append, built in a loop, on a small stack")
    func longAppend() {
        underWatchdog {
            let stack = Protected(StackProbe())
            var chain = Just(0).eraseToAnyPublisher()
            for number in 1..<100_000 { chain = chain.append(Just(number)).eraseToAnyPublisher() }
            let recorder = chain.record { _, _ in
                stack.withValue { $0.note() }
                return .none
            }
            #expect(recorder.values == Array(0..<100_000))
            #expect(recorder.isFinished)
            #expect(stack.current.spread < 16 * 1024)
        }
    }

    @Test("C45 a hundred thousand links of prepend are cancelled and released flat, subscribed or not")
    func longPrepend() {
        underWatchdog {
            let population = Population()
            let member = population.member()
            let subject = PassthroughSubject<Int, Never>()
            var chain = subject.handleEvents(receiveOutput: { _ in member.touch() }).eraseToAnyPublisher()
            for number in 1..<100_000 { chain = chain.prepend(Empty()).prepend(number).eraseToAnyPublisher() }
            let recorder = chain.record()
            subject.send(0)
            #expect(recorder.values == Array((0..<100_000).reversed()))
            recorder.cancel()
            chain = Empty().eraseToAnyPublisher()
            subject.send(1)
            #expect(recorder.values.count == 100_000)
        }
    }

    @Test(
        "C42 the first of a thousand is late and every tenth is",
        arguments: [[0], Array(stride(from: 0, to: 1000, by: 10))])
    func someAreLate(late: [Int]) {
        let scheduler = VirtualTimeScheduler()
        let all = (0..<1_000).map { number in
            late.contains(number)
                ? Just(number).receive(on: scheduler).eraseToAnyPublisher() : Just(number).eraseToAnyPublisher()
        }
        let recorder = all.concatenate().record()
        scheduler.run()
        #expect(recorder.values == Array(0..<1_000))
        #expect(recorder.isFinished)
    }

    @Test("C48 everything is released after each ending", arguments: ["finish", "fail", "cancel", "before", "inside"])
    func releases(ending: String) {
        let population = Population()
        let subject = PassthroughSubject<Int, ScriptError>()
        weak let weakSubject = subject
        func run() -> Recorder<Int, ScriptError> {
            let (one, two) = (population.member(), population.member())
            let first = subject.map { (value) throws(ScriptError) in
                one.touch(); return value
            }
            let second = Just(2).mapError { _ -> ScriptError in }.map { (value) throws(ScriptError) in
                two.touch(); return value
            }
            return first.append(second).record(demand: ending == "before" ? .none : .unlimited) { recorder, _ in
                if ending == "inside" { recorder.cancel() }
                return .none
            }
        }
        let recorder = run()
        subject.send(1)
        switch ending {
        case "finish": subject.send(completion: .finished)
        case "fail": subject.send(completion: .failure(.source))
        default: recorder.cancel()
        }
        #expect(population.count == 0)
        #expect(weakSubject != nil)
    }

    @MainActor
    @Test("values beside a main-actor publisher come on the main actor, also when they are asked for elsewhere")
    func mainActor() async {
        let scheduler = VirtualTimeScheduler()
        let source = [2].publisher.receive(on: scheduler.main)
        let recorder = source.append(3).prepend(1).record(demand: .none)
        _ = await Task.detached { recorder.request(.unlimited) }.value
        #expect(recorder.values.isEmpty)
        scheduler.run()
        #expect(recorder.values == [1, 2, 3])
        #expect(recorder.events.dropFirst().allSatisfy { $0.isOnMainActor })
        let handle = source.append([4]).append(source).sink { MainActor.assertIsolated("\($0)") }
        scheduler.run()
        handle.cancel()
    }
}
