import Foundation

extension NotificationHub {
    /// Which of the messages that wait to be posted stand for one another.
    public struct Coalescing: OptionSet, Hashable, Sendable {
        public let rawValue: Int

        public init(rawValue: Int) {
            self.rawValue = rawValue
        }

        /// Messages of one name.
        public static let name = Coalescing(rawValue: 1)
        /// Messages of one sender. Those without a sender count as one.
        public static let sender = Coalescing(rawValue: 2)
    }

    /// Posts a message on the scheduler's next turn, in place of those before it that wait there and say the same.
    ///
    /// However many are enqueued meanwhile, those that stand for one another make one post: the newest, in the place of
    /// the newest. No message waits longer than that one turn, and none is lost when whoever enqueued it goes. No run
    /// loop is needed.
    ///
    /// - Parameters:
    ///   - message: What is posted, unless a newer one takes its place.
    ///   - coalescing: What makes two messages the same: the name, the sender, both (the default), or nothing, so that
    ///     each is posted.
    ///   - scheduler: Whose turn it is posted on. Messages on different schedulers do not meet.
    public func enqueue<M: NotificationMessage>(
        _ message: M, coalescing: Coalescing = [.name, .sender], on scheduler: some Scheduler
    ) {
        outbox(of: scheduler).enqueue(M.name, nil, coalescing) { $0.post(message) }
    }

    /// Posts a message of a sender on the scheduler's next turn, in place of those before it that wait there and say the
    /// same. The sender is kept until then.
    public func enqueue<M: NotificationMessage>(
        _ message: M, object: M.Subject?, coalescing: Coalescing = [.name, .sender], on scheduler: some Scheduler
    ) where M.Subject: Sendable {
        outbox(of: scheduler).enqueue(M.name, object, coalescing) { $0.post(message, object: object) }
    }

    /// Posts a message on the main actor's next turn, in place of those before it that wait there and say the same.
    public func enqueue<M: MainActorNotificationMessage>(
        _ message: M, coalescing: Coalescing = [.name, .sender], on scheduler: some MainActorScheduler
    ) {
        let post: @MainActor @Sendable (NotificationHub) -> Void = { $0.post(message) }
        outbox(of: scheduler).enqueue(
            M.name, nil, coalescing, MainActorContext.assuming("NotificationHub.enqueue", post))
    }

    /// Posts a message of a sender on the main actor's next turn, in place of those before it that wait there and say the
    /// same. The sender is kept until then.
    public func enqueue<M: MainActorNotificationMessage>(
        _ message: M, object: M.Subject?, coalescing: Coalescing = [.name, .sender],
        on scheduler: some MainActorScheduler
    ) where M.Subject: Sendable {
        let post: @MainActor @Sendable (NotificationHub) -> Void = { $0.post(message, object: object) }
        outbox(of: scheduler).enqueue(
            M.name, object, coalescing, MainActorContext.assuming("NotificationHub.enqueue", post))
    }

    private func outbox(of scheduler: some Scheduler) -> Outbox {
        Outbox(hub: self, scheduler: scheduler, key: SchedulerKey(scheduler))
    }
}

/// The messages that wait to be posted on one scheduler.
private struct Outbox {
    let hub: NotificationHub
    let scheduler: any Scheduler
    let key: SchedulerKey

    func enqueue(
        _ name: Notification.Name, _ sender: AnyObject?, _ coalescing: NotificationHub.Coalescing,
        _ post: @escaping @Sendable (NotificationHub) -> Void
    ) {
        let identity = PendingPost.Identity(
            coalescing: coalescing, name: coalescing.contains(.name) ? name : nil,
            sender: coalescing.contains(.sender) ? sender.map { ObjectIdentifier($0) } : nil)
        let new = PendingPost(identity: coalescing.isEmpty ? nil : identity, post: post)
        let (isFirst, replaced) = hub.pendingPosts.withLock { pending in
            var replaced: PendingPost?
            if let identity = new.identity,
                let index = pending[key]?.firstIndex(where: { $0.identity == identity })
            {
                replaced = pending[key]?.remove(at: index)
            }
            let isFirst = pending[key] == nil
            pending[key, default: []].append(new)
            return (isFirst, replaced)
        }
        withExtendedLifetime(replaced) {}
        guard isFirst else { return }
        scheduler.schedule { [hub, key] in
            let posts = hub.pendingPosts.withLock { $0.removeValue(forKey: key) } ?? []
            for pending in posts { pending.post(hub) }
        }
    }
}

/// A message that waits to be posted.
struct PendingPost: Sendable {
    /// What two messages have in common that stand for one another.
    struct Identity: Hashable, Sendable {
        let coalescing: NotificationHub.Coalescing
        let name: Notification.Name?
        let sender: ObjectIdentifier?
    }

    let identity: Identity?
    let post: @Sendable (NotificationHub) -> Void
}
