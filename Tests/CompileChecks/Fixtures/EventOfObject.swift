// An event has to be safe to hand to other threads.
import Signals

// refused: final class Change {
final class Change: Sendable {
}

func publish(_ bus: EventBus) {
    // error: type 'Change' does not conform to the 'Sendable' protocol
    bus.publish(Change())
}
