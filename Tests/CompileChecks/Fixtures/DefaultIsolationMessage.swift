// In a module of the main actor messages, of the main actor or not, need no annotation at all.
// flags: -default-isolation MainActor
import Foundation
import Signals

struct CartChange: NotificationMessage, Codable {
    static let name = Notification.Name("cartChanged")
    let itemCount: Int
}

struct ThemeChange: MainActorNotificationMessage, Codable {
    static let name = Notification.Name("themeChanged")
    let isDark: Bool
}

final class BadgeModel {
    private(set) var badge = 0
    private(set) var isDark = false
    private var cancellables: Set<AnyCancellable> = []

    func observe(_ hub: NotificationHub) {
        hub.publisher(for: CartChange.self)
            .map(\.itemCount)
            .receive(on: .main)
            .sink { [weak self] in self?.badge = $0 }
            .store(in: &cancellables)
        hub.publisher(for: ThemeChange.self)
            .map(\.isDark)
            .assign(to: \.isDark, on: self)
            .store(in: &cancellables)
        hub.post(ThemeChange(isDark: true))
    }
}
