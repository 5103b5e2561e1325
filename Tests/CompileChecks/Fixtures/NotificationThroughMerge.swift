// Notifications of two publishers cannot be merged, since either may be posted on any thread.
import Foundation
import Signals

struct CartChange: Sendable {
    let itemCount: Int

    init?(_ notification: Notification) {
        guard let count = notification.userInfo?["itemCount"] as? Int else { return nil }
        itemCount = count
    }
}

func observe(
    _ first: NotificationHub.Notifications, _ second: NotificationHub.Notifications
) -> AnyCancellable {
    // refused: let read = { @Sendable (notification: Notification) -> Notification? in notification }
    let read = { @Sendable (notification: Notification) -> CartChange? in CartChange(notification) }
    return first.compactMap(read)
        // error: conformance of 'Notification' to 'Sendable' is unavailable
        .merge(with: second.compactMap(read))
        .sink { print($0) }
}
