// An observer that is not safe to share cannot be captured by a closure that the library stores.
import Signals

// refused: protocol CartObserver {
protocol CartObserver: Sendable {
    func cartDidChange(itemCount: Int)
}

func observe(_ counts: PassthroughSubject<Int, Never>, for observer: any CartObserver) -> AnyCancellable {
    // error: capture of 'observer' with non-Sendable type 'any CartObserver' in a '@Sendable' closure
    counts.sink { observer.cartDidChange(itemCount: $0) }
}
