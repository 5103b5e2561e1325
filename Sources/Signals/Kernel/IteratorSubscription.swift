/// One subscription of a publisher whose values are there for the taking: a sequence, one value, or none.
///
/// It gives as many as are asked for, in one loop: whoever asks while a value is being delivered, on this thread or
/// another, only adds to the demand. It looks one value ahead, so the ending follows the last value without being asked
/// for, and an empty source finishes at once.
@usableFromInline
package final class IteratorSubscription<Source: IteratorProtocol, Failure: Error>: IterationState, Subscription,
    @unchecked Sendable
{
    // Sound: `source` and `ahead` belong to whoever has raised the flag `producing`.
    @usableFromInline let send: (Source.Element) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<Failure>) -> Void
    @usableFromInline let completion: Subscribers.Completion<Failure>
    @usableFromInline let name: any Any.Type
    /// `produce()`, formed where the types are known: called by name from `request` it would run unspecialised.
    @usableFromInline let loop: (IteratorSubscription) -> Void
    @usableFromInline @exclusivity(unchecked) var source: Source?
    @usableFromInline @exclusivity(unchecked) var ahead: Source.Element?

    @inlinable
    init<S: Subscriber<Source.Element, Failure>>(
        _ source: Source, then completion: Subscribers.Completion<Failure>, name: any Any.Type, downstream: S
    ) {
        send = downstream.makeSend()
        control = downstream.makeControl()
        self.completion = completion
        self.name = name
        loop = { $0.produce() }
        var source = source
        ahead = source.next()
        self.source = source
        super.init()
    }

    /// Gives `subscriber` the values of `source`, and then `completion`.
    @inlinable
    package static func start<S: Subscriber<Source.Element, Failure>>(
        _ source: Source, then completion: Subscribers.Completion<Failure>, name: any Any.Type, downstream: S
    ) {
        let subscription = IteratorSubscription(source, then: completion, name: name, downstream: downstream)
        // While the subscription is handed over nobody may produce, so that an empty source can finish after it.
        subscription.status.raise(.producing)
        subscription.control(.subscription(subscription))
        subscription.produce()
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        guard demand > .none else {
            if status.isFirstReport(of: .requestForNothing) { Diagnostics.report(.requestForNothing, at: name) }
            return
        }
        status.add(demand)
        if !status.raise(.producing).contains(.producing) { loop(self) }
    }

    @usableFromInline
    package func cancel() {
        status.raise(.cancelled)
        if !status.raise(.producing).contains(.producing) { letGo() }
    }

    @inlinable
    func produce() {
        repeat {
            while ahead != nil, status.take() {
                if status.entry.contains(.cancelled) { return letGo() }
                let value = ahead!
                ahead = source!.next()
                let more = send(value)
                if more > .none { status.add(more) }
            }
            if ahead == nil || status.entry.contains(.cancelled) { return end() }
            // Demand or a cancellation may have come since the loop looked, from someone who saw a producer at work.
            let left = status.lower(.producing)
            if !left.hasDemand, !left.contains(.cancelled) { return }
        } while !status.raise(.producing).contains(.producing)
    }

    /// Ends it. The flag `producing` stays up, so nobody starts it again.
    @inlinable
    func end() {
        letGo()
        if !status.raise(.ended).intersects([.ended, .cancelled]) { control(.completion(completion)) }
    }

    @inlinable
    func letGo() {
        ahead = nil
        source = nil
    }
}

/// The part of a ``IteratorSubscription`` that does not depend on its types.
@usableFromInline
package class IterationState {
    @usableFromInline let status = SubscriptionState()
    @usableFromInline init() {}
}
