/// One subscription of `receive(on:)`: a ``Lane`` and nothing else. Demand is passed on, so nothing is ever dropped of
/// what was asked for. It is counted as well, since an upstream that ignores it would otherwise get past.
@usableFromInline
package final class LaneLink<Input, Failure: Error>: Attachment, Subscriber, Subscription, @unchecked Sendable {
    // Sound: everything is immutable, or safe by itself.
    @usableFromInline let lane: Lane<Input, Failure>
    @usableFromInline let send: (Input) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<Failure>) -> Void
    @usableFromInline let name: any Any.Type

    @inlinable
    init<S: Subscriber<Input, Failure>>(on scheduler: any Scheduler, name: any Any.Type, downstream: S) {
        lane = Lane(on: scheduler)
        self.name = name
        send = downstream.makeSend()
        control = downstream.makeControl()
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
            ledger.raise(.subscribed)
            control(.subscription(self))
        }
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        let entry = ledger.entry
        if entry.contains(.subscribed), !entry.intersects([.ended, .cancelled]) {
            if ledger.take() { enqueue(.value(input)) } else { report(.valueBeyondDemand) }
        } else if !entry.contains(.cancelled) {
            report(entry.contains(.ended) ? .eventAfterCompletion : .valueBeforeSubscription)
        }
        return .none
    }

    @usableFromInline
    package func receive(completion: Subscribers.Completion<Failure>) {
        guard ledger.entry.contains(.subscribed) else { return report(.valueBeforeSubscription) }
        let old = ledger.raise(.ended)
        if old.intersects([.ended, .cancelled]) {
            if !old.contains(.cancelled) { report(.eventAfterCompletion) }
            return
        }
        detach(cancelling: false)
        enqueue(.completion(completion))
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        if demand > .none {
            ledger.add(demand)
            requestUpstream(demand)
        } else {
            report(.requestForNothing)
        }
    }

    @usableFromInline
    package func cancel() {
        if ledger.raise(.cancelled).contains(.cancelled) { return }
        detach(cancelling: true)
        lane.close()
    }

    @inlinable
    func enqueue(_ item: Lane<Input, Failure>.Item) {
        if lane.append(item) { lane.scheduler.schedule { self.runJob() } }
    }

    @inlinable
    @inline(never)
    func runJob() {
        lane.run { item in
            if ledger.entry.contains(.cancelled) { return }
            switch item {
            case .value(let value):
                let more = send(value)
                if more > .none { request(more) }
            case .completion(let completion):
                control(.completion(completion))
            }
        }
    }

    @usableFromInline
    func report(_ rule: Diagnostics.Rule) {
        if ledger.isFirstReport(of: rule) { Diagnostics.report(rule, at: name) }
    }
}
