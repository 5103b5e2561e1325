import Foundation

extension NotificationHub {
    /// A publisher of the messages of one type.
    ///
    /// A post is read once for this type, on the thread of the poster, and delivered there before the post returns, unless
    /// an earlier message is still being delivered: then that is followed by this one, and the poster goes on.
    ///
    /// - Demand: What has not been asked for is dropped.
    /// - Parameters:
    ///   - type: The type of the messages.
    ///   - object: The sender, or `nil` for every sender. It is not kept. When it has gone the stream finishes, at the
    ///     next post of that name or the next subscription to it.
    ///   - onMalformed: Is told of notifications that do not fit, besides ``malformedNotifications``.
    @inlinable
    public func publisher<M: NotificationMessage>(
        for type: M.Type, object: M.Subject? = nil,
        onMalformed: (@Sendable (MalformedNotification) -> Void)? = nil
    ) -> Messages<M> {
        Messages(
            hub: self, name: M.name, kind: ObjectIdentifier(M.self), object: object, onMalformed: onMalformed,
            read: { try M.makeMessage($0) })
    }

    /// A publisher of the messages of one type, on the main actor.
    ///
    /// What is posted on the main actor is delivered before the post returns, unless earlier messages still wait. What is
    /// posted elsewhere is read there and delivered in its turn.
    ///
    /// - Demand: What has not been asked for is dropped.
    @inlinable
    public func publisher<M: MainActorNotificationMessage>(
        for type: M.Type, object: M.Subject? = nil,
        onMalformed: (@Sendable (MalformedNotification) -> Void)? = nil
    ) -> Publishers.Received<Messages<M>, MainActor> {
        Messages(
            hub: self, name: M.name, kind: ObjectIdentifier(M.self), object: object, onMalformed: onMalformed,
            read: { try M.makeMessage($0) }
        ).receive(on: .mainImmediate)
    }

    /// A publisher of the payloads of one name, read as a type that can be decoded.
    ///
    /// - Demand: What has not been asked for is dropped.
    @inlinable
    public func publisher<P: Decodable & Sendable>(
        for name: Notification.Name, as type: P.Type, object: AnyObject? = nil,
        onMalformed: (@Sendable (MalformedNotification) -> Void)? = nil
    ) -> Messages<P> {
        Messages(
            hub: self, name: name, kind: ObjectIdentifier(PayloadKind<P>.self), object: object,
            onMalformed: onMalformed,
            read: { try UserInfoDecoder().decode(P.self, from: $0.userInfo ?? [:]) })
    }

    /// Posts a message: to those who subscribe to its type as it is, and to everybody else as a notification.
    public func post<M: NotificationMessage>(_ message: M, object: M.Subject? = nil) {
        post(M.makeNotification(message), from: object, as: message)
    }

    /// Posts a message: to those who subscribe to its type as it is, and to everybody else as a notification.
    @MainActor
    public func post<M: MainActorNotificationMessage>(_ message: M, object: M.Subject? = nil) {
        post(M.makeNotification(message), from: object, as: message)
    }

    /// The publisher of the messages of one type.
    public struct Messages<Message: Sendable>: Publisher {
        public typealias Output = Message
        public typealias Failure = Never

        @usableFromInline let hub: NotificationHub
        @usableFromInline let name: Notification.Name
        /// Tells those who read a post in the same way from all others.
        @usableFromInline let kind: ObjectIdentifier
        @usableFromInline let reference: ObjectReference?
        @usableFromInline let onMalformed: (@Sendable (MalformedNotification) -> Void)?
        @usableFromInline let read: @Sendable (Notification) throws -> Message?

        @usableFromInline
        init(
            hub: NotificationHub, name: Notification.Name, kind: ObjectIdentifier, object: AnyObject?,
            onMalformed: (@Sendable (MalformedNotification) -> Void)?,
            read: @escaping @Sendable (Notification) throws -> Message?
        ) {
            self.hub = hub
            self.name = name
            self.kind = kind
            self.reference = object.map { ObjectReference($0) }
            self.onMalformed = onMalformed
            self.read = read
        }

        @inlinable
        public func receive<S: Subscriber<Message, Never>>(subscriber: S) {
            let (fanOut, delivery) = join()
            fanOut.subscribe(OperatorSubscription(delivery, home: nil, downstream: subscriber))
        }

        /// Takes a place in the channel: the last one, if it is of this type, or a new one behind it.
        @inlinable
        func join() -> (FanOut<Message, Never>, MemberDelivery<Message>) {
            let (entry, membership) = hub.join(name, reference) { channel, isGone in
                // Who wants to be told of what does not fit has a place of his own, since others do not want that.
                channel.join(onMalformed == nil ? kind : nil, reference, isGone: isGone) { makeEntry(kind: $0) }
            }
            return (entry.outlet as! FanOut<Message, Never>, MemberDelivery(membership))
        }

        // Formed here, where the message's type is known, reading and delivering are specialised for it.
        @inlinable
        func makeEntry(kind: ObjectIdentifier?) -> PostEntry<Notification> {
            let fanOut = FanOut<Message, Never>(replay: .nothing, name: Self.self)
            return PostEntry(
                kind: kind, reference, outlet: fanOut,
                deliver: { [self] parcel in
                    if let message = message(of: &parcel) { fanOut.send(message) }
                },
                finish: { fanOut.send(completion: .finished) })
        }

        /// What the post says, read once for all entries of this type that it meets.
        @inlinable
        func message(of parcel: inout Parcel<Notification>) -> Message? {
            if let handed = parcel.handed, let message = handed.message as? Message { return message }
            if parcel.meetsSeveral, let known = parcel.decoded.first(where: { $0.kind == kind }) {
                if known.message != nil || onMalformed == nil { return known.message as? Message }
            }
            var message: Message?
            do {
                message = try read(parcel.post)
            } catch {
                refuse(parcel, error)
            }
            if parcel.meetsSeveral { parcel.decoded.append((kind, message)) }
            return message
        }
    }
}

extension NotificationHub.Messages {
    /// Tells those who want to know that a post does not fit. Where it meets several of this kind the stream of malformed
    /// notifications is told by the first.
    @usableFromInline
    func refuse(_ parcel: Parcel<Notification>, _ error: any Error) {
        let malformed = MalformedNotification(name: parcel.post.name, message: Message.self, error: error)
        onMalformed?(malformed)
        if !parcel.decoded.contains(where: { $0.kind == kind }) { hub.report(malformed) }
    }
}

/// A type for each type that payloads are read as, by which they are told from messages that say how they are read.
@usableFromInline
enum PayloadKind<Payload> {}

/// Passes messages on, and gives up the subscriber's place in its channel when it has cancelled or the stream has ended.
@usableFromInline
struct MemberDelivery<Message>: Operator {
    @usableFromInline typealias Failure = Never
    private let membership: OnceAction

    @usableFromInline
    init(_ membership: OnceAction) {
        self.membership = membership
    }

    @inlinable
    func next(_ input: Message, _ state: inout Void) -> Step<Message> { .emit(input) }

    @usableFromInline
    func complete(
        _ completion: Subscribers.Completion<Never>, _ state: inout Void
    ) -> Ending<Message, Never> {
        membership.cancel()
        return .finish
    }

    @usableFromInline
    func didCancel() { membership.cancel() }
}
