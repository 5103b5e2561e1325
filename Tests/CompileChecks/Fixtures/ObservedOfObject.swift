// What is read from a model has to be safe to share, since an operator may take it elsewhere.
import Observation
import Signals

// refused: final class Basket {
final class Basket: Sendable {
    let items = ["tea"]
}

@MainActor
@Observable
final class Shop {
    var basket = Basket()
}

@MainActor
func watch(_ shop: Shop) -> AnyCancellable {
    // error: type 'Basket' does not conform to the 'Sendable' protocol
    Observed { shop.basket }.sink { print($0.items) }
}
