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
    /// What its jobs do, formed where the types are known.
    @usableFromInline let work: (QueuedSubscription) -> Void
    @usableFromInline let name: any Any.Type

    @inlinable
    init<S: Subscriber<Input, Failure>>(on scheduler: any Scheduler, name: any Any.Type, downstream: S) {
        jobs = SchedulerQueue(on: scheduler)
        self.name = name
        work = { $0.runJob() }
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
        if !isOpen(at: name) { return .none }
        if !status.take() {
            report(.valueBeyondDemand, at: name)
        } else if jobs.append(input) {
            scheduleJob()
        }
        return .none
    }

    @usableFromInline
    package func receive(completion: Subscribers.Completion<Failure>) {
        if !close(at: name) { return }
        if jobs.append(ending: completion) { scheduleJob() }
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        if demand > .none {
            status.add(demand)
            requestUpstream(demand)
        } else {
            report(.requestForNothing, at: name)
        }
    }

    @usableFromInline
    package func cancel() {
        if status.raise(.cancelled).contains(.cancelled) { return }
        detach(cancelling: true)
        jobs.close()
    }

    @usableFromInline
    func scheduleJob() {
        var job = makeJob()
        jobs.schedule(&job)
    }

    @inline(never)
    private func makeJob() -> OnceAction {
        OnceAction({ self.work(self) }, ifDropped: { self.loseJob(atOnce: $0) })
    }

    private func loseJob(atOnce: Bool) {
        guard let loss = jobs.loseJob(atOnce: atOnce) else { return }
        Diagnostics.countLost(loss.count)
        report(.lostJob, at: name)
        if loss.needsJob { scheduleJob() }
        if loss.open > 0 { request(.max(loss.open)) }
    }

    @inlinable
    @inline(never)
    func runJob() {
        var batch = SchedulerQueue<Input, Failure>.Batch()
        guard jobs.begin(&batch) else { return }
        while let value = jobs.next(&batch) {
            if status.entry.contains(.cancelled) { return }
            let more = send(value)
            if more > .none { request(more) }
        }
        if let signal = batch.takeEnding(unless: status) { control(signal) }
    }
}
