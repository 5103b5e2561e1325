// C84: a sender is an object. A value would be compared by the box that it happens to lie in.
import Foundation
import Signals

// refused: struct Sender: Sendable {}
final class Sender: Sendable {}

func observe(_ hub: NotificationHub) -> AnyCancellable {
    let name = Notification.Name("name")
    // error: argument type 'Sender' expected to be an instance of a class or class-constrained type
    return hub.publisher(for: name, object: Sender()).map { _ in 0 }.sink { _ in }
}
