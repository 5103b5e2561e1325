// In a module of the main actor the name of a notification has to be nonisolated for use in a stored closure.
// flags: -default-isolation MainActor
import Foundation
import Signals

extension Notification.Name {
    // refused: static let cartChanged = Notification.Name("cartChanged")
    nonisolated static let cartChanged = Notification.Name("cartChanged")
}

nonisolated struct CartChange {
    let itemCount: Int

    init?(_ notification: Notification) {
        guard let count = notification.userInfo?["itemCount"] as? Int else { return nil }
        itemCount = count
    }
}

final class BadgeModel {
    private(set) var badge = 0
    private var cancellables: Set<AnyCancellable> = []

    func observe(_ hub: NotificationHub) {
        hub.publisher(for: nil)
            // error: main actor-isolated static property 'cartChanged' can not be referenced
            .filter { $0.name == .cartChanged }
            .compactMap { CartChange($0) }
            .map(\.itemCount)
            .receive(on: .main)
            .sink { [weak self] in self?.badge = $0 }
            .store(in: &cancellables)
    }
}
