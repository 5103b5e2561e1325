// A merge stays on the main actor if both its sides are there.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ counts: PassthroughSubject<Int, Never>, _ others: PassthroughSubject<Int, Never>) -> AnyCancellable {
        counts.receive(on: .main)
            // refused: .merge(with: others)
            .merge(with: others.receive(on: .main))
            // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
            .sink { self.badge = $0 }
    }
}
