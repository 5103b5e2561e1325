extension Publishers {
    /// An ``OperatorMachine`` that subscribes to one upstream after another: the one publisher of `retry` and its kin.
    ///
    /// The machine attaches an upstream at its start, and others when that has ended. Where it passes values, they go
    /// straight to the subscriber; only requests and endings are events, so that a new upstream is asked for exactly what is
    /// still open. However many follow one another at once, the stack stays flat.
    @frozen
    public struct Followed<Upstream: Publisher, M: OperatorMachine>: Publisher
    where M.Source == Upstream, M.Output == Upstream.Output, M.Failure == Upstream.Failure {
        public typealias Output = M.Output
        public typealias Failure = M.Failure

        @usableFromInline let machine: M
        @usableFromInline let clock: (any Scheduler)?
        public let _home: DeliveryHome?

        /// - Parameters:
        ///   - machine: What follows what.
        ///   - clock: The scheduler of the machine's timer. It delivers no values.
        ///   - home: Where all upstreams deliver, if all of them deliver on the main actor.
        @inlinable
        init(_ machine: M, clock: (any Scheduler)? = nil, home: DeliveryHome?) {
            self.machine = machine
            self.clock = clock
            _home = home
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            subscription(for: subscriber).start()
        }

        // Apart, since what it needs of the stack would be there while upstream is subscribed to.
        @inlinable
        @inline(never)
        func subscription<S: Subscriber<Output, Failure>>(for subscriber: S) -> MachineSubscription<M> {
            MachineSubscription(machine, clock: clock, home: _home, downstream: subscriber, connect: { $1.pass($0) })
        }
    }
}

extension Publishers.Followed: MainActorPublisher where Upstream: MainActorPublisher {}

extension MachineInputs {
    /// Has `publisher` subscribed to as the input that the machine has just attached, or as the first one, and its values passed on.
    ///
    /// - Parameter failed: Makes what the machine is told of a failure of `publisher`.
    @inlinable
    func pass<P: Publisher>(
        _ publisher: P, failed: @escaping (P.Failure, Int) -> MachineEvent<M.Input, M.Failure>
    ) where P.Output == M.Output {
        subscription.effects.nextID = max(subscription.effects.nextID, id + 1)
        let inlet = PassingInlet<M, P.Failure>(subscription, id: id, failed: failed)
        guard subscription.keep(inlet, as: id) else { return }
        subscribe(inlet, .attach) { publisher.receive(subscriber: inlet) }
    }

    @inlinable
    func pass<P: Publisher<M.Output, M.Failure>>(_ publisher: P) {
        pass(publisher) { .failed($0, $1) }
    }
}

/// The subscriber that stands at an input of a ``MachineSubscription`` whose values are passed on.
///
/// There is one such input at a time, so its values need no mailbox to be serial.
@usableFromInline
package final class PassingInlet<M: OperatorMachine, Failure: Error>: UpstreamSlot, Subscriber, @unchecked Sendable {
    // Sound: everything is immutable, or safe by itself.
    @usableFromInline package typealias Input = M.Output
    @usableFromInline let subscription: MachineSubscription<M>
    @usableFromInline let id: Int
    @usableFromInline let failed: (Failure, Int) -> MachineEvent<M.Input, M.Failure>

    @inlinable
    init(
        _ subscription: MachineSubscription<M>, id: Int,
        failed: @escaping (Failure, Int) -> MachineEvent<M.Input, M.Failure>
    ) {
        self.subscription = subscription
        self.id = id
        self.failed = failed
        super.init()
    }

    @inlinable
    package func receive(subscription: any Subscription) { open(subscription, at: M.self) }

    @inlinable
    @inline(never)
    package func receive(_ input: M.Output) -> Subscribers.Demand {
        if !isAttached {
            refuse(at: M.self)
            return .none
        }
        guard subscription.status.isWideOpen else { return subscription.deliverCounted(input) }
        _ = subscription.send(input)
        return .none
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        guard isAttached, detach(cancelling: false) else { return refuse(at: M.self) }
        switch completion {
        case .finished: subscription.post(.event(.finished(id)))
        case .failure(let error): subscription.post(.event(failed(error, id)))
        }
    }
}

extension MachineSubscription {
    /// Passes on a value, unless nobody has asked for it.
    @inlinable
    @inline(never)
    func deliverCounted(_ output: M.Output) -> Subscribers.Demand {
        if status.entry.intersects(.over) { return .none }
        guard status.take() else {
            report(.valueBeyondDemand)
            return .none
        }
        let more = send(output)
        if more > .none { status.add(more) }
        return more
    }
}
