/*:
 # AppCore

 What most apps have at their core, each in a few lines: a form, a session whose token is renewed once for all, a status that is
 asked for again and again, a progress bar, settings, and the news of the day for whoever wants to hear it.

     swift run AppCore

 The models come first, and then their tests. These move time by hand, so a minute of polling takes no time at all.
 */
import Foundation
import Signals
import SignalsTesting

enum ServiceError: Error { case unauthorized, wrongPassword, offline }
/*:
 ## A form

 The button is there when both fields have been right for a moment. It may be pressed as often as one likes: while a login is
 under way, nothing more comes of it.
 */
@MainActor
final class LoginForm {
    @Published var name = ""
    @Published var password = ""
    @Published private(set) var canLogIn = false
    @Published private(set) var message = ""
    let logInPressed = PassthroughSubject<Void, Never>()

    init(
        on scheduler: any MainActorScheduler,
        logIn: @escaping @Sendable (_ name: String, _ password: String) -> AnyPublisher<String, ServiceError>
    ) {
        let input = $name.combineLatest($password)
        input
            .debounce(for: .milliseconds(200), scheduler: scheduler)
            .map { name, password in name.count >= 2 && password.count >= 8 }
            .removeDuplicates()
            .receive(on: scheduler)
            .assign(to: &$canLogIn)
        logInPressed
            .withLatestFrom(input) { _, input in input }
            .flatMapFirst { name, password in
                logIn(name, password).map { "Welcome, \($0)" }.replaceError(with: "That did not work")
            }
            .receive(on: scheduler)
            .assign(to: &$message)
    }
}
/*:
 ## A session

 A request that is refused has the token renewed, and is made once more. All that are refused meanwhile wait for the same
 renewal, since that is shared.
 */
struct Session: Sendable {
    private let answer: @Sendable (String) -> AnyPublisher<String, ServiceError>
    private let renewal: AnyPublisher<Void, ServiceError>

    init(
        answer: @escaping @Sendable (String) -> AnyPublisher<String, ServiceError>,
        renewal: AnyPublisher<Void, ServiceError>
    ) {
        self.answer = answer
        self.renewal = renewal.share().eraseToAnyPublisher()
    }

    func get(_ path: String) -> AnyPublisher<String, ServiceError> {
        answer(path)
            .retry(1, recoveringWith: { [renewal] _ in renewal }, if: { $0 == .unauthorized })
            .eraseToAnyPublisher()
    }
}
/*:
 ## A status

 It is asked for again ten seconds after each answer; where there is none, sooner, and then ever later.
 */
func polled(
    _ status: AnyPublisher<String, ServiceError>, on scheduler: any Scheduler
) -> AnyPublisher<String, Never> {
    status
        .retry(4, delay: .exponential(from: .seconds(1), limit: .seconds(5)), scheduler: scheduler)
        .repeat { rounds in rounds.delay(for: .seconds(10), scheduler: scheduler) }
        .removeDuplicates()
        .replaceError(with: "offline")
        .eraseToAnyPublisher()
}
//: ## A progress bar
//: However fast the bytes come, ten times a second is enough, and the last one is never missed.
func progress(
    _ bytes: some Publisher<Int, Never>, of total: Int, on scheduler: any Scheduler
) -> AnyPublisher<Int, Never> {
    bytes
        .scan(0) { $0 + $1 }
        .map { $0 * 100 / total }
        .throttle(for: .milliseconds(100), scheduler: scheduler, latest: true)
        .removeDuplicates()
        .eraseToAnyPublisher()
}
//: ## Settings
//: A notification with a payload is a type. Whoever posts it in the old way, by name and dictionary, is understood too.
struct SettingsChanged: NotificationMessage, Codable {
    static let name = Notification.Name("SettingsChanged")
    var theme: String
}

@MainActor
final class Appearance {
    @Published private(set) var theme = "light"

    init(hub: NotificationHub) {
        hub.publisher(for: SettingsChanged.self)
            .map(\.theme)
            .receive(on: .mainImmediate)
            .assign(to: &$theme)
    }
}
//: ## News
//: A logout concerns parts of the app that do not know each other; a bus knows them. Delegates are held weakly, any number.
struct LoggedOut: Sendable {}

@MainActor
protocol SyncDelegate: AnyObject, Sendable {
    func syncFinished(_ count: Int)
}

@MainActor
final class Cart: SyncDelegate {
    private(set) var items = ["tea"]
    private(set) var synced = 0

    init(bus: EventBus, syncs: Multicast<any SyncDelegate>) {
        bus.subscribe(self, to: LoggedOut.self, on: .mainImmediate) { cart, _ in cart.items = [] }
        syncs.add(self)
    }

    func syncFinished(_ count: Int) { synced += count }
}
//: ## The tests
@MainActor
func testForm() {
    let time = VirtualTimeScheduler()
    let asked = Log()
    let form = LoginForm(on: time.main) { name, _ in
        asked.append(name)
        return Just(name).setFailureType(to: ServiceError.self).delay(for: .seconds(1), scheduler: time)
            .eraseToAnyPublisher()
    }
    form.name = "Ann"
    form.password = "longenough"
    time.advance(by: .milliseconds(199))
    precondition(!form.canLogIn)
    time.advance(by: .milliseconds(1))
    precondition(form.canLogIn)

    for _ in 1...3 { form.logInPressed.send() }
    time.advance(by: .seconds(1))
    precondition(form.message == "Welcome, Ann" && asked.lines == ["Ann"])
}

@MainActor
func testSession() async throws {
    let time = VirtualTimeScheduler()
    let token = CurrentValueSubject<Int, Never>(1)
    let renewals = Log()
    let renewal = Deferred {
        renewals.append("renewal")
        return Just(()).setFailureType(to: ServiceError.self).delay(for: .seconds(1), scheduler: time)
            .handleEvents(receiveOutput: { token.value += 1 })
    }
    let session = Session(
        answer: { path in
            Deferred {
                token.value == 1
                    ? Fail(error: .unauthorized).eraseToAnyPublisher()
                    : Just("\(path) with \(token.value)").setFailureType(to: ServiceError.self).eraseToAnyPublisher()
            }.eraseToAnyPublisher()
        }, renewal: renewal.eraseToAnyPublisher())

    let answers = ["orders", "friends", "news"].map { session.get($0).record(on: time) }
    for (path, answer) in zip(["orders", "friends", "news"], answers) {
        try await answer.expectNext("\(path) with 2")
        try await answer.expectFinish()
    }
    precondition(renewals.lines.count == 1, "one renewal for all")
}

@MainActor
func testPolling() async throws {
    let time = VirtualTimeScheduler()
    let answers = CurrentValueSubject<[String?], Never>(["busy", "busy", nil, nil, "done"])
    let status = Deferred { () -> AnyPublisher<String, ServiceError> in
        let next = answers.value.first ?? nil
        answers.value.removeFirst()
        guard let next else { return Fail(error: .offline).eraseToAnyPublisher() }
        return Just(next).setFailureType(to: ServiceError.self).eraseToAnyPublisher()
    }
    let shown = polled(status.eraseToAnyPublisher(), on: time).record(on: time)
    try await shown.expectNext("busy")
    // The second answer is the same, after 10 s. After 20 s there is none, nor a second later; two more and it is done.
    try await shown.expectNext("done", within: .seconds(60))
    precondition(time.now == .zero.advanced(by: .seconds(23)))
    shown.cancel()
    precondition(time.isIdle)
}

@MainActor
func testProgress() {
    let time = VirtualTimeScheduler()
    let bytes = PassthroughSubject<Int, Never>()
    let shown = progress(bytes, of: 1_000, on: time).record(on: time)
    for _ in 1...1_000 {
        bytes.send(1)
        time.advance(by: .milliseconds(1))
    }
    bytes.send(completion: .finished)
    time.advance(by: .seconds(1))
    precondition(shown.values.count <= 12 && shown.values.last == 100 && shown.isFinished)
}

@MainActor
func testNews() {
    let hub = NotificationHub()
    let appearance = Appearance(hub: hub)
    hub.post(SettingsChanged(theme: "dark"))
    precondition(appearance.theme == "dark")
    hub.post(name: SettingsChanged.name, userInfo: ["theme": "high contrast"])
    precondition(appearance.theme == "high contrast")

    let (bus, syncs) = (EventBus(), Multicast<any SyncDelegate>())
    let isReleased = expectReleased {
        let cart = Cart(bus: bus, syncs: syncs)
        syncs.notify { $0.syncFinished(3) }
        bus.publish(LoggedOut())
        precondition(cart.items.isEmpty && cart.synced == 3)
        return cart
    }
    precondition(isReleased, "neither the bus nor the delegates' list keeps it")
}

/// Lines that several threads may add to.
final class Log: Sendable {
    private let storage = CurrentValueSubject<[String], Never>([])
    var lines: [String] { storage.value }
    func append(_ line: String) { storage.update { $0.append(line) } }
}

let began = ContinuousClock.now
testForm()
try await testSession()
try await testPolling()
testProgress()
testNews()
print("five tests, a minute of virtual time, took \(ContinuousClock.now - began)")
