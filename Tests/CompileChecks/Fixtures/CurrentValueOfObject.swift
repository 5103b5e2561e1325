// A subject with a value keeps it for everybody, so it has to be safe to share.
import Signals

// refused: final class Basket {
final class Basket: Sendable {
    let items = ["tea"]
}

func keep(_ basket: Basket) {
    // error: type 'Basket' does not conform to the 'Sendable' protocol
    let subject = CurrentValueSubject<Basket, Never>(basket)
    print(subject.value.items)
}
