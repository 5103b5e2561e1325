// A notification may be looked at, left out, counted off and turned into something else where it was posted.
import Foundation
import Signals

func observe(_ posts: NotificationHub.Notifications) -> AnyCancellable {
    posts
        .handleEvents(receiveOutput: { print($0.name) })
        .filter { $0.userInfo != nil }
        .prefix(3)
        .dropFirst()
        // refused: .filter { $0.object == nil }
        .map(\.name)
        // error: conformance of 'Notification' to 'Sendable' is unavailable
        .collect()
        .receive(on: .main)
        .sink { print($0) }
}
