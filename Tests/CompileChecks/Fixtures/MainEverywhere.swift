// `.main` and `.mainImmediate` are taken wherever a scheduler is, and what delivers there is a main-actor publisher.
import Foundation
import Signals

struct Saved: NotificationMessage, Codable {
    typealias Subject = NSObject
    static let name = Notification.Name("saved")
}

@MainActor
final class Model {
    var count = 0
    private var handles = Set<AnyCancellable>()

    func observe(_ numbers: PassthroughSubject<Int, any Error>, _ hub: NotificationHub) {
        numbers.retry(3, delay: .constant(.seconds(1)), scheduler: .main)
            .subscribe(on: .mainImmediate)
            .measureInterval(using: .main)
            .delaySubscription(for: 1, scheduler: .main)
            .map { _ in 1 }
            .replaceError(with: 0)
            .collect(.byTime(.main, 0.5))
            .collect(byTime: 1, orCount: 3, scheduler: .mainImmediate)
            .sink { [weak self] in self?.count = $0.count }
            .store(in: &handles)
        hub.enqueue(Saved(), on: .main)
    }
}
