// A notification cannot wait in a debounce.
import Dispatch
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
        .debounce(for: .milliseconds(300), scheduler: DispatchQueue.global())
        .sink { print($0) }
}
