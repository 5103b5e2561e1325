/*:
 # Testing with a hub of its own

 A model that takes its hub can be tested beside any number of others: a private hub stands on a center of its own, hears
 nothing from elsewhere and disturbs nobody. With virtual time the test does not wait either.
 */
import Foundation
import Signals
import SignalsTesting

struct QueryChanged: NotificationMessage, Codable, Hashable {
    static let name = Notification.Name("QueryChanged")
    var text: String
}

//: What is to be tested: it searches once the user has paused for 300 ms.
final class SearchLog: Sendable {
    let searches = CurrentValueSubject<[String], Never>([])
    private let handles = CancellableBag()

    init(hub: NotificationHub = .default, scheduler: any Scheduler = DispatchQueue.global()) {
        hub.publisher(for: QueryChanged.self)
            .map(\.text)
            .removeDuplicates()
            .debounce(for: .milliseconds(300), scheduler: scheduler)
            .sink { [searches] text in searches.value.append(text) }
            .store(in: handles)
    }
}

let hub = NotificationHub()
let time = VirtualTimeScheduler()
let log = SearchLog(hub: hub, scheduler: time)
let stranger = NotificationHub()

for text in ["s", "si", "sig"] {
    hub.post(QueryChanged(text: text))
    time.advance(by: .milliseconds(100))
}
precondition(log.searches.value.isEmpty)
time.advance(by: .milliseconds(199))
precondition(log.searches.value.isEmpty)
time.advance(by: .milliseconds(1))
precondition(log.searches.value == ["sig"])
print("300 ms after the last keystroke:", log.searches.value)

//: Posts elsewhere do not reach it, neither on another hub nor on the default one.
stranger.post(QueryChanged(text: "strange"))
NotificationHub.default.post(QueryChanged(text: "default"))
time.advance(by: .seconds(10))
precondition(log.searches.value == ["sig"])
print("after posts on two other hubs:", log.searches.value)
