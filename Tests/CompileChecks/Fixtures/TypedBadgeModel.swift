// Messages of a type come on the thread of the poster, and go to the main actor like anything else.
import Foundation
import Signals

struct CartChange: NotificationMessage, Codable {
    static let name = Notification.Name("cartChanged")
    let itemCount: Int
}

@MainActor
final class BadgeModel {
    private(set) var badge = 0
    private var cancellables: Set<AnyCancellable> = []

    func observe(_ hub: NotificationHub) {
        hub.publisher(for: CartChange.self)
            .map(\.itemCount)
            // refused: .removeDuplicates()
            .receive(on: .main)
            // error: main actor-isolated property 'badge' can not be mutated from a Sendable closure
            .sink { [weak self] in self?.badge = $0 }
            .store(in: &cancellables)
    }
}
