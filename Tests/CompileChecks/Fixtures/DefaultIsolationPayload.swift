// In a module of the main actor the payload has to be nonisolated, and that is all.
// flags: -default-isolation MainActor
import Foundation
import Signals

extension Notification.Name {
    nonisolated static let cartChanged = Notification.Name("cartChanged")
}

// refused: struct CartChange {
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
        hub.publisher(for: .cartChanged)
            .compactMap { CartChange($0) }
            // error: converting non-Sendable function value to '@Sendable
            .map(\.itemCount)
            .receive(on: .main)
            .sink { [weak self] in self?.badge = $0 }
            .store(in: &cancellables)
    }
}
