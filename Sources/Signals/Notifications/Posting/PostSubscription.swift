/// The subscription of one who takes posts as they are, on the thread of the poster.
///
/// Here, and only here, a lock is held while a subscriber runs: a post may not change threads, so a second poster has to
/// wait for the first. It is a lock for this one subscription. Two of them that post to each other from two threads can
/// wait for each other for ever, as with any lock.
@usableFromInline
package final class PostSubscription<Post, Failure: Error>: UpstreamSlot, Subscription, @unchecked Sendable {
    // Sound: everything is immutable, or safe by itself.
    @usableFromInline let lock = Lock()
    @usableFromInline let value: (Post) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<Failure>) -> Void
    @usableFromInline let name: any Any.Type

    @inlinable
    package init<S: Subscriber<Post, Failure>>(_ downstream: S, name: any Any.Type) {
        value = downstream.makeSend()
        control = downstream.makeControl()
        self.name = name
        super.init()
    }

    /// Gives the subscriber its subscription, and then has `join` take its place among those who are posted to.
    @usableFromInline
    package func start(_ join: (PostSubscription) -> any Subscription) {
        control(.subscription(self))
        guard isActive else { return }
        let membership = join(self)
        if attach(membership) == .closed { membership.cancel() }
    }

    private var isActive: Bool { !status.entry.intersects([.ended, .cancelled]) }

    /// Delivers `post`, if it has been asked for, or drops it.
    package func deliver(_ post: Post) {
        guard isActive else { return }
        lock.withLock {
            guard isActive, status.take() else { return }
            let more = value(post)
            if more > .none { status.add(more) }
        }
    }

    package func finish() {
        lock.withLock {
            if status.raise(.ended).intersects([.ended, .cancelled]) { return }
            control(.completion(.finished))
        }
        detach(cancelling: true)
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        if demand > .none {
            status.add(demand)
        } else if status.isFirstReport(of: .requestForNothing) {
            Diagnostics.report(.requestForNothing, at: name)
        }
    }

    @usableFromInline
    package func cancel() {
        if status.raise(.cancelled).contains(.cancelled) { return }
        detach(cancelling: true)
    }
}
