// A publisher on the main actor is still there when its type has been erased.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ counts: PassthroughSubject<Int, Never>) -> AnyCancellable {
        // refused: let erased = counts.eraseToAnyPublisher()
        let erased = counts.receive(on: .main).eraseToAnyPublisher()
        // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
        return erased.sink { self.badge = $0 }
    }
}
