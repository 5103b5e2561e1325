/*:
 # LoginEvents

 Events between parts of a program that do not know each other.

     swift run LoginEvents

 Any `Sendable` value is an event, and its type is what it is found by. An observer's subscription lives as long as the
 observer, so there is no token to keep and nothing to undo in a `deinit`.
 */
import Signals

struct LoggedIn: Sendable, Equatable {
    let user: String
}

struct LoggedOut: Sendable {
    let reason: String
}

let bus = EventBus()
//: Some things happen and nobody hears of it. Often that is a mistake, so a program can look at what went unheard.
let unheard = Log<String>()
let listening = bus.unheardEvents.sink { unheard.append("\($0)") }

bus.publish(LoggedOut(reason: "nobody was there"))
precondition(unheard.entries == [#"LoggedOut(reason: "nobody was there")"#])
/*:
 A part of the program that lives on the main actor says so with `on:`, and its handler may touch it. The handler is given
 the observer, so it need not capture it.
 */
@MainActor
final class AccountScreen {
    private(set) var title = "Nobody"

    init() {
        bus.subscribe(self, to: LoggedIn.self, on: .main) { screen, event in screen.title = event.user }
        bus.subscribe(self, to: LoggedOut.self, on: .main) { screen, _ in screen.title = "Nobody" }
    }
}

/// Counts on whatever thread events come from.
final class Audit: Sendable {
    let lines = Log<String>()

    init(of bus: EventBus) {
        bus.subscribe(self, to: LoggedIn.self) { audit, event in audit.lines.append("in: \(event.user)") }
        bus.subscribe(self, to: LoggedOut.self) { audit, event in audit.lines.append("out: \(event.reason)") }
    }
}

let screen = AccountScreen()
var audit: Audit? = Audit(of: bus)
let lines = audit!.lines

// From another thread: the audit is called there, and the screen on the main actor.
await Task.detached { bus.publish(LoggedIn(user: "Ada")) }.value
precondition(lines.entries == ["in: Ada"])
await nextTurnOfTheMainActor()
precondition(screen.title == "Ada")

bus.publish(LoggedOut(reason: "idle"))
await nextTurnOfTheMainActor()
precondition(screen.title == "Nobody")
precondition(lines.entries == ["in: Ada", "out: idle"])
//: Observers come and go. The audit is let go of here, and is not called any more.
audit = nil
bus.publish(LoggedIn(user: "Grace"))
precondition(lines.entries.count == 2)
//: With operators: `publisher(for:)` gives a publisher, and its `sink` a token.
let names = Log<String>()
let token = bus.publisher(for: LoggedIn.self)
    .map(\.user)
    .removeDuplicates()
    .sink { names.append($0) }
bus.publish(LoggedIn(user: "Grace"))
bus.publish(LoggedIn(user: "Grace"))
bus.publish(LoggedIn(user: "Ada"))
precondition(names.entries == ["Grace", "Ada"])
token.cancel()
/*:
 Whoever comes late may still need to know who is logged in. A sticky event is given, once, to each who subscribes later;
 a newer one takes its place.
 */
bus.publish(LoggedIn(user: "Barbara"), sticky: true)
bus.publish(LoggedIn(user: "Margaret"), sticky: true)
audit = Audit(of: bus)
precondition(audit!.lines.entries == ["in: Margaret"])

bus.unsubscribe(screen)
await nextTurnOfTheMainActor()
let title = screen.title
bus.publish(LoggedOut(reason: "done"))
await nextTurnOfTheMainActor()
precondition(screen.title == title)
precondition(unheard.entries.count == 1, "everything but the first was heard by somebody")
print((lines.entries + audit!.lines.entries).joined(separator: "\n"))

// MARK: - For this page

/// A list that any thread may append to: a subject's values, gathered.
final class Log<Element: Sendable>: Sendable {
    private let all = CurrentValueSubject<[Element], Never>([])

    var entries: [Element] { all.value }
    func append(_ element: Element) { all.update { $0.append(element) } }
}

/// Waits until the main actor has done what was scheduled before.
@MainActor
func nextTurnOfTheMainActor() async {
    await withCheckedContinuation { continuation in
        MainScheduler().schedule { continuation.resume() }
    }
}
