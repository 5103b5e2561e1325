/*:
 # AppCore

 What most apps have at their core, each in a few lines: a form, a search, a session whose token is renewed once for all, a
 status that is asked for again and again, a progress bar, notifications of the app and of the system, and news for whoever
 wants to hear it.

     swift run AppCore

 No model makes a clock, a queue or a service of its own: it is given them. So a test gives it a time that is moved by hand,
 and a minute of polling takes no time at all. The tests of all these are `AppCoreTests`, in the package's own suite.
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
 ## A search

 The service is asked when the user has paused, and never twice in a row for the same text. It is an `async` function: a newer
 text cancels the task that is under way, so an older answer can never overwrite a newer one.
 */
@MainActor
final class Search {
    @Published var text = ""
    @Published private(set) var results: [String] = []

    init(
        on scheduler: any MainActorScheduler, tasksOn executor: (any TaskExecutor)? = nil,
        find: @escaping @Sendable (_ text: String) async -> [String]
    ) {
        $text
            .debounce(for: .milliseconds(300), scheduler: scheduler)
            .removeDuplicates()
            .mapLatest(on: executor) { text in text.isEmpty ? [] : await find(text) }
            .receive(on: scheduler)
            .assign(to: &$results)
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
/*:
 ## Notifications

 A notification with a payload is a type. Whoever posts it in the old way, by name and dictionary, is understood too: this is
 how the system's own are received.
 */
struct SettingsChanged: NotificationMessage, Codable {
    static let name = Notification.Name("SettingsChanged")
    var theme: String
}

/// The system posts it on the main actor, and that is part of its type.
struct KeyboardWillMove: MainActorNotificationMessage, Codable {
    static let name = Notification.Name("KeyboardWillMove")
    var top: Double
}

@MainActor
final class Screen {
    @Published private(set) var theme = "light"
    @Published private(set) var bottomInset = 0.0

    init(height: Double, hub: NotificationHub) {
        hub.publisher(for: SettingsChanged.self)
            .map(\.theme)
            .receive(on: .mainImmediate)
            .assign(to: &$theme)
        hub.publisher(for: KeyboardWillMove.self)
            .map { max(0, height - $0.top) }
            .assign(to: &$bottomInset)
    }
}
/*:
 ## News

 A logout concerns parts of the app that do not know each other: a bus knows them. A list of delegates holds any number of
 them, weakly. Neither has to be told when one goes away.
 */
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
/*:
 ## A minute of it

 All that a user would see, with services that are made up and take a second each.
 */
let time = VirtualTimeScheduler()

@Sendable func answer(_ text: String) -> AnyPublisher<String, ServiceError> {
    Just(text).setFailureType(to: ServiceError.self).delay(for: .seconds(1), scheduler: time).eraseToAnyPublisher()
}

let form = LoginForm(on: time.main) { name, _ in answer(name) }
form.name = "Ann"
form.password = "longenough"
time.advance(by: .milliseconds(200))
precondition(form.canLogIn)
for _ in 1...3 { form.logInPressed.send() }
time.advance(by: .seconds(1))
print("\(time.now): \(form.message)")

let search = Search(on: time.main, tasksOn: time.taskExecutor) { text in
    try? await time.sleep(for: .seconds(1))
    return ["\(text) pot", "\(text) cup"]
}
search.text = "tea"
await time.settle(after: .milliseconds(1_300))
print("\(time.now): found \(search.results)")
precondition(search.results == ["tea pot", "tea cup"])

let shown = polled(answer("all is well"), on: time).sink { print("\(time.now): \($0)") }
let (hub, bus, syncs) = (NotificationHub(), EventBus(), Multicast<any SyncDelegate>())
let screen = Screen(height: 800, hub: hub)
hub.post(name: KeyboardWillMove.name, userInfo: ["top": 500.0])
hub.post(SettingsChanged(theme: "dark"))
print("\(time.now): \(screen.theme), \(screen.bottomInset) points of keyboard")
precondition(screen.theme == "dark" && screen.bottomInset == 300)

let cart = Cart(bus: bus, syncs: syncs)
time.advance(by: .seconds(60))
syncs.notify { $0.syncFinished(3) }
bus.publish(LoggedOut())
print("\(time.now): \(cart.synced) synced, then logged out with \(cart.items.count) things in the cart")
precondition(cart.synced == 3 && cart.items.isEmpty)
shown.cancel()
precondition(time.isIdle, "nothing is left to be done")
