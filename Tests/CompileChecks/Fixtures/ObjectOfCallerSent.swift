// An object that a caller still holds cannot be sent to a subject.
import Signals

final class Basket {
    var items: [String] = []
}

// refused: func add(_ basket: Basket, to baskets: PassthroughSubject<Basket, Never>) {
func add(_ basket: sending Basket, to baskets: PassthroughSubject<Basket, Never>) {
    // error: sending 'basket' risks causing data races
    baskets.send(basket)
}
