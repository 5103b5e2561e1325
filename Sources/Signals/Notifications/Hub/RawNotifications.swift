import Foundation

extension NotificationHub {
    /// A publisher of the notifications of one name, as they are, on the thread of the poster.
    ///
    /// A value is delivered before the post returns. A `Notification` cannot be handed to another thread, and the compiler
    /// sees to that: map it to what you need before `receive(on:)`, or use a typed stream.
    ///
    /// Posts from two threads wait for each other here, since they cannot change threads: of two raw subscriptions that
    /// post to each other from two threads each can wait for the other for ever. Typed streams never wait.
    ///
    /// - Demand: What has not been asked for is dropped.
    /// - Parameters:
    ///   - name: The name, or `nil` for every name.
    ///   - object: The sender, or `nil` for every sender. It is not kept. When it has gone the stream finishes, at the
    ///     next post of that name or the next subscription to it; without a sender the stream never ends.
    public func publisher(for name: Notification.Name?, object: AnyObject? = nil) -> Notifications {
        Notifications(hub: self, name: name, reference: object.map { ObjectReference($0) })
    }

    /// The publisher of the notifications of one name.
    public struct Notifications: Publisher {
        public typealias Output = Notification
        public typealias Failure = Never

        let hub: NotificationHub
        let name: Notification.Name?
        let reference: ObjectReference?

        @inlinable
        public func receive<S: Subscriber<Notification, Never>>(subscriber: S) {
            start(PostSubscription(subscriber, name: Self.self))
        }

        @usableFromInline
        func start(_ subscription: PostSubscription<Notification, Never>) {
            subscription.start { subscription in
                let entry = PostEntry<Notification>(
                    kind: nil, reference, outlet: subscription,
                    deliver: { parcel in subscription.deliver(parcel.post) }, finish: { subscription.finish() })
                return hub.join(name, reference) { channel, isGone in
                    channel.add(entry, isGone: isGone)
                    return entry
                }.membership
            }
        }
    }
}
