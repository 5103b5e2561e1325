/// One subscriber of a ``FanOut``: the subscription that it was given, and its place in the list.
@usableFromInline
package final class FanOutSubscription<Output, Failure: Error>: FanOutEntry, Subscription, @unchecked Sendable {
    // Sound: closures are immutable; the `var`s below belong to the owner of the fan-out's mailbox.
    @usableFromInline let value: (Output) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<Failure>) -> Void
    @usableFromInline weak let fanOut: FanOut<Output, Failure>?
    @usableFromInline @exclusivity(unchecked) var debt: Debt<Output, Failure>?

    @inlinable
    init<S: Subscriber<Output, Failure>>(_ fanOut: FanOut<Output, Failure>, downstream: S) {
        value = downstream.makeSend()
        control = downstream.makeControl()
        self.fanOut = fanOut
        super.init()
    }

    /// Delivers a value that demand has been taken for, and takes up what the subscriber asks for in return.
    @inlinable
    func deliver(_ input: Output) {
        let more = value(input)
        if more > .none { status.add(more) }
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        guard demand > .none else {
            if let fanOut, status.isFirstReport(of: .requestForNothing) {
                Diagnostics.report(.requestForNothing, at: fanOut.name)
            }
            return
        }
        fanOut?.request(demand, by: self)
    }

    @usableFromInline
    package func cancel() {
        // Marked at once, so that nothing more arrives; the place in the list is cleared by the mailbox's owner.
        if !status.raise(.cancelled).contains(.cancelled) { fanOut?.leave(self) }
    }
}

/// The part of a ``FanOutSubscription`` that does not depend on its types.
@usableFromInline
package class FanOutEntry {
    @usableFromInline let status = SubscriptionState()
    /// The place in the list. It takes half a word, so that the whole takes 96 bytes and not 112.
    @usableFromInline @exclusivity(unchecked) var slot: Int32 = -1
    @usableFromInline @exclusivity(unchecked) var hasJoined = false
    /// The version of the newest value that this subscriber has been given while it asked for single values; or, where
    /// the fan-out has a ``Connection``, the number of the connection that counts it, which is set before it joins.
    @usableFromInline @exclusivity(unchecked) var seen = 0

    @usableFromInline init() {}

    @inlinable final var isActive: Bool { !status.entry.intersects(.over) }
}

/// What a ``FanOut`` that keeps values owes to one subscriber, who has not asked for them yet.
@usableFromInline
package final class Debt<Output, Failure: Error> {
    @usableFromInline @exclusivity(unchecked) var backlog: Queue<Output>
    /// The fan-out, once it has ended or where it owes its newest value: it still does if nobody else keeps it.
    @usableFromInline @exclusivity(unchecked) var debtor: FanOut<Output, Failure>?
    /// The ending that is owed after the values.
    @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?

    @usableFromInline
    init(_ backlog: Queue<Output>) {
        self.backlog = backlog
    }
}
