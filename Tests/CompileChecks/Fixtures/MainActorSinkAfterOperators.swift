// Operators that only pass values on leave them on the main actor.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ counts: PassthroughSubject<Int, Never>) -> AnyCancellable {
        counts
            // refused: .map { $0 }
            .receive(on: .main)
            .map { $0 + 1 }
            .filter { $0 > 0 }
            .compactMap { Int(exactly: $0) }
            .removeDuplicates()
            .scan(0) { (sum: Int, next: Int) in sum + next }
            .prefix(3)
            .handleEvents(receiveOutput: { print($0) })
            // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
            .sink { self.badge = $0 }
    }
}
