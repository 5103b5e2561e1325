// An inner publisher cannot give notifications, since it may give them from any thread.
import Foundation
import Signals

func observe(
    _ hubs: PassthroughSubject<Int, Never>, _ posts: NotificationHub.Notifications
) -> AnyCancellable {
    hubs
        // error: conformance of 'Notification' to 'Sendable' is unavailable
        .flatMap { _ in
            // refused: posts.filter { $0.userInfo != nil }
            posts.map(\.name)
        }
        .sink { print($0) }
}
