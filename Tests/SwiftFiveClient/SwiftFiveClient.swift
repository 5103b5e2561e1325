import Signals

// Compiled as Swift 5, where a generic function that is given an existential of a protocol without requirements on it
// may be called for the existential's type, and not for the type of what is in it.

public protocol AppEvent: Sendable {}

public struct Opened: AppEvent {
    public let file: String

    public init(file: String) {
        self.file = file
    }
}

extension EventBus {
    /// Publishes what is in an existential.
    public func publishInSwiftFive(_ event: any AppEvent, sticky: Bool = false) {
        publish(event, sticky: sticky)
    }

    /// Publishes again what nobody took.
    public func publishAgainInSwiftFive(_ event: any Sendable) {
        publish(event)
    }
}
