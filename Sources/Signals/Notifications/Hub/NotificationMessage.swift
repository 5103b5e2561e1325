import Foundation

/// A notification with a payload that is known to the compiler.
///
/// A type that conforms to `Codable` needs only a name: its properties are the entries of the `userInfo` dictionary.
///
/// ```swift
/// struct CartChanged: NotificationMessage, Codable {
///     static let name = Notification.Name("CartChanged")
///     var itemCount: Int
/// }
/// ```
///
/// Others say themselves how they are read from a notification and written to one.
public protocol NotificationMessage: Sendable {
    /// The type of the sender.
    associatedtype Subject: AnyObject = AnyObject

    /// The name that the message is posted under.
    static var name: Notification.Name { get }

    /// Reads a message, on the thread of the poster.
    ///
    /// - Returns: The message, or `nil` if the notification is not meant for those who want this type.
    /// - Throws: An error, usually a `DecodingError`, if it is but does not fit. That is reported on
    ///   ``NotificationHub/malformedNotifications``.
    static func makeMessage(_ notification: Notification) throws -> Self?

    /// Writes a message. The hub sets the sender.
    static func makeNotification(_ message: Self) -> Notification
}

/// A message that is posted and delivered on the main actor.
///
/// One that is posted classically on another thread is read there, and delivered on the main actor in its turn.
public protocol MainActorNotificationMessage: Sendable {
    /// The type of the sender.
    associatedtype Subject: AnyObject = AnyObject

    /// The name that the message is posted under.
    static var name: Notification.Name { get }

    /// Reads a message, on the thread of the poster, which need not be the main actor's.
    ///
    /// - Returns: The message, or `nil` if the notification is not meant for those who want this type.
    /// - Throws: An error, usually a `DecodingError`, if it is but does not fit. That is reported on
    ///   ``NotificationHub/malformedNotifications``.
    static func makeMessage(_ notification: Notification) throws -> Self?

    /// Writes a message. The hub sets the sender.
    static func makeNotification(_ message: Self) -> Notification
}

// MARK: - Codable messages

extension NotificationMessage where Self: Decodable {
    public static func makeMessage(_ notification: Notification) throws -> Self? {
        try UserInfoDecoder().decode(Self.self, from: notification.userInfo ?? [:])
    }
}

extension NotificationMessage where Self: Encodable {
    public static func makeNotification(_ message: Self) -> Notification {
        Notification(name: name, object: nil, userInfo: UserInfoEncoder().payload(of: message))
    }
}

extension MainActorNotificationMessage where Self: Decodable {
    public static func makeMessage(_ notification: Notification) throws -> Self? {
        try UserInfoDecoder().decode(Self.self, from: notification.userInfo ?? [:])
    }
}

extension MainActorNotificationMessage where Self: Encodable {
    public static func makeNotification(_ message: Self) -> Notification {
        Notification(name: name, object: nil, userInfo: UserInfoEncoder().payload(of: message))
    }
}

extension UserInfoEncoder {
    /// The payload of a message. One that cannot be encoded is reported, and has none: those who subscribe to its type get
    /// it nevertheless.
    fileprivate func payload(of message: some Encodable) -> [AnyHashable: Any]? {
        do {
            return try encode(message)
        } catch {
            Diagnostics.report(.malformedNotification, at: type(of: message), detail: "\(error)")
            return nil
        }
    }
}
