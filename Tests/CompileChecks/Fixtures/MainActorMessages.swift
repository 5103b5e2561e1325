// Messages of the main actor come on the main actor without a hop.
import Foundation
import Signals

// refused: struct CartChange: NotificationMessage, Codable {
struct CartChange: MainActorNotificationMessage, Codable {
    static let name = Notification.Name("cartChanged")
    let itemCount: Int
}

@MainActor
final class BadgeModel {
    private var badge = 0

    func observe(_ hub: NotificationHub) -> AnyCancellable {
        hub.publisher(for: CartChange.self)
            .filter { $0.itemCount >= 0 }
            .map(\.itemCount)
            // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
            .sink { self.badge = $0 }
    }
}
