// Delegates of the main actor cannot be notified from elsewhere, and a multicast of them can stand for one.
import Signals

@MainActor
protocol ChatDelegate: AnyObject, Sendable {
    func received(_ message: String)
}

extension Multicast: ChatDelegate where Delegate == any ChatDelegate {
    func received(_ message: String) { notify { $0.received(message) } }
}

let delegates = Multicast<any ChatDelegate>()

// refused: func deliver(_ message: String) {
@MainActor func deliver(_ message: String) {
    // error: call to main actor-isolated instance method 'received' in a synchronous nonisolated context
    delegates.notify { $0.received(message) }
}
