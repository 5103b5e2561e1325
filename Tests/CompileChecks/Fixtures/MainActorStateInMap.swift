// The closures of operators belong to no actor, also behind a hop to the main actor.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0
    let step = 2

    func observe(_ counts: PassthroughSubject<Int, Never>) -> AnyCancellable {
        counts
            .receive(on: .main)
            // refused: .map { [self] in $0 * badge }
            // error: main actor-isolated property 'badge' can not be referenced from a Sendable closure
            .map { [step] in $0 * step }
            .sink { [weak self] in self?.badge = $0 }
    }
}
