import Signals
import SignalsTesting
import TestSupport
import Testing

/// What the operators with one input do in time.
@Suite struct HotScriptTests {
    @Test("scan gives every intermediate result, and nothing for an empty stream (T43)")
    func scan() {
        #expect(
            HotScript("210:2 220:3 230:4 240:5 250|").output { $0.scan(42) { $0 + $1 } }
                == "210:44 220:47 230:51 240:56 250|")
        #expect(HotScript("250|").output { $0.scan(42) { $0 + $1 } } == "250|")
    }

    @Test("reduce gives its result with the finish, and none after a failure (T43, T48)")
    func reduce() {
        #expect(
            HotScript("210:2 220:3 230:4 240:5 250|").output { $0.reduce(42) { $0 + $1 } } == "250:56 250|")
        #expect(HotScript("250|").output { $0.reduce(42) { $0 + $1 } } == "250:42 250|")
        #expect(HotScript("210:2 250X").output { $0.reduce(42) { $0 + $1 } } == "250X")
    }

    @Test("last, collect, count, min and max give nothing after a failure (T48)")
    func nothingAfterAFailure() {
        #expect(HotScript("210:2 220:3 250X").output { $0.last() } == "250X")
        #expect(HotScript("210:2 220:3 250X").output { $0.collect() } == "250X")
        #expect(HotScript("210:2 220:3 250X").output { $0.count() } == "250X")
        #expect(HotScript("210:2 220:3 250X").output { $0.min() } == "250X")
        #expect(HotScript("250|").output { $0.min() } == "250|")
        #expect(HotScript("250|").output { $0.max() } == "250|")
        #expect(HotScript("250|").output { $0.last() } == "250|")
    }

    @Test("collect(3) gives the rest with the finish and drops it on failure (T34)")
    func collectByCount() {
        #expect(
            HotScript("210:2 220:3 230:4 240:5 250|").output { $0.collect(3) } == "230:[2, 3, 4] 250:[5] 250|")
        #expect(HotScript("210:1 220:2 230:3 240:4 250X").output { $0.collect(3) } == "230:[1, 2, 3] 250X")
    }

    @Test("collect(3) asks for three values for each batch that it is asked for (T34)")
    func collectByCountDemand() {
        let demands = Log<Subscribers.Demand>()
        let recorder = source(Array(1...20)).handleEvents(receiveRequest: { demands.append($0) }).collect(3)
            .record(demand: .max(2))
        #expect(demands.entries == [.max(6)])
        #expect(recorder.values == [[1, 2, 3], [4, 5, 6]])
    }

    @Test("prefix finishes with its last value, not at the next one, and cancels upstream then (T46)")
    func prefix() {
        let script = HotScript("210:2 220:3 230:4 240|")
        #expect(script.output { $0.prefix(2) } == "210:2 220:3 220|")
        #expect(script.cancels.entries == [220])
        #expect(HotScript("210:2 220:3 230:4").output { $0.output(at: 1) } == "220:3 220|")
        #expect(HotScript("210:2 220:3 230:4").output { $0.output(in: 0..<2) } == "210:2 220:3 220|")
    }

    @Test("a question is answered as soon as the answer is known, and upstream cancelled then")
    func answers() {
        let found = HotScript("210:2 220:3 230:4 250|")
        #expect(found.output { $0.contains(3) } == "220:true 220|")
        #expect(found.cancels.entries == [220])
        #expect(HotScript("210:2 220:3 250|").output { $0.contains(4) } == "250:false 250|")
        let refused = HotScript("210:2 220:3 230:4 250|")
        #expect(refused.output { $0.allSatisfy { $0 < 3 } } == "220:false 220|")
        #expect(refused.cancels.entries == [220])
        #expect(HotScript("210:2 250|").output { $0.allSatisfy { $0 < 3 } } == "250:true 250|")
        let first = HotScript("210:2 220:3 230:4 250|")
        #expect(first.output { $0.first { $0 > 2 } } == "220:3 220|")
        #expect(first.cancels.entries == [220])
    }

    @Test("prefix(while:) finishes at the first value that does not fit, drop(while:) begins there")
    func whilePredicates() {
        let script = HotScript("210:2 220:3 230:2 250|")
        #expect(script.output { $0.prefix { $0 < 3 } } == "210:2 220|")
        #expect(script.cancels.entries == [220])
        #expect(HotScript("210:2 220:3 230:2 250|").output { $0.drop { $0 < 3 } } == "220:3 230:2 250|")
    }

    @Test("replaceError, replaceEmpty and replaceNil give their value in the place of what was not there (T49)")
    func replacements() {
        #expect(HotScript("210:1 250X").output { $0.replaceError(with: 5) } == "210:1 250:5 250|")
        #expect(HotScript("250|").output { $0.replaceEmpty(with: 5) } == "250:5 250|")
        #expect(HotScript("250X").output { $0.replaceEmpty(with: 5) } == "250X")
        #expect(
            HotScript("210:1 220:2 250|").output { $0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 5) }
                == "210:1 220:5 250|")
    }

    @Test("a closure that throws ends the stream there, and upstream is cancelled (T50)")
    func throwing() {
        let script = HotScript("210:2 220:3 230:4 240:5 250|")
        #expect(script.output { $0.tryMap { try refuse(4, $0) * 10 } } == "210:20 220:30 230X")
        #expect(script.cancels.entries == [230])
    }

    @Test("for a value that is left out another is asked for (T50)")
    func demandOfWhatIsLeftOut() {
        let subject = CountingSource()
        let filtered: [AnyPublisher<Int, Never>] = [
            subject.filter { $0 > 2 }.eraseToAnyPublisher(),
            subject.compactMap { $0 > 2 ? $0 : nil }.eraseToAnyPublisher(),
            subject.drop { $0 <= 2 }.eraseToAnyPublisher(), subject.dropFirst(2).eraseToAnyPublisher(),
            subject.first { $0 > 2 }.eraseToAnyPublisher(), subject.output(at: 2).eraseToAnyPublisher(),
        ]
        for publisher in filtered {
            subject.replies.withValue { $0 = [] }
            let recorder = publisher.record(demand: .max(1))
            #expect(recorder.values == [3])
            #expect(subject.replies.current == [.max(1), .max(1), .none])
        }
    }

    @Test("measureInterval gives the time since the value before, or since the subscription")
    func measureInterval() {
        let script = HotScript("210:1 240:2 240:3 300|")
        #expect(
            script.output { $0.measureInterval(using: script.scheduler).map { Int($0 / .milliseconds(1)) } }
                == "210:10 240:30 240:0 300|")
        let silent = HotScript("300|")
        let scheduler: any Scheduler = silent.scheduler
        #expect(silent.output { $0.measureInterval(using: scheduler) } == "300|")
    }
}

/// A source of 1, 2 and 3 that writes down what it is answered to each.
private struct CountingSource: Publisher {
    typealias Output = Int
    typealias Failure = Never

    let replies = Protected<[Subscribers.Demand]>([])

    func receive<S: Subscriber<Int, Never>>(subscriber: S) {
        subscriber.receive(subscription: Subscriptions.empty)
        for value in 1...3 {
            let reply = subscriber.receive(value)
            replies.withValue { $0.append(reply) }
        }
    }
}
