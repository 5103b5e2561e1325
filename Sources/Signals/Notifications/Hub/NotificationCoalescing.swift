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
    /// Messages on different schedulers do not meet. A scheduler that is an object is told from others by being that
    /// object, one that is a value by `==` if it is `Hashable`. Where nothing tells schedulers of one type apart, every
    /// message on them is posted.
    ///
    /// - Complexity: O(1), and O(messages) for a turn, however many senders there are.
    /// - Parameters:
    ///   - message: What is posted, unless a newer one takes its place.
    ///   - coalescing: What makes two messages the same: the name, the sender, both (the default), or nothing, so that
    ///     each is posted.
    ///   - scheduler: Whose turn it is posted on.
    public func enqueue<M: NotificationMessage>(
        _ message: M, coalescing: Coalescing = [.name, .sender], on scheduler: some Scheduler
    ) {
        enqueue(M.name, nil, coalescing, on: scheduler) { $0.post(message) }
    }

    /// Posts a message of a sender on the scheduler's next turn, in place of those before it that wait there and say the
    /// same. The sender is kept until then.
    public func enqueue<M: NotificationMessage>(
        _ message: M, object: M.Subject?, coalescing: Coalescing = [.name, .sender], on scheduler: some Scheduler
    ) where M.Subject: Sendable {
        enqueue(M.name, object, coalescing, on: scheduler) { $0.post(message, object: object) }
    }

    /// Posts a message on the main actor's next turn, in place of those before it that wait there and say the same.
    public func enqueue<M: MainActorNotificationMessage>(
        _ message: M, coalescing: Coalescing = [.name, .sender], on scheduler: some MainActorScheduler
    ) {
        let post: @MainActor @Sendable (NotificationHub) -> Void = { $0.post(message) }
        enqueue(
            M.name, nil, coalescing, on: scheduler, MainActorContext.assuming("NotificationHub.enqueue", post))
    }

    /// Posts a message of a sender on the main actor's next turn, in place of those before it that wait there and say the
    /// same. The sender is kept until then.
    public func enqueue<M: MainActorNotificationMessage>(
        _ message: M, object: M.Subject?, coalescing: Coalescing = [.name, .sender],
        on scheduler: some MainActorScheduler
    ) where M.Subject: Sendable {
        let post: @MainActor @Sendable (NotificationHub) -> Void = { $0.post(message, object: object) }
        enqueue(
            M.name, object, coalescing, on: scheduler, MainActorContext.assuming("NotificationHub.enqueue", post))
    }

    private func enqueue(
        _ name: Notification.Name, _ sender: AnyObject?, _ coalescing: Coalescing, on scheduler: some Scheduler,
        _ post: @escaping @Sendable (NotificationHub) -> Void
    ) {
        let identity = PendingPost.Identity(
            coalescing: coalescing, name: coalescing.contains(.name) ? name : nil,
            sender: coalescing.contains(.sender) ? sender.map { ObjectIdentifier($0) } : nil)
        let new = PendingPost(identity: coalescing.isEmpty ? nil : identity, post: post)
        let (outbox, needsTurn) = outboxes.add(new, for: SchedulerKey(scheduler))
        guard needsTurn else { return }
        let turn = OutboxTurn(outbox, of: self)
        OnceAction.handOver({ turn.begin() }, ifDropped: { _ in turn.lose() }, through: scheduler.schedule)
    }
}
