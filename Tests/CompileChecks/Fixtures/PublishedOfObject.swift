// The value of a published property may be read on any thread, so it has to be safe to share.
import Signals

// refused: final class Basket {
final class Basket: Sendable {
    let items = ["tea"]
}

final class Shop {
    // error: type 'Basket' does not conform to the 'Sendable' protocol
    @Published var basket = Basket()
}

func run() { print(Shop().basket.items) }
