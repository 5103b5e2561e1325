import Signals
import SignalsTesting
import TestSupport
import Testing

/// The operators of this file, with their parameters, as values for parameterised tests.
enum Timed: CustomTestStringConvertible, Sendable {
    case debounce(Int)
    case throttle(Int, latest: Bool)
    case delay(Int)
    case timeout(Int, isFailing: Bool)
    case prefix(Int)
    case receive
    case collect(Int)
    case collectCount(Int, Int)

    static let all: [Timed] = [
        .debounce(5), .throttle(5, latest: true), .throttle(5, latest: false), .delay(5), .timeout(5, isFailing: false),
        .timeout(5, isFailing: true), .prefix(20), .receive, .collect(5), .collectCount(5, 2),
    ]

    func applied<P: Publisher<Int, Problem>>(to source: P, on scheduler: some Scheduler) -> AnyPublisher<
        String, Problem
    > {
        switch self {
        case .debounce(let time):
            source.debounce(for: .milliseconds(time), scheduler: scheduler).map { "\($0)" }.eraseToAnyPublisher()
        case .throttle(let time, let latest):
            source.throttle(for: .milliseconds(time), scheduler: scheduler, latest: latest).map { "\($0)" }
                .eraseToAnyPublisher()
        case .delay(let time):
            source.delay(for: .milliseconds(time), scheduler: scheduler).map { "\($0)" }.eraseToAnyPublisher()
        case .timeout(let time, false):
            source.timeout(.milliseconds(time), scheduler: scheduler).map { "\($0)" }.eraseToAnyPublisher()
        case .timeout(let time, true):
            source.timeout(.milliseconds(time), scheduler: scheduler, customError: { Problem(1) }).map { "\($0)" }
                .eraseToAnyPublisher()
        case .prefix(let time):
            source.prefix(for: .milliseconds(time), scheduler: scheduler).map { "\($0)" }.eraseToAnyPublisher()
        case .receive:
            source.receive(on: scheduler).map { "\($0)" }.eraseToAnyPublisher()
        case .collect(let time):
            source.collect(byTime: .milliseconds(time), scheduler: scheduler).map { "\($0)".replacing(" ", with: "") }
                .eraseToAnyPublisher()
        case .collectCount(let time, let count):
            source.collect(byTime: .milliseconds(time), orCount: count, scheduler: scheduler)
                .map { "\($0)".replacing(" ", with: "") }.eraseToAnyPublisher()
        }
    }

    var testDescription: String { "\(self)" }
}

struct TimedRow: CustomTestStringConvertible, Sendable {
    let name: String
    let op: Timed
    let input: String
    let output: String

    init(_ name: String, _ op: Timed, _ input: String, _ output: String) {
        self.name = name
        self.op = op
        self.input = input
        self.output = output
    }

    var testDescription: String { "\(name) \(op)" }
}

@Suite("Timed operators, to the tick")
struct TimedOperatorTests {
    @Test(
        "inputs scheduled up front come before the deadlines of their tick",
        arguments: [
            TimedRow(
                "T23", .throttle(200, latest: true), "210:2 250:3 310:4 350:5 410:6 450:7 500|",
                "210:2 410:6 610:7 610|"),
            TimedRow(
                "T24", .throttle(200, latest: false), "210:2 250:3 310:4 350:5 410:6 450:7 500|",
                "210:2 410:3 610:7 610|"),
            TimedRow("T25", .throttle(50, latest: true), "210:1 220:2 230:3 240X", "210:1 260:3 260X"),
            TimedRow("T26", .debounce(20), "210:1 220:2 250:3 280:4 290:5 400|", "240:2 270:3 310:5 400|"),
            TimedRow("T27", .debounce(20), "210:1 250:2 260|", "230:1 260:2 260|"),
            TimedRow("T27 failing", .debounce(20), "210:1 250:2 260X", "230:1 260X"),
            TimedRow("T28", .delay(100), "250:2 350:3 450:4 550|", "350:2 450:3 550:4 650|"),
            TimedRow("T29", .delay(50), "250:2 350:3 450:4 550X", "300:2 400:3 500:4 600X"),
            TimedRow("T30", .timeout(25, isFailing: false), "210:42 220:43 250:44 260:45 270|", "210:42 220:43 245|"),
            TimedRow(
                "T30 failing", .timeout(25, isFailing: true), "210:42 220:43 250:44 260:45 270|", "210:42 220:43 245X"),
            TimedRow(
                "T31", .timeout(30, isFailing: true), "210:42 220:43 250:44 260:45 270|",
                "210:42 220:43 250:44 260:45 270|"),
            TimedRow("C51", .debounce(5), "201:1 202:2 203|", "203:2 203|"),
            TimedRow("C51 failing", .debounce(5), "201:1 202:2 203X", "203X"),
            TimedRow(
                "C52", .debounce(3), "200:1 201:2 204:3 205:4 207:5 209:6 213:7 214:8 215|", "212:6 215:8 215|"),
            TimedRow(
                "C52 steady", .debounce(2), "200:1 201:2 202:3 203:4 204:5 205:6 206:7 207:8 208:9 209:10", "211:10"),
            TimedRow(
                "C54", .throttle(3, latest: true), "200:0 201:1 202:2 203:3 204:4 205:5 206:6 207:7 208:8 209:9 210:10",
                "200:0 203:3 206:6 209:9 212:10"),
            TimedRow(
                "C54 first", .throttle(3, latest: false),
                "200:0 201:1 202:2 203:3 204:4 205:5 206:6 207:7 208:8 209:9 210:10", "200:0 203:1 206:4 209:7 212:10"),
            TimedRow("C54 burst", .throttle(3, latest: true), "200:0 201:1 202:2 1200:3", "200:0 203:2 1200:3"),
            TimedRow("C54 finish inside", .throttle(3, latest: true), "200:0 201:1 202|", "200:0 203:1 203|"),
            TimedRow("C54 finish after", .throttle(3, latest: true), "200:0 201|", "200:0 201|"),
            TimedRow("C61 silence", .timeout(5, isFailing: false), "", "205|"),
            TimedRow("C61 silence, failing", .timeout(5, isFailing: true), "", "205X"),
            TimedRow(
                "C61 every 4", .timeout(5, isFailing: true), "204:1 208:2 212:3 216:4",
                "204:1 208:2 212:3 216:4 221X"),
            TimedRow("C61 on the deadline", .timeout(5, isFailing: true), "205:1 210:2 213|", "205:1 210:2 213|"),
            TimedRow("C61 finished before", .timeout(5, isFailing: true), "203|", "203|"),
            TimedRow(
                "T32 up front", .collect(2000), "200:1 200:2 2200:3 2200:4 2200:5 3200|",
                "2200:[1,2] 3200:[3,4,5] 3200|"),
            TimedRow(
                "C60 up front", .collectCount(100, 2), "200:0 200:1 250:2 350:3 401:4 450:5 460|",
                "200:[0,1] 300:[2] 400:[3] 450:[4,5] 460|"),
            TimedRow(
                "C60 one value a tick", .collect(5),
                "203:3 204:4 205:5 206:6 207:7 208:8 209:9 210:10 211:11 212:12 213|",
                "205:[3,4] 210:[5,6,7,8,9] 213:[10,11,12] 213|"),
            TimedRow(
                "C60 one value a tick", .collectCount(5, 2),
                "203:3 204:4 205:5 206:6 207:7 208:8 209:9 210:10 211:11 212:12 213|",
                "204:[3,4] 206:[5,6] 208:[7,8] 210:[9] 211:[10,11] 213:[12] 213|"),
            TimedRow("C60 after a pause", .collect(10), "201:1 237:2 239:3", "210:[1] 240:[2,3]"),
            TimedRow("C60 failing", .collectCount(100, 2), "200:0 200:1 250:2 260X", "200:[0,1] 260X"),
            TimedRow("on the deadline", .prefix(20), "210:1 220:2 221:3", "210:1 220:2 220|"),
            TimedRow("finished before", .prefix(20), "210:1 215|", "210:1 215|"),
            TimedRow("zero", .delay(0), "210:1 215|", "210:1 215|"),
            TimedRow("negative", .delay(-5), "210:1 215X", "210:1 215X"),
            TimedRow("zero", .throttle(0, latest: true), "210:1 210:2 215X", "210:1 210:2 215X"),
            TimedRow("negative", .debounce(-1), "210:1 211:2 215|", "210:1 211:2 215|"),
        ])
    func upFront(row: TimedRow) {
        let scheduler = VirtualTimeScheduler()
        scheduler.advance(to: .at(200))
        let source = scheduler.subject(row.input)
        let recorder = row.op.applied(to: source, on: scheduler).record(on: scheduler)
        scheduler.run()
        #expect(recorder.text == row.output)
        #expect(recorder.violations == [])
    }

    @Test(
        "inputs sent live come behind the deadlines of their tick",
        arguments: [
            TimedRow(
                "T23", .throttle(200, latest: true), "210:2 250:3 310:4 350:5 410:6 450:7 500|",
                "210:2 410:5 610:7 610|"),
            TimedRow("T31", .timeout(30, isFailing: false), "210:42 220:43 250:44 260:45 270|", "210:42 220:43 250|"),
            TimedRow("T32", .collect(2000), "200:1 200:2 2200:3 2200:4 2200:5 3200|", "2200:[1,2] 3200:[3,4,5] 3200|"),
            TimedRow("T32 failing", .collect(2000), "200:1 200:2 2200:3 2200:4 2200:5 3200X", "2200:[1,2] 3200X"),
            TimedRow(
                "C52", .debounce(3), "200:1 201:2 204:3 205:4 207:5 209:6 213:7 214:8 215|", "204:2 212:6 215:8 215|"),
            TimedRow(
                "C60", .collectCount(100, 2), "200:0 200:1 250:2 350:3 401:4 450:5 460|",
                "200:[0,1] 300:[2] 400:[3] 450:[4,5] 460|"),
            TimedRow("C61 on the deadline", .timeout(5, isFailing: true), "205:1 210:2 213|", "205X"),
            TimedRow("on the deadline", .prefix(20), "210:1 220:2 221:3", "210:1 220|"),
            TimedRow(
                "a value as the window ends", .throttle(5, latest: true), "200:1 205:2 206:3", "200:1 205:2 210:3"),
        ])
    func live(row: TimedRow) {
        let scheduler = VirtualTimeScheduler()
        scheduler.advance(to: .at(200))
        var recorder: Recorder<String, Problem>?
        scheduler.sendingLive(row.input) { source in
            recorder = row.op.applied(to: source, on: scheduler).record(on: scheduler)
        }
        scheduler.run()
        #expect(recorder?.text == row.output)
        #expect(recorder?.violations == [])
    }

    @Test(
        "T60 no time at all still means the scheduler's next turn", arguments: [Timed.delay(0), .receive, .debounce(0)])
    func nextTurn(op: Timed) {
        let scheduler = VirtualTimeScheduler()
        let recorder = op.applied(to: Just(1).setFailure(), on: scheduler).record(on: scheduler)
        #expect(recorder.text == "")
        scheduler.advance()
        #expect(recorder.text == "0:1 0|")
    }

    @Test("T30 C61 the upstream is cancelled when time is out, and there is no timer left", arguments: [25, 60, 75])
    func timeoutCancels(time: Int) {
        let scheduler = VirtualTimeScheduler()
        let source = scheduler.cold("-a-b----c|", values: ["a": 1, "b": 2, "c": 3], tick: .milliseconds(10))
        let recorder = source.timeout(.milliseconds(time), scheduler: scheduler).record(on: scheduler)
        scheduler.advance(by: .milliseconds(100))
        #expect(recorder.isFinished)
        #expect(source.subscriptions.map(\.isCancelled) == [time < 60])
        #expect(source.subscriptions.map { $0.end?.milliseconds } == [time < 60 ? 30 + time : 90])
        scheduler.expectIdle()
    }

    @Test("C38 the subscription comes at once, what follows on the next turn, and a failure is never lost")
    func earlyEndings() {
        let scheduler = VirtualTimeScheduler()
        for op in [Timed.receive, .delay(0), .timeout(5, isFailing: false), .prefix(5), .debounce(3)] {
            let failing = op.applied(to: Fail<Int, Problem>(error: Problem()), on: scheduler).record(on: scheduler)
            let empty = op.applied(to: Empty<Int, Problem>(), on: scheduler).record(on: scheduler)
            let one = op.applied(to: Just(1).setFailure(), on: scheduler).record(on: scheduler)
            let now = scheduler.now.milliseconds
            for recorder in [failing, empty, one] { #expect(recorder.events.count == 1) }
            scheduler.advance()
            #expect(failing.text == "\(now)X")
            #expect(empty.text == "\(now)|")
            #expect(one.text == "\(now):1 \(now)|")
            scheduler.expectIdle()
        }
    }

    @Test("cancelling leaves no timer and nothing of what was kept", arguments: Timed.all)
    func cancelling(op: Timed) {
        let scheduler = VirtualTimeScheduler()
        let source = PassthroughSubject<Int, Problem>()
        let recorder = op.applied(to: source, on: scheduler).record(on: scheduler)
        for value in 1...3 { source.send(value) }
        recorder.cancel()
        scheduler.advance()
        scheduler.expectIdle()
        let before = recorder.events.count
        source.send(4)
        source.send(completion: .finished)
        scheduler.advance(by: .seconds(1))
        #expect(recorder.events.count == before)
        scheduler.expectIdle()
    }

    @Test("nothing that an operator kept outlives the ending or a cancellation", arguments: Timed.all)
    func letsGo(op: Timed) {
        for isCancelled in [true, false] {
            expectReleased { watch in
                let scheduler = watch(VirtualTimeScheduler())
                let source = watch(PassthroughSubject<Int, Problem>())
                let recorder = watch(op.applied(to: source, on: scheduler).record(on: scheduler))
                source.send(1)
                source.send(2)
                scheduler.advance(by: .milliseconds(2))
                source.send(3)
                if isCancelled { recorder.cancel() } else { source.send(completion: .finished) }
                scheduler.run()
            }
        }
    }
}

extension Just where Output: Sendable {
    fileprivate func setFailure() -> some Publisher<Output, Problem> {
        mapError(Problem.init(never:))
    }
}
