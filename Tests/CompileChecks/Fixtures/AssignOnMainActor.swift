// Values can be assigned to a model of the main actor on the main actor only.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ counts: PassthroughSubject<Int, Never>) -> AnyCancellable {
        counts
            // refused: .map { $0 }
            .receive(on: .main)
            // error: type 'ReferenceWritableKeyPath<BadgeModel, Int>' does not conform to the 'Sendable' protocol
            .assign(to: \.badge, on: self)
    }
}
