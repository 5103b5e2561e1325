extension MachineSubscription {
    // MARK: Delivering

    /// Gives a value to the scheduler queue, or passes it on like those of the inputs.
    @inlinable
    func deliver(_ output: M.Output) {
        guard let jobs else { return _ = deliverCounted(output) }
        if jobs.append(output) { isJobDue = true }
    }

    /// Lets go of everything, and notes how the stream ends.
    @usableFromInline
    func complete(_ completion: Subscribers.Completion<M.Failure>) {
        guard machine != nil else { return }
        tearDown()
        ending = completion
    }

    @inlinable
    @inline(never)
    func deliverEnding() {
        if let completion = takeEnding() { control(.completion(completion)) }
    }

    /// - Returns: The ending, if it has not been left to the scheduler queue.
    @usableFromInline
    func takeEnding() -> Subscribers.Completion<M.Failure>? {
        guard let completion = ending.take(), !status.raise(.ended).intersects(.over) else { return nil }
        guard let jobs else { return completion }
        if jobs.append(ending: completion) { isJobDue = true }
        return nil
    }

    @inlinable
    func takeJobDue() -> Bool {
        defer { isJobDue = false }
        return isJobDue
    }

    @usableFromInline
    func scheduleJob() {
        var job = makeJob()
        jobs!.schedule(&job)
    }

    @inline(never)
    private func makeJob() -> OnceAction {
        OnceAction({ self.work(self) }, ifDropped: { self.loseJob(atOnce: $0) })
    }

    /// The scheduler has thrown a job away. In place of the values that are lost others are asked for.
    private func loseJob(atOnce: Bool) {
        guard let loss = jobs!.loseJob(atOnce: atOnce) else { return }
        Diagnostics.countLost(loss.count)
        report(.lostJob)
        if loss.needsJob { scheduleJob() }
        if M.isToldOfDelivery { for _ in 0..<loss.count { post(.event(.delivered)) } }
        if loss.open > 0 { post(.event(.demand(.max(loss.open)))) }
    }

    @inlinable
    @inline(never)
    func runJob() {
        var batch = SchedulerQueue<M.Output, M.Failure>.Batch()
        guard jobs!.begin(&batch) else { return }
        while let value = jobs!.next(&batch) {
            if status.entry.contains(.cancelled) { return }
            noteDelivery(send(value))
        }
        if let signal = batch.takeEnding(unless: status) { control(signal) }
    }

    @inlinable
    @inline(never)
    func noteDelivery(_ more: Subscribers.Demand) {
        if more > .none { post(.event(.demand(more))) }
        if M.isToldOfDelivery { post(.event(.delivered)) }
    }

    /// Has an event posted on the main actor.
    func schedule(_ signal: MachineSignal<M>) {
        home?.scheduler.insist({ self.post(signal) }, ifLost: { self.report(.lostJob) })
    }

    // MARK: Calling out

    @usableFromInline
    func call(from place: OutwardCalls.Place) {
        guard beginCalls(place) else { return }
        while let call = nextCall() { call.make() }
    }

    private func beginCalls(_ place: OutwardCalls.Place) -> Bool {
        lock.withLock { outward.begin(place, on: ThreadIdentity.current) }
    }

    private func nextCall() -> OutwardCalls.Call? { lock.withLock { outward.next(on: ThreadIdentity.current) } }

    // MARK: Time

    @usableFromInline
    func arm(at instant: SchedulerInstant) {
        disarm()
        timerNumber += 1
        timer = ArmedTimer()
        let number = timerNumber
        if calls.isEmpty { return schedule(at: instant, number) }
        // A scheduler that does everything at once would else be done before the first input.
        postBehindCalls(.arm(instant, number))
    }

    @usableFromInline
    func schedule(at instant: SchedulerInstant, _ number: Int) {
        guard let scheduler = effects.scheduler, number == timerNumber, let timer else { return }
        timer.attempts += 1
        if timer.attempts > 2 {
            self.timer = nil
            return tell(.timerLost)
        }
        let job = OnceAction({ self.timerFired(number) }) { _ in self.timerLost(instant, number, on: scheduler) }
        timer.job = job
        timer.token = scheduler.schedule(after: instant, tolerance: scheduler.minimumTolerance) { job.run() }
        // If it has been thrown away, that is noticed here: whoever did it may have held a lock.
        withExtendedLifetime(job) {}
    }

    /// The scheduler has thrown the timer away. One whose time has come has fired all the same; another is set once more.
    private func timerLost(_ instant: SchedulerInstant, _ number: Int, on scheduler: any Scheduler) {
        report(.lostJob)
        postFromElsewhere(instant <= scheduler.now ? .timer(number) : .arm(instant, number))
    }

    @usableFromInline
    func disarm() {
        timer.take()?.cancel()
    }

    /// The timer's job is a job of the scheduler, so what it causes may be delivered by it at once.
    private func timerFired(_ number: Int) {
        guard let jobs else { return postFromElsewhere(.timer(number)) }
        let isOurs = jobs.claim()
        post(.timer(number))
        if isOurs { work(self) }
    }
}

/// The timer of a ``MachineSubscription``, from before the scheduler is asked for it: it may fire before that call returns.
@usableFromInline
final class ArmedTimer {
    /// The scheduler has the only lasting reference, or nobody would hear that it has let go of it.
    fileprivate weak var job: OnceAction?
    fileprivate var token: (any Cancellable)?
    /// How often the scheduler was asked.
    fileprivate var attempts = 0

    func cancel() {
        job?.revoke()
        token?.cancel()
    }
}
