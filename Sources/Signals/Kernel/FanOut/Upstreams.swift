import Synchronization

/// What a subject subscribes to.
///
/// While it is closed, nothing is asked for: what came would reach nobody. Whoever opens it has every upstream asked for
/// everything, those that are there and those to come.
@usableFromInline
package final class Upstreams: Sendable {
    private struct State: Sendable {
        var subscriptions: ContiguousArray<any Subscription> = []
        /// How many there may be before those that have ended are looked for.
        var limit = 8
        var isOver = false
    }

    private let state = Locked(State())
    /// Set under the lock, so that an upstream that comes meanwhile is asked once; and read without, at every request.
    private let isOpen: Atomic<Bool>

    package init(isOpen: Bool) {
        self.isOpen = Atomic(isOpen)
    }

    deinit { cancel() }

    /// Keeps `subscription`, or cancels it if all is over.
    ///
    /// - Complexity: O(1) amortised. Half of what is kept, at most, are subscriptions that have ended.
    package func add(_ subscription: any Subscription) {
        var ended: ContiguousArray<any Subscription> = []
        let (isKept, isOpen) = state.withLock { state in
            if state.isOver { return (false, false) }
            if state.subscriptions.count >= state.limit {
                swap(&ended, &state.subscriptions)
                state.subscriptions = ended.filter { ($0 as? UpstreamSlot)?.isClosed != true }
                state.limit = max(8, state.subscriptions.count * 2)
            }
            state.subscriptions.append(subscription)
            return (true, self.isOpen.load(ordering: .relaxed))
        }
        if !isKept {
            subscription.cancel()
        } else if isOpen {
            subscription.request(.unlimited)
        }
        withExtendedLifetime(ended) {}
    }

    /// Asks every upstream for everything, the first time.
    @usableFromInline
    package func open() {
        if isOpen.load(ordering: .relaxed) { return }
        let due = state.withLock { state in
            isOpen.exchange(true, ordering: .relaxed) ? [] : state.subscriptions
        }
        for subscription in due { subscription.request(.unlimited) }
    }

    /// Cancels every upstream, and whatever comes from now on.
    package func cancel() {
        var old: ContiguousArray<any Subscription> = []
        state.withLock { state in
            state.isOver = true
            swap(&old, &state.subscriptions)
        }
        for subscription in old { subscription.cancel() }
    }
}

/// The subscriber that feeds a subject. What to ask for is the subject's affair, so that is given the subscription; it keeps
/// nothing once this has ended or was cancelled.
@usableFromInline
package final class SubjectFeed<Target: Subject>: Subscriber where Target.Output: Sendable {
    @usableFromInline package typealias Input = Target.Output
    @usableFromInline package typealias Failure = Target.Failure
    @usableFromInline package static var _releasesSubscription: Bool { true }
    @usableFromInline let subject: Target
    @usableFromInline let end = EndSlot()

    @usableFromInline
    package init(_ subject: Target) {
        self.subject = subject
    }

    @usableFromInline
    package func receive(subscription: any Subscription) {
        if end.accept(subscription, for: Target.self) { subject.send(subscription: end) }
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        if end.isAttached {
            subject.send(input)
        } else {
            end.refuse(at: Target.self)
        }
        return .none
    }

    @usableFromInline
    package func receive(completion: Subscribers.Completion<Failure>) {
        if end.end(for: Target.self) { subject.send(completion: completion) }
    }
}
