/*:
 # Threads and the main actor

 A notification is delivered on whatever thread happens to post it. An observer block that touches a model of the main
 actor compiles, and crashes when somebody posts in the background. Here it does not compile:

     hub.publisher(for: .cartChanged).sink { model.badge = $0 }
     // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure

     hub.publisher(for: .cartChanged).receive(on: .main).sink { … }
     // error: conformance of 'Notification' to 'Sendable' is unavailable

 What does compile is the chain that is right: first a value that may travel, then the main actor, then the model.
 */
import Foundation
import Signals

extension Notification.Name {
    static let cartChanged = Notification.Name("cartChanged")
}

struct CartChange: Sendable {
    let itemCount: Int

    init?(_ notification: Notification) {
        guard let count = notification.userInfo?["itemCount"] as? Int else { return nil }
        itemCount = count
    }
}

@MainActor
final class BadgeModel {
    @Published private(set) var badge = 0

    init(hub: NotificationHub) {
        hub.publisher(for: .cartChanged)
            .compactMap { CartChange($0) }
            .map(\.itemCount)
            .receive(on: .main)
            .assign(to: &$badge)
    }
}

let hub = NotificationHub()
let model = BadgeModel(hub: hub)

//: The view of the badge. It is told when the property has its new value, and may use the main actor's state.
var updateCount = 0
let view = model.$badge.didSet.dropFirst().receive(on: .mainImmediate).sink { badge in
    MainActor.preconditionIsolated()
    updateCount += 1
    precondition(badge == updateCount && badge == model.badge, "the changes came out of order")
}

//: A thousand changes from the background: each update is on the main actor, and all are in order.
DispatchQueue.global().async {
    for count in 1...1_000 { hub.post(name: .cartChanged, userInfo: ["itemCount": count]) }
    DispatchQueue.main.async {
        precondition(model.badge == 1_000 && updateCount == 1_000)
        print("badge \(model.badge) after \(updateCount) updates, all of them on the main actor")

        //: `.mainImmediate` does not wait where it need not: here the label has changed when the post returns.
        var label = ""
        let immediate = hub.publisher(for: .cartChanged)
            .compactMap { CartChange($0) }
            .receive(on: .mainImmediate)
            .sink { label = "\($0.itemCount) items" }
        hub.post(name: .cartChanged, userInfo: ["itemCount": 1_001])
        precondition(label == "1001 items")
        print("label: \(label), while the badge waits for the next turn: \(model.badge)")
        precondition(model.badge == 1_000)
        withExtendedLifetime((immediate, view)) {}
        exit(0)
    }
}
dispatchMain()
