// The payload of a name can be read as any type that can be decoded and is safe to share.
import Foundation
import Signals

// refused: final class CartChange: Decodable {
struct CartChange: Decodable {
    let itemCount: Int

    init(itemCount: Int) { self.itemCount = itemCount }
}

func observe(_ hub: NotificationHub) -> AnyCancellable {
    // error: type 'CartChange' does not conform to the 'Sendable' protocol
    hub.publisher(for: Notification.Name("cartChanged"), as: CartChange.self)
        .map(\.itemCount)
        .receive(on: .main)
        .sink { print($0) }
}
