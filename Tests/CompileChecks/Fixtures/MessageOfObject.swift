// A message goes to every thread, so it cannot hold what is not safe to share.
import Foundation
import Signals

// refused: final class Cart: Codable {}
struct Cart: Codable {}

struct CartChange: NotificationMessage, Codable {
    static let name = Notification.Name("cartChanged")
    // error: stored property 'cart' of 'Sendable'-conforming struct 'CartChange' has non-Sendable type 'Cart'
    let cart: Cart
}

func observe(_ hub: NotificationHub) -> AnyCancellable {
    hub.publisher(for: CartChange.self).sink { print($0.cart) }
}
