// The main actor itself serves as well as `.main`.
import Signals

@MainActor
final class BadgeModel {
    var badge = 0

    func observe(_ counts: PassthroughSubject<Int, Never>) -> AnyCancellable {
        counts.receive(on: MainActor.shared).sink { self.badge = $0 }
    }
}
