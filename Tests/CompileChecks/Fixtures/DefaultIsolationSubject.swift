// In a module of the main actor a subject, its values and a model need no annotation at all.
// flags: -default-isolation MainActor
import Signals

struct Cart {
    var items: [String] = []
}

final class CartModel {
    let carts = CurrentValueSubject<Cart, Never>(Cart())
    private(set) var badge = 0
    private var cancellables: Set<AnyCancellable> = []

    init() {
        carts
            .receive(on: .main)
            .sink { [weak self] in self?.badge = $0.items.count }
            .store(in: &cancellables)
        carts.value = Cart(items: ["tea"])
    }
}
