// A loop takes values to its own task, so a notification has to be read first, where it was posted.
import Foundation
import Signals

func watch(_ hub: NotificationHub) async {
    let notifications = hub.publisher(for: Notification.Name("CartDidChange"))
    // refused: let values = notifications.values
    // error: conformance of 'Notification' to 'Sendable' is unavailable
    let values = notifications.compactMap { $0.userInfo?["itemCount"] as? Int }.values
    for await value in values { print(value) }
}
