/// What a ``Junction`` can do to one of its inputs.
@usableFromInline
package protocol InputControl: Sendable {
    /// Notes that `demand` is asked for.
    ///
    /// - Returns: Whether upstream must be asked for it now. It is not while there is no subscription yet.
    func add(_ demand: Subscribers.Demand) -> Bool
    func requestUpstream(_ demand: Subscribers.Demand)
    func cancel()
}

/// A place of a ``Junction`` where an input can be connected.
@frozen
@usableFromInline
package struct Port<M: Machine>: Sendable {
    @usableFromInline let junction: Junction<M>
    @usableFromInline let id: Int

    @inlinable
    init(junction: Junction<M>, id: Int) {
        self.junction = junction
        self.id = id
    }

    /// Has `publisher` subscribed to, when the machine has said what to ask of it.
    ///
    /// - Parameter lift: Makes the machine's input of a value, on the thread that the value came on, before it goes into
    ///   the mailbox. Throwing fails the input.
    @inlinable
    package func connect<P: Publisher>(
        _ publisher: P, throwing lift: @escaping @Sendable (P.Output) throws(M.Failure) -> M.Input
    ) where P.Failure == M.Failure {
        let inlet = Inlet<M, P.Output>(junction: junction, id: id, lift: lift)
        // An input before this one may have led the subscriber to cancel.
        guard junction.keep(inlet, as: id) else { return }
        // The inputs to start with are all subscribed to, also when the first of them has already ended everything.
        let isInitial = !junction.isStarted
        junction.calls.append { [junction] in
            if junction.ledger.isCancelled { return }
            if isInitial || !inlet.ledger.isCancelled { publisher.receive(subscriber: inlet) }
        }
    }

    @inlinable
    package func connect<P: Publisher>(
        _ publisher: P, _ lift: @escaping @Sendable (P.Output) -> M.Input
    ) where P.Failure == M.Failure {
        connect(publisher, throwing: lift)
    }
}

/// The subscriber that stands at one input of a ``Junction``.
@usableFromInline
package final class Inlet<M: Machine, Input>: Attachment, Subscriber, InputControl, @unchecked Sendable {
    // Sound: everything is immutable, or safe by itself.
    @usableFromInline package typealias Failure = M.Failure
    @usableFromInline let junction: Junction<M>
    @usableFromInline let id: Int
    @usableFromInline let lift: (Input) throws(M.Failure) -> M.Input

    @inlinable
    init(junction: Junction<M>, id: Int, lift: @escaping (Input) throws(M.Failure) -> M.Input) {
        self.junction = junction
        self.id = id
        self.lift = lift
        super.init()
    }

    @usableFromInline
    package func receive(subscription: any Subscription) {
        switch attach(subscription) {
        case .refused:
            subscription.cancel()
            report(.secondSubscription)
        case .closed:
            subscription.cancel()
        case .attached:
            // What has been asked for before the subscription came was added up in the ledger.
            let demand = ledger.raise(.subscribed).demand
            if demand > .none { requestUpstream(demand) }
        }
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        let entry = ledger.entry
        guard entry.contains(.subscribed), !entry.intersects([.ended, .cancelled]) else {
            if !entry.intersects([.cancelled, .dismissed]) {
                report(entry.contains(.ended) ? .eventAfterCompletion : .valueBeforeSubscription)
            }
            return .none
        }
        do throws(M.Failure) {
            junction.post(.input(try lift(input), id))
        } catch {
            failEarly(error)
        }
        return .none
    }

    @usableFromInline
    package func receive(completion: Subscribers.Completion<M.Failure>) {
        guard ledger.entry.contains(.subscribed) else { return report(.valueBeforeSubscription) }
        let old = ledger.raise(.ended)
        if old.intersects([.ended, .cancelled]) {
            if !old.intersects([.cancelled, .dismissed]) { report(.eventAfterCompletion) }
            return
        }
        detach(cancelling: false)
        switch completion {
        case .finished: junction.post(.finished(id))
        case .failure(let error): junction.post(.failed(error, id))
        }
    }

    @usableFromInline
    func failEarly(_ error: M.Failure) {
        if ledger.raise([.ended, .dismissed]).intersects([.ended, .cancelled]) { return }
        detach(cancelling: true)
        junction.post(.failed(error, id))
    }

    @usableFromInline
    package func add(_ demand: Subscribers.Demand) -> Bool { ledger.add(demand).contains(.subscribed) }

    @usableFromInline
    package func cancel() {
        if ledger.raise(.cancelled).contains(.cancelled) { return }
        detach(cancelling: true)
    }

    @usableFromInline
    func report(_ rule: Diagnostics.Rule) {
        if ledger.isFirstReport(of: rule) { Diagnostics.report(rule, at: junction.name) }
    }
}
