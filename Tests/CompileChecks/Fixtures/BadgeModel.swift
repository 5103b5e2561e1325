// The whole way from a notification to a model of the main actor needs no annotation.
import Foundation
import Signals

extension Notification.Name {
    static let cartChanged = Notification.Name("cartChanged")
}

struct CartChange {
    let itemCount: Int

    init?(_ notification: Notification) {
        guard let count = notification.userInfo?["itemCount"] as? Int else { return nil }
        itemCount = count
    }
}

@MainActor
final class BadgeModel {
    private(set) var badge = 0
    private var cancellables: Set<AnyCancellable> = []

    func observe(_ hub: NotificationHub) {
        hub.publisher(for: .cartChanged)
            .compactMap { CartChange($0) }
            .map(\.itemCount)
            .removeDuplicates()
            .receive(on: .main)
            .sink { [weak self] in self?.badge = $0 }
            .store(in: &cancellables)
    }
}
