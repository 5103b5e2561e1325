/// One subscription of `subscribe(on:)`: what goes upstream is done by jobs of a scheduler, what comes from there is passed
/// on as it comes.
///
/// It needs no queue. Requests add up, in whatever order they arrive; and a cancellation that overtakes the job that
/// subscribes closes the place that this would fill. What a scheduler will not do is done here, or upstream would wait for
/// it for ever.
@usableFromInline
package final class SubscribeLink<Input, Failure: Error>: UpstreamSlot, Subscriber, Subscription, @unchecked Sendable {
    // Sound: everything is immutable, or safe by itself.
    @usableFromInline let scheduler: any Scheduler
    @usableFromInline let send: (Input) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<Failure>) -> Void
    @usableFromInline let name: any Any.Type

    @inlinable
    init<S: Subscriber<Input, Failure>>(on scheduler: any Scheduler, name: any Any.Type, downstream: S) {
        self.scheduler = scheduler
        self.name = name
        send = downstream.makeSend()
        control = downstream.makeControl()
        super.init()
    }

    /// Gives the subscriber its subscription, and has `upstream` subscribed to.
    @inlinable
    func start<P: Publisher<Input, Failure>>(_ upstream: P) {
        control(.subscription(self))
        work {
            if !self.status.entry.contains(.cancelled) { upstream.receive(subscriber: self) }
        }
    }

    @usableFromInline
    package func receive(subscription: any Subscription) { open(subscription, at: name) }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        if !isOpen(at: name) { return .none }
        guard status.take() else {
            report(.valueBeyondDemand, at: name)
            return .none
        }
        let more = send(input)
        if more > .none { status.add(more) }
        return more
    }

    @usableFromInline
    package func receive(completion: Subscribers.Completion<Failure>) {
        if close(at: name) { control(.completion(completion)) }
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        guard demand > .none else { return report(.requestForNothing, at: name) }
        let old = status.add(demand)
        if old.contains(.subscribed), !old.intersects([.ended, .cancelled]) {
            work { self.requestUpstream(demand) }
        }
    }

    @usableFromInline
    package func cancel() {
        if status.raise(.cancelled).intersects([.cancelled, .ended]) { return }
        work { self.detach(cancelling: true) }
    }

    @usableFromInline
    func work(_ action: @escaping @Sendable () -> Void) {
        scheduler.insist(action) {
            self.report(.lostJob, at: self.name)
            action()
        }
    }
}
