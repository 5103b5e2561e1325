// A message of the main actor can be posted there only.
import Foundation
import Signals

struct CartChange: MainActorNotificationMessage, Codable {
    static let name = Notification.Name("cartChanged")
    let itemCount: Int
}

// refused: func post(_ hub: NotificationHub) {
@MainActor func post(_ hub: NotificationHub) {
    // error: call to main actor-isolated instance method
    hub.post(CartChange(itemCount: 1))
}
