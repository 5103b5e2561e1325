/*:
 # A search as one types, and its test

 A search field asks its service when the user has paused, and never twice for the same text. A newer text cancels the
 search that is under way; one that fails is tried again, a little later each time. The service is `async` code, the model
 is the main actor's, and the test moves time by hand, for both.
 */
import Signals
import SignalsTesting

enum Outcome: Hashable, Sendable {
    case found([String])
    case noAnswer
}

@MainActor
final class SearchModel {
    @Published var text = ""
    @Published private(set) var outcome = Outcome.found([])

    init(
        on scheduler: any MainActorScheduler = .main, tasksOn executor: (any TaskExecutor)? = nil,
        search: @escaping @Sendable (String) async throws -> [String]
    ) {
        $text
            .debounce(for: .milliseconds(300), scheduler: scheduler)
            .removeDuplicates()
            .flatMapLatest { text in
                // Deferred, since a future begins when it is made: each attempt is to be a new one.
                Deferred { Future(on: executor) { try await text.isEmpty ? [] : search(text) } }
                    .retry(2, delay: .exponential(from: .milliseconds(500)), scheduler: scheduler)
                    .map { Outcome.found($0) }
                    .replaceError(with: .noAnswer)
            }
            .receive(on: scheduler)
            .assign(to: &$outcome)
    }
}

//: The service of the test takes a second, and fails as often as it is told to. It notes what it was asked and when.
struct Failed: Error {}

@MainActor
final class Service {
    private let clock: VirtualTimeScheduler
    var asked: [String] = []
    var abandoned: [String] = []
    var failures = 0

    init(clock: VirtualTimeScheduler) { self.clock = clock }

    func search(_ text: String) async throws -> [String] {
        asked.append("\(text) at \(clock.now)")
        do {
            try await clock.sleep(for: .seconds(1))
        } catch {
            abandoned.append(text)
            throw error
        }
        if failures > 0 {
            failures -= 1
            throw Failed()
        }
        return ["\(text) 1", "\(text) 2"]
    }
}

@MainActor
func test() async -> Duration {
    let time = VirtualTimeScheduler()
    let service = Service(clock: time)
    let model = SearchModel(on: time.main, tasksOn: time.taskExecutor) { try await service.search($0) }

    func type(_ text: String) async {
        for count in 1...text.count {
            model.text = String(text.prefix(count))
            await time.settle(after: .milliseconds(50))
        }
    }

    // Five keys are pressed, one each 50 ms. The service hears of the text 300 ms after the last.
    await type("swift")
    await time.settle(after: .milliseconds(249))
    precondition(service.asked.isEmpty)
    await time.settle(after: .milliseconds(1))
    precondition(service.asked == ["swift at 0.5 seconds"])
    await time.settle(after: .seconds(1))
    precondition(model.outcome == .found(["swift 1", "swift 2"]))

    // A letter more, and back again before the pause is over: there is nothing new to ask.
    model.text = "swifty"
    await time.settle(after: .milliseconds(100))
    model.text = "swift"
    await time.settle(after: .milliseconds(400))
    precondition(service.asked.count == 1)
    service.asked = []

    // A newer text while the service is at work: the older search is cancelled, and its answer never shown.
    model.text = "a"
    await time.settle(after: .milliseconds(800))
    model.text = "ab"
    await time.settle(after: .milliseconds(300))
    precondition(service.abandoned == ["a"])
    precondition(model.outcome == .found(["swift 1", "swift 2"]))
    await time.settle(after: .seconds(1))
    precondition(model.outcome == .found(["ab 1", "ab 2"]))
    precondition(service.asked == ["a at 2.3 seconds", "ab at 3.1 seconds"])
    service.asked = []

    // It fails twice: half a second after the first time it is asked again, and a second after the next.
    service.failures = 2
    model.text = "abc"
    await time.settle(after: .milliseconds(4_800))
    precondition(model.outcome == .found(["abc 1", "abc 2"]))
    precondition(service.asked == ["abc at 4.4 seconds", "abc at 5.9 seconds", "abc at 7.9 seconds"])

    // It fails three times: the model says so, and goes on with the next text.
    service.failures = 3
    model.text = "abcd"
    await time.settle(after: .milliseconds(4_800))
    precondition(model.outcome == .noAnswer)
    model.text = "abcde"
    await time.settle(after: .milliseconds(1_300))
    precondition(model.outcome == .found(["abcde 1", "abcde 2"]))

    // A model that is not needed any more leaves nothing behind, no timer, no task, and nothing that it held.
    let isReleased = expectReleased {
        let model = SearchModel(on: time.main) { _ in [] }
        model.text = "gone"
        return model
    }
    precondition(isReleased)
    precondition(time.isIdle, "\(time.pendingActions)")
    return time.now.offset
}

//: The whole test, three times: the first run also starts the threads that tasks run on.
var best = Duration.seconds(1)
var virtual = Duration.zero
for _ in 1...3 {
    let began = ContinuousClock.now
    virtual = await test()
    best = min(best, ContinuousClock.now - began)
}
print("\(virtual) of virtual time took \(best)")
