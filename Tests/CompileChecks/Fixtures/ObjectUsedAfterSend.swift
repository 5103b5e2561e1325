// What has been sent to a subject is the subject's: the sender cannot go on using it.
import Signals

final class Basket {
    var items: [String] = []
}

func add(to baskets: PassthroughSubject<Basket, Never>) {
    let basket = Basket()
    basket.items.append("tea")
    // error: sending 'basket' risks causing data races
    baskets.send(basket)
    // refused: basket.items.append("milk")
    print("sent")
}
