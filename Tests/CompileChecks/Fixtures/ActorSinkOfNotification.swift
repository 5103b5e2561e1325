// A notification cannot go to an actor, but what was read from it can.
import Foundation
import Signals

actor Ledger {
    var changes = 0
}

func observe(_ hub: NotificationHub, _ status: Ledger) -> AnyCancellable {
    hub.publisher(for: Notification.Name("CartDidChange"))
        // refused: .filter { $0.userInfo != nil }
        .compactMap { $0.userInfo?["itemCount"] as? Int }
        // error: conformance of 'Notification' to 'Sendable' is unavailable
        .sink(on: status) { (status: isolated Ledger, _) in status.changes += 1 }
}
