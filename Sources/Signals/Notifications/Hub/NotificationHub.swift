import Foundation

/// Notifications as streams: raw ones on the thread of the poster, and typed ones that may go anywhere.
///
/// A hub stands on a `NotificationCenter`. What is posted to the center, by whomever, arrives at the hub's subscribers,
/// and what is posted to the hub arrives at the center's observers. Subscribers of one name are called in the order in
/// which they subscribed. For each name that somebody subscribes to, the hub has one observer at the center.
///
/// ```swift
/// struct CartChanged: NotificationMessage, Codable {
///     static let name = Notification.Name("CartChanged")
///     var itemCount: Int
/// }
///
/// let handle = hub.publisher(for: CartChanged.self)
///     .map(\.itemCount)
///     .receive(on: .main)
///     .sink { badge.count = $0 }
/// ```
public final class NotificationHub: Sendable {
    /// The hub on `NotificationCenter.default`.
    public static let `default` = NotificationHub(center: .default)

    /// The center that this hub stands on.
    public let center: NotificationCenter

    private let registrations = Locked<[Notification.Name?: Registration]>([:])
    let malformed = FanOut<MalformedNotification, Never>(replay: .nothing, name: NotificationHub.self)
    let malformedListeners = Locked(0)
    let outboxes = Outboxes()

    /// The hub's place at the center for one name.
    private struct Registration {
        let channel: PostChannel<Notification>
        let observer: any NSObjectProtocol
    }

    /// A hub on a center of its own, which hears nothing from elsewhere: for tests.
    public init() {
        center = NotificationCenter()
    }

    /// A hub on `center`.
    public init(center: NotificationCenter) {
        self.center = center
    }

    /// Posts a notification to the center, and so to this hub's subscribers.
    ///
    /// - Parameters:
    ///   - name: The name that subscribers look for.
    ///   - object: The sender.
    ///   - userInfo: The payload.
    public func post(name: Notification.Name, object: AnyObject? = nil, userInfo: [AnyHashable: Any]? = nil) {
        center.post(name: name, object: object, userInfo: userInfo)
    }

    // MARK: Channels

    /// Puts an entry into the channel of `name`, which is opened if nobody has been there.
    ///
    /// - Parameters:
    ///   - reference: The sender that it listens to.
    ///   - enter: Puts it there, under a lock. It is told whether that sender has gone.
    /// - Returns: The entry, and what takes it out again when it is cancelled.
    @usableFromInline
    func join(
        _ name: Notification.Name?, _ reference: ObjectReference?,
        _ enter: (PostChannel<Notification>, _ isGone: Bool) -> PostEntry<Notification>
    ) -> (entry: PostEntry<Notification>, membership: OnceAction) {
        let sender = reference?.object
        let isGone = reference != nil && sender == nil
        registrations.withLock { $0[name]?.channel }?.finishGone(at: reference?.id)
        defer { withExtendedLifetime(sender) {} }
        let entry = registrations.withLock { registrations in
            if let registration = registrations[name] { return enter(registration.channel, isGone) }
            let channel = PostChannel<Notification>(objectOf: \.sender)
            // The center calls nobody while an observer is added, so this may be done under the lock. It has to be: a
            // subscriber that comes meanwhile must not return before the hub has its place.
            let observer = center.addObserver(forName: name, object: nil, queue: nil) { channel.deliver($0) }
            registrations[name] = Registration(channel: channel, observer: observer)
            return enter(channel, isGone)
        }
        return (entry, OnceAction { [self] in leave(name, entry) })
    }

    private func leave(_ name: Notification.Name?, _ entry: PostEntry<Notification>) {
        let unused = registrations.withLock { registrations -> Registration? in
            guard let registration = registrations[name] else { return nil }
            registration.channel.leave(entry)
            return registration.channel.isEmpty ? registrations.removeValue(forKey: name) : nil
        }
        if let unused { center.removeObserver(unused.observer) }
    }

    /// How many names the hub has an observer for.
    var openNameCount: Int { registrations.withLock { $0.count } }

    /// Posts a notification that was made of `message`.
    func post<M: Sendable>(_ made: Notification, from object: AnyObject?, as message: M) {
        var notification = made
        notification.object = object
        if let channel = registrations.withLock({ $0[notification.name]?.channel }) {
            channel.handing(HandedMessage(message, isOf: notification.recogniser)) { center.post(notification) }
        } else {
            center.post(notification)
        }
        #if !canImport(Darwin)
        postToFoundation(message, from: object)
        #endif
    }
}

extension Notification {
    /// The object, if it is one. What is none cannot be listened to, and is not put into a box to be compared.
    var sender: AnyObject? {
        guard let object, type(of: object) is AnyClass else { return nil }
        return object as AnyObject
    }
}
