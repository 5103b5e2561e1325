/*:
 # Polling, and its test

 A model asks a service for its state every ten seconds, until it is told that the work is done, and gives up when an
 answer does not come. First with publishers, then with `async` code on a clock; one virtual time line tests both.
 */
import Signals
import SignalsTesting

enum Answer: Hashable, Sendable {
    case working(percent: Int)
    case done
}

struct NoAnswer: Error, Hashable {}

@MainActor
final class ProgressModel {
    private(set) var shown = ""
    private var polling: AnyCancellable?

    func start(on scheduler: any MainActorScheduler, fetch: @escaping @Sendable () -> AnyPublisher<Answer, NoAnswer>) {
        polling = scheduler.ticks(every: .seconds(10))
            .setFailureType(to: NoAnswer.self)
            // One request at a time. A tick that nobody has asked for is made up for, once, when the answer is there.
            .flatMap(maxPublishers: .max(1)) { _ in fetch() }
            .timeout(.seconds(30), scheduler: scheduler, customError: { NoAnswer() })
            .sink { [weak self] completion in
                if case .failure = completion { self?.shown = "no answer" }
            } receiveValue: { [weak self] answer in
                self?.show(answer)
            }
    }

    private func show(_ answer: Answer) {
        switch answer {
        case .working(let percent):
            shown = "\(percent) %"
        case .done:
            shown = "done"
            polling = nil
        }
    }
}

//: The service of the test answers after a second, and is done at the fourth request.
@MainActor
func testModel() -> Duration {
    let time = VirtualTimeScheduler()
    let requests = CurrentValueSubject<Int, Never>(0)
    let model = ProgressModel()
    model.start(on: time.main) {
        requests.value += 1
        let answer: Answer = requests.value < 4 ? .working(percent: requests.value * 25) : .done
        return Just(answer).setFailureType(to: NoAnswer.self)
            .delay(for: .seconds(1), scheduler: time).eraseToAnyPublisher()
    }
    time.advance(by: .seconds(10))
    precondition(requests.value == 1 && model.shown.isEmpty)
    var seen: [String] = []
    for _ in 0..<4 {
        time.advance(by: .seconds(1))
        seen.append(model.shown)
        time.advance(by: .seconds(9))
    }
    precondition(seen == ["25 %", "50 %", "75 %", "done"], "\(seen)")

    // Done means done: there is no timer any more, however long one waits.
    time.advance(by: .seconds(3600))
    precondition(requests.value == 4)
    precondition(time.isIdle, "\(time.pendingActions)")

    // A service that never answers is given up after 30 seconds, and the request that is under way is cancelled.
    let cancelled = CurrentValueSubject<Int, Never>(0)
    model.start(on: time.main) {
        Empty(completeImmediately: false)
            .handleEvents(receiveCancel: { cancelled.value += 1 })
            .eraseToAnyPublisher()
    }
    time.advance(by: .seconds(29))
    precondition(model.shown == "done" && cancelled.value == 0)
    time.advance(by: .seconds(1))
    precondition(model.shown == "no answer" && cancelled.value == 1)
    precondition(time.isIdle)
    return time.now.offset
}

//: The same in `async` code, which is given a clock. The scheduler is one.
@MainActor
final class PollingModel {
    private(set) var shown: [Answer] = []

    func poll(clock: any Clock<Duration>, fetch: @Sendable () async -> Answer) async throws {
        while true {
            try await clock.sleep(for: .seconds(10))
            let answer = await fetch()
            shown.append(answer)
            if answer == .done { return }
        }
    }
}

@MainActor
func testAsyncModel() async -> Duration {
    let time = VirtualTimeScheduler()
    let polled = CurrentValueSubject<Int, Never>(0)
    let model = PollingModel()
    time.task {
        try await model.poll(clock: time) {
            try? await time.sleep(for: .seconds(1))
            polled.value += 1
            return polled.value < 2 ? .working(percent: 50) : .done
        }
    }
    await time.settle(after: .seconds(21))
    precondition(model.shown == [.working(percent: 50)], "\(model.shown)")
    await time.settle(after: .seconds(1))
    precondition(model.shown == [.working(percent: 50), .done], "\(model.shown)")
    precondition(time.isIdle)
    return time.now.offset
}

//: Each test is run three times. The first run takes longer, for it also starts the threads that tasks run on.
@MainActor
func run(_ name: String, _ test: @MainActor () async -> Duration) async {
    var best = Duration.seconds(1)
    var virtual = Duration.zero
    for _ in 1...3 {
        let began = ContinuousClock.now
        virtual = await test()
        best = min(best, ContinuousClock.now - began)
    }
    print("\(name): \(virtual) of virtual time took \(best)")
}

await run("with publishers", testModel)
await run("with async code", testAsyncModel)
