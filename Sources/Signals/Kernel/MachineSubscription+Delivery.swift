extension MachineSubscription {
    // MARK: Delivering

    /// Gives a value to the scheduler queue, or passes it on like those of the inputs.
    @inlinable
    func deliver(_ output: M.Output) {
        guard let jobs else { return _ = deliverCounted(output) }
        if jobs.append(.value(output)) { jobs.scheduler.schedule { self.runJob() } }
    }

    /// Lets go of everything, and notes how the stream ends.
    @usableFromInline
    func complete(_ completion: Subscribers.Completion<M.Failure>) {
        guard machine != nil else { return }
        tearDown()
        ending = completion
    }

    @usableFromInline
    func deliverEnding() {
        if let completion = takeEnding() { control(.completion(completion)) }
    }

    /// - Returns: The ending, if it has not been left to the scheduler queue.
    private func takeEnding() -> Subscribers.Completion<M.Failure>? {
        guard let completion = ending.take(), !status.raise(.ended).intersects(.over) else { return nil }
        guard let jobs else { return completion }
        if jobs.append(.completion(completion)) { jobs.scheduler.schedule { self.runJob() } }
        return nil
    }

    @inlinable
    @inline(never)
    func runJob() {
        jobs!.run { deliverItem($0) }
    }

    @inlinable
    func deliverItem(_ item: SchedulerQueue<M.Output, M.Failure>.Item) {
        if status.entry.contains(.cancelled) { return }
        switch item {
        case .value(let value):
            let more = send(value)
            if more > .none { post(.event(.demand(more))) }
            if M.isToldOfDelivery { post(.event(.delivered)) }
        case .completion(let completion):
            control(.completion(completion))
        }
    }

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
        guard let scheduler = effects.scheduler, number == timerNumber, timer != nil else { return }
        let token = scheduler.schedule(after: instant, tolerance: scheduler.minimumTolerance) {
            self.timerFired(number)
        }
        timer = token
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
        if isOurs { jobs.drain { deliverItem($0) } }
    }
}

/// Stands for a timer while the scheduler is still being asked for it: it may fire before the call returns.
private final class ArmedTimer: Cancellable {
    func cancel() {}
}
