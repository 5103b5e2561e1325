import Foundation

/// A notification that did not fit the type that somebody subscribes to.
public struct MalformedNotification: Error, Hashable, Sendable, CustomStringConvertible {
    /// The notification's name.
    public let name: Notification.Name
    /// The type that it did not fit.
    public let message: String
    /// The place in its payload, such as `order.lines[2].price`, or an empty string for the payload as a whole.
    public let codingPath: String
    /// The type that was expected there.
    public let expected: String
    /// What was found: a type, "nothing" for a missing entry, or what the message's own error says.
    public let found: String

    init(name: Notification.Name, message: Any.Type, error: any Error) {
        self.name = name
        self.message = String(describing: message)
        let mismatch = (error as? DecodingError).map { DecodingMismatch($0) }
        codingPath = mismatch?.path ?? ""
        expected = mismatch?.expected ?? self.message
        found = mismatch?.found ?? "\(error)"
    }

    public var description: String {
        let place = codingPath.isEmpty ? "" : " at \(codingPath)"
        return "\(name.rawValue) does not fit \(message)\(place): expected \(expected), found \(found)"
    }
}

extension NotificationHub {
    /// The notifications that did not fit the type that somebody subscribes to, once for each such type.
    ///
    /// While nobody subscribes here they go to ``Diagnostics``.
    public var malformedNotifications: some Publisher<MalformedNotification, Never> {
        MalformedNotifications(hub: self)
    }

    func report(_ malformed: MalformedNotification) {
        if malformedListeners.withLock({ $0 }) > 0 {
            self.malformed.send(malformed)
        } else {
            Diagnostics.report(.malformedNotification, at: "NotificationHub", detail: malformed.description)
        }
    }
}

private struct MalformedNotifications: Publisher {
    typealias Output = MalformedNotification
    typealias Failure = Never

    let hub: NotificationHub

    func receive<S: Subscriber<MalformedNotification, Never>>(subscriber: S) {
        let listeners = hub.malformedListeners
        listeners.withLock { $0 += 1 }
        let membership = OnceAction { listeners.withLock { $0 -= 1 } }
        hub.malformed.subscribe(OperatorSubscription(MemberDelivery(membership), home: nil, downstream: subscriber))
    }
}
