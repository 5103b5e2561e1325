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

let began = ContinuousClock.now
let time = VirtualTimeScheduler()
let requests = CurrentValueSubject<Int, Never>(0)

//: The service of the test answers after a second, and is done at the fourth request.
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
print("shown a second after each tick:", seen)

//: Done means done: there is no timer any more, however long one waits.
time.advance(by: .seconds(3600))
precondition(requests.value == 4)
precondition(time.isIdle, "\(time.pendingActions)")

//: A service that never answers is given up after 30 seconds, and the request that is under way is cancelled.
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
print("without an answer:", model.shown)
print("\(time.now) of virtual time took \(ContinuousClock.now - began)")

//: The same in `async` code, which is given a clock. The scheduler is one.
@MainActor
final class PollingModel {
    private(set) var shown: [String] = []

    func poll(clock: any Clock<Duration>, fetch: @Sendable () async -> Answer) async throws {
        while true {
            try await clock.sleep(for: .seconds(10))
            let answer = await fetch()
            shown.append("\(answer)")
            if answer == .done { return }
        }
    }
}

let beganAgain = ContinuousClock.now
let polled = CurrentValueSubject<Int, Never>(0)
let asyncModel = PollingModel()
let start = time.now
time.task {
    try await asyncModel.poll(clock: time) {
        try? await time.sleep(for: .seconds(1))
        polled.value += 1
        return polled.value < 2 ? .working(percent: 50) : .done
    }
}
await time.settle(after: .seconds(21))
precondition(asyncModel.shown == ["working(percent: 50)"], "\(asyncModel.shown)")
await time.settle(after: .seconds(1))
precondition(asyncModel.shown == ["working(percent: 50)", "done"], "\(asyncModel.shown)")
precondition(time.isIdle && start.duration(to: time.now) == .seconds(22))
print("async:", asyncModel.shown)
print("\(start.duration(to: time.now)) of virtual time took \(ContinuousClock.now - beganAgain)")
