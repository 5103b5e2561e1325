// The newest of two publishers stay on the main actor if both are there.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ counts: PassthroughSubject<Int, Never>, _ others: PassthroughSubject<Int, Never>) -> AnyCancellable {
        counts.receive(on: .main)
            // refused: .combineLatest(others)
            .combineLatest(others.receive(on: .mainImmediate))
            // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
            .sink { self.badge = $0 + $1 }
    }
}
