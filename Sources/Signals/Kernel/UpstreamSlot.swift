import Synchronization

/// A place that holds one upstream subscription, safe to use and to empty from any thread, without a lock.
///
/// The word counts those who are using the subscription just now. Whoever leaves last after the place was closed
/// empties it, so the reference is dropped as soon as possible and never while somebody calls through it:
///
/// - `upstream` is written once, by the thread that set `filling`, before it sets `filled`.
/// - It is read only between an `enter` that saw `filled` without `closed`, and the `leave` that belongs to it.
/// - It is emptied only by the thread that set `emptied`, and `emptied` can be set only in the state filled, closed and
///   no users. An `enter` after that sees `closed` and does not read.
@usableFromInline
package class UpstreamSlot: @unchecked Sendable {
    // Sound: `upstream` is read and written only where the word allows it, as told above.
    @usableFromInline package let status = SubscriptionState()
    @usableFromInline let word = Atomic<UInt32>(0)
    @usableFromInline @exclusivity(unchecked) var upstream: (any Subscription)?

    @inlinable static var filling: UInt32 { 1 }
    @inlinable static var filled: UInt32 { 2 }
    @inlinable static var closed: UInt32 { 4 }
    @inlinable static var emptied: UInt32 { 8 }
    @inlinable static var user: UInt32 { 16 }

    @usableFromInline package init() {}

    /// What became of a subscription that was handed over.
    package enum Outcome { case attached, refused, closed }

    /// Keeps `subscription`, if it is the first and the place is still open.
    package final func attach(_ subscription: any Subscription) -> Outcome {
        if word.bitwiseOr(Self.filling, ordering: .relaxed).oldValue & Self.filling != 0 { return .refused }
        upstream = subscription
        let old = word.bitwiseOr(Self.filled, ordering: .acquiringAndReleasing).oldValue
        if old & Self.closed == 0 { return .attached }
        emptyIfUnused()
        return .closed
    }

    /// Keeps `subscription`, or cancels it if it is not wanted.
    ///
    /// - Parameter place: The type that stands here, for reports.
    @usableFromInline
    package final func accept(_ subscription: any Subscription, for place: Any.Type) -> Bool {
        switch attach(subscription) {
        case .attached: return true
        case .closed: break
        case .refused: report(.secondSubscription, at: place)
        }
        subscription.cancel()
        return false
    }

    /// Keeps `subscription`, and asks it for what has been asked for before it came, which was added up in the status.
    @usableFromInline
    package final func open(_ subscription: any Subscription, at place: Any.Type) {
        guard accept(subscription, for: place) else { return }
        let demand = status.raise(.subscribed).demand
        if demand > .none { requestUpstream(demand) }
    }

    /// Whether a value may come now, which is reported if it may not.
    @inlinable
    package final func isOpen(at place: Any.Type) -> Bool {
        let entry = status.entry
        if entry.contains(.subscribed), !entry.intersects([.ended, .cancelled]) { return true }
        refuse(entry, at: place)
        return false
    }

    @usableFromInline
    final func refuse(_ entry: SubscriptionState.Entry, at place: Any.Type) {
        if entry.intersects([.cancelled, .dismissed]) { return }
        report(entry.contains(.ended) ? .eventAfterCompletion : .valueBeforeSubscription, at: place)
    }

    /// Closes the place because upstream has completed.
    ///
    /// - Returns: Whether that is the ending. If not it is reported, unless it was cancelled before.
    @usableFromInline
    package final func close(at place: Any.Type) -> Bool {
        guard status.entry.contains(.subscribed) else {
            report(.valueBeforeSubscription, at: place)
            return false
        }
        let old = status.raise(.ended)
        // Also where it was cancelled, so that a cancellation on its way finds nothing to do.
        if !old.contains(.ended) { detach(cancelling: false) }
        if !old.intersects([.ended, .cancelled]) { return true }
        refuse(old, at: place)
        return false
    }

    /// Asks upstream for more, if there is an upstream.
    @usableFromInline
    package final func requestUpstream(_ demand: Subscribers.Demand) {
        guard enter() else { return }
        upstream!.request(demand)
        leave()
    }

    /// Whether there is a subscription, and the place has not been closed.
    @inlinable package final var isAttached: Bool {
        word.load(ordering: .relaxed) & (Self.filled | Self.closed) == Self.filled
    }

    /// Whether nothing more can come from here.
    package final var isClosed: Bool { word.load(ordering: .relaxed) & Self.closed != 0 }

    /// Closes the place. The first to do so may ask for the subscription to be cancelled.
    ///
    /// - Returns: Whether this call was the first.
    @usableFromInline
    @discardableResult
    package final func detach(cancelling: Bool) -> Bool {
        word.add(Self.user, ordering: .acquiring)
        let old = word.bitwiseOr(Self.closed, ordering: .acquiringAndReleasing).oldValue
        if cancelling, old & (Self.closed | Self.filled) == Self.filled { upstream!.cancel() }
        leave()
        return old & Self.closed == 0
    }

    /// Closes the place because nobody wants anything more, and cancels upstream.
    package final func abandon() {
        status.raise(.cancelled)
        detach(cancelling: true)
    }

    /// Deals with an event that came before the subscription, or after the ending.
    @usableFromInline
    package final func refuse(at place: Any.Type) {
        let state = word.load(ordering: .acquiring)
        if state & Self.filled == 0 {
            report(.valueBeforeSubscription, at: place)
        } else if !status.entry.contains(.cancelled) || status.entry.contains(.ended) {
            report(.eventAfterCompletion, at: place)
        }
    }

    /// Reports that `rule` was broken here, the first time that it is.
    @usableFromInline
    package final func report(_ rule: Diagnostics.Rule, at place: Any.Type) {
        if status.isFirstReport(of: rule) { Diagnostics.report(rule, at: place) }
    }

    private final func enter() -> Bool {
        let old = word.add(Self.user, ordering: .acquiring).oldValue
        if old & (Self.filled | Self.closed) == Self.filled { return true }
        leave()
        return false
    }

    private final func leave() {
        word.subtract(Self.user, ordering: .acquiringAndReleasing)
        emptyIfUnused()
    }

    private final func emptyIfUnused() {
        let unused = Self.filling | Self.filled | Self.closed
        if word.load(ordering: .relaxed) == unused,
            word.compareExchange(expected: unused, desired: unused | Self.emptied, ordering: .acquiringAndReleasing)
                .exchanged
        {
            upstream = nil
        }
    }
}

extension Subscriber where Self: UpstreamSlot {
    @inlinable package static var _releasesSubscription: Bool { true }
}

extension Subscriber {
    /// What gives this subscriber a value. It is formed where the type is known.
    @inlinable
    func makeSend() -> @Sendable (Input) -> Subscribers.Demand {
        // Its closures were formed where the type was known: closures around them would only add to the way.
        if let erased = self as? AnySubscriber<Input, Failure> { return erased.value }
        return { self.receive($0) }
    }

    /// What tells this subscriber of everything but values. It is formed where the type is known, once for a subscription.
    @inlinable
    func makeControl() -> @Sendable (SubscriberSignal<Failure>) -> Void {
        if let erased = self as? AnySubscriber<Input, Failure> { return erased.control }
        let control: @Sendable (SubscriberSignal<Failure>) -> Void = { $0.deliver(to: self) }
        return Self._releasesSubscription ? control : SubscriberSignal.releasing(control)
    }
}

extension SubscriberSignal {
    /// The same as `control`, for a subscriber who may keep its subscription.
    @usableFromInline
    static func releasing(_ control: @escaping @Sendable (Self) -> Void) -> @Sendable (Self) -> Void {
        let holder = SubscriptionHolder()
        return { signal in
            switch signal {
            case .subscription(let subscription): control(.subscription(holder.hold(subscription)))
            case .completion:
                holder.release()
                control(signal)
            }
        }
    }
}

/// The subscription that a subscriber is given who may keep it for ever.
///
/// A subscription holds its subscriber, since values go straight there. So that keeping it makes no cycle beyond the end
/// this stands in between: it drops the subscription when that has ended or is cancelled, and the value path has no part
/// in it.
private final class HeldSubscription: UpstreamSlot, Subscription, @unchecked Sendable {
    // Sound: it adds nothing to what it inherits.
    func request(_ demand: Subscribers.Demand) { requestUpstream(demand) }
    func cancel() { detach(cancelling: true) }
}

/// What one subscriber's control closure knows of the subscription that the subscriber was given: it does not keep it, for
/// the subscription may be all that keeps the closure.
private final class SubscriptionHolder: @unchecked Sendable {
    // Sound: a subscriber is told of its subscription, and then of the ending, one after the other.
    private weak var held: HeldSubscription?

    func hold(_ subscription: any Subscription) -> any Subscription {
        let new = HeldSubscription()
        _ = new.attach(subscription)
        // A second one breaks the rules, and is the subscriber's to cancel.
        if held == nil { held = new }
        return new
    }

    func release() { held?.detach(cancelling: false) }
}

/// What stands at the end of a chain: the subscription, apart from the subscriber that uses it.
///
/// Being an object of its own it can be kept for cancelling without keeping the subscriber's closures alive.
@usableFromInline
package final class EndSlot: UpstreamSlot, Subscription, @unchecked Sendable {
    // Sound: it adds nothing to what it inherits.
    @usableFromInline package override init() { super.init() }

    /// Keeps `subscription` and asks for everything.
    @usableFromInline
    package func begin(_ subscription: any Subscription, for place: Any.Type) {
        if accept(subscription, for: place) { subscription.request(.unlimited) }
    }

    /// Closes the place because upstream has completed.
    ///
    /// - Returns: Whether the subscriber may be told of it.
    @usableFromInline
    package func end(for place: Any.Type) -> Bool {
        guard isAttached, detach(cancelling: false) else {
            refuse(at: place)
            return false
        }
        status.raise(.ended)
        return true
    }

    /// Whether it was cancelled before upstream had completed.
    @usableFromInline package var wasCancelled: Bool {
        let entry = status.entry
        return entry.contains(.cancelled) && !entry.contains(.ended)
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        requestUpstream(demand)
    }

    @usableFromInline
    package func cancel() {
        abandon()
    }
}
