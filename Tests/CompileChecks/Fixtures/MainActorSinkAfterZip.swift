// Pairs stay on the main actor if both halves are there.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ counts: PassthroughSubject<Int, Never>, _ others: PassthroughSubject<Int, Never>) -> AnyCancellable {
        counts.receive(on: .main)
            // refused: .zip(others)
            .zip(others.receive(on: .main))
            // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
            .sink { self.badge = $0 + $1 }
    }
}
