// What is read from models of the main actor is delivered there, and may be assigned to one.
import Observation
import Signals

@MainActor
@Observable
final class Inbox {
    var unread = 0
}

@MainActor
final class Badge {
    var count = 0

    func follow(_ inbox: Inbox) -> AnyCancellable {
        // refused: Observed { inbox.unread }.receive(on: .immediate).assign(to: \.count, on: self)
        // error: type 'ReferenceWritableKeyPath<Badge, Int>' does not conform to the 'Sendable' protocol
        Observed { inbox.unread }.removeDuplicates().assign(to: \.count, on: self)
    }
}
