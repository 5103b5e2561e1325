// The main queue is no main actor: the line that everybody brings along wants `.main`.
import Dispatch
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ counts: PassthroughSubject<Int, Never>) -> AnyCancellable {
        counts
            // refused: .receive(on: DispatchQueue.main)
            .receive(on: .main)
            // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
            .sink { self.badge = $0 }
    }
}
