// A property of the main actor cannot be set in a plain sink.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ counts: PassthroughSubject<Int, Never>) -> AnyCancellable {
        counts
            // refused: .map { $0 }
            .receive(on: .main)
            // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
            .sink { [weak self] in self?.badge = $0 }
    }
}
