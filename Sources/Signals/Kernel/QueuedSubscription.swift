/// One subscription of `receive(on:)`: a ``SchedulerQueue`` and nothing else. Demand is passed on, so nothing is ever dropped of
/// what was asked for. It is counted as well, since an upstream that ignores it would otherwise get past.
@usableFromInline
package final class QueuedSubscription<Input, Failure: Error>: UpstreamSlot, Subscriber, Subscription,
    @unchecked Sendable
{
    // Sound: everything is immutable, or safe by itself.
    @usableFromInline let jobs: SchedulerQueue<Input, Failure>
    @usableFromInline let send: (Input) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<Failure>) -> Void
    @usableFromInline let name: any Any.Type

    @inlinable
    init<S: Subscriber<Input, Failure>>(on scheduler: any Scheduler, name: any Any.Type, downstream: S) {
        jobs = SchedulerQueue(on: scheduler)
        self.name = name
        send = downstream.makeSend()
        control = downstream.makeControl()
        super.init()
    }

    @inlinable
    package func receive(subscription: any Subscription) {
        guard accept(subscription, for: name) else { return }
        status.raise(.subscribed)
        control(.subscription(self))
    }

    @inlinable
    package func receive(_ input: Input) -> Subscribers.Demand {
        let entry = status.entry
        if entry.contains(.subscribed), !entry.intersects([.ended, .cancelled]) {
            if status.take() { enqueue(.value(input)) } else { report(.valueBeyondDemand) }
        } else if !entry.contains(.cancelled) {
            report(entry.contains(.ended) ? .eventAfterCompletion : .valueBeforeSubscription)
        }
        return .none
    }

    @usableFromInline
    package func receive(completion: Subscribers.Completion<Failure>) {
        guard status.entry.contains(.subscribed) else { return report(.valueBeforeSubscription) }
        let old = status.raise(.ended)
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
            status.add(demand)
            requestUpstream(demand)
        } else {
            report(.requestForNothing)
        }
    }

    @usableFromInline
    package func cancel() {
        if status.raise(.cancelled).contains(.cancelled) { return }
        detach(cancelling: true)
        jobs.close()
    }

    @inlinable
    func enqueue(_ item: SchedulerQueue<Input, Failure>.Item) {
        if jobs.append(item) { scheduleJob() }
    }

    @inlinable
    func scheduleJob() {
        OnceAction.handOver(
            { self.runJob() }, ifDropped: { self.loseJob(atOnce: $0) }, through: jobs.scheduler.schedule)
    }

    @usableFromInline
    func loseJob(atOnce: Bool) {
        guard let loss = jobs.loseJob(atOnce: atOnce) else { return }
        Diagnostics.countLost(loss.count)
        report(.lostJob)
        if loss.needsJob { scheduleJob() }
        if loss.open > 0 { request(.max(loss.open)) }
    }

    @inlinable
    @inline(never)
    func runJob() {
        jobs.run { item in
            if status.entry.contains(.cancelled) { return }
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
        if status.isFirstReport(of: rule) { Diagnostics.report(rule, at: name) }
    }
}
