// A notification cannot go to the main actor.
import Foundation
import Signals

struct CartChange: Sendable {
    let itemCount: Int

    init?(_ notification: Notification) {
        guard let count = notification.userInfo?["itemCount"] as? Int else { return nil }
        itemCount = count
    }
}

func observe(_ posts: NotificationHub.Notifications) -> AnyCancellable {
    posts
        // refused: .filter { $0.userInfo != nil }
        .compactMap { CartChange($0) }
        // error: conformance of 'Notification' to 'Sendable' is unavailable
        .receive(on: .main)
        .sink { print($0) }
}
