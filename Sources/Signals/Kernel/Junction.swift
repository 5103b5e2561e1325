/// One subscription of an operator with several inputs, or with a clock: it runs a ``Machine`` on a ``Mailbox``.
///
/// Whatever happens, a value, an ending, a request, a cancellation, a timer, becomes an event. The owner of the mailbox
/// tells the machine, and carries out what it answers, in order, outside of any critical section.
///
/// With a scheduler, values and the ending leave through a ``Lane``. Without one they are delivered by the owner; and
/// where all inputs deliver on the main actor, nobody else may become the owner: calls from elsewhere are scheduled.
@usableFromInline
package final class Junction<M: Machine>: Mailbox<JunctionEvent<M>>, Subscription, @unchecked Sendable {
    // Sound: every `var` but `outward` and `inlets` belongs to the owner of the mailbox; those two are touched under its
    // lock only.
    @usableFromInline let send: (M.Output) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<M.Failure>) -> Void
    @usableFromInline let connect: (@Sendable (M.Source, Port<M>) -> Void)?
    @usableFromInline let lane: Lane<M.Output, M.Failure>?
    @usableFromInline let home: DeliveryHome?
    @usableFromInline let name: any Any.Type
    @usableFromInline @exclusivity(unchecked) var machine: M?
    @usableFromInline @exclusivity(unchecked) var effects: Effects<M>
    @usableFromInline @exclusivity(unchecked) var inlets: [Int: any InputControl] = [:]
    /// What the owner is to call when it has given up the mailbox: see ``OutwardCalls``. Subscribing to an input thus also
    /// comes after the machine's requests have reached it, so that it asks as soon as it has its subscription: a shared
    /// publisher may start in that same call.
    @usableFromInline @exclusivity(unchecked) var calls: [OutwardCalls.Call] = []
    @usableFromInline @exclusivity(unchecked) var outward = OutwardCalls()
    @usableFromInline @exclusivity(unchecked) var timer: (any Cancellable)?
    @usableFromInline @exclusivity(unchecked) var timerNumber = 0
    @usableFromInline @exclusivity(unchecked) var added = Subscribers.Demand.none
    @usableFromInline @exclusivity(unchecked) var isStarted = false

    /// - Parameters:
    ///   - scheduler: Whose time the machine goes by, and whose jobs deliver.
    ///   - home: Where the inputs deliver, if all of them deliver on the main actor and there is no scheduler.
    ///   - name: The operator's type, for reports.
    ///   - connect: Subscribes to what the machine attaches.
    @inlinable
    init<S: Subscriber<M.Output, M.Failure>>(
        _ machine: M, scheduler: (any Scheduler)? = nil, home: DeliveryHome? = nil, name: any Any.Type,
        downstream: S, connect: (@Sendable (M.Source, Port<M>) -> Void)? = nil
    ) {
        send = { downstream.receive($0) }
        control = { $0.deliver(to: downstream) }
        self.machine = machine
        self.connect = connect
        self.home = home
        self.name = name
        lane = scheduler.map { Lane(on: $0) }
        effects = Effects(scheduler: scheduler)
        super.init()
    }

    /// Gives the subscriber its subscription, and then attaches the inputs that `attachInputs` connects.
    @usableFromInline
    package func start(_ attachInputs: @escaping @Sendable (Junction) -> Void) {
        control(.subscription(self))
        postFromElsewhere(.start(attachInputs))
    }

    /// The place for the next of the inputs to start with.
    @inlinable
    package func nextPort() -> Port<M> {
        defer { effects.nextID += 1 }
        return Port(junction: self, id: effects.nextID)
    }

    /// Attaches an input to start with, under the next number.
    @inlinable
    package func connect<P: Publisher>(
        _ publisher: P, _ lift: @escaping @Sendable (P.Output) -> M.Input
    ) where P.Failure == M.Failure {
        nextPort().connect(publisher, lift)
    }

    // MARK: Events

    @inlinable
    func post(_ event: JunctionEvent<M>) {
        if tryOwn() {
            handle(event)
            if calls.isEmpty, tryRelease() { return }
            giveUp(hasWaiting: false)
        } else if enqueue(event) {
            giveUp(hasWaiting: true)
        }
    }

    /// Ends the ownership, when what has been queued is delivered, and then makes the calls that have come up.
    @inlinable
    @inline(never)
    func giveUp(hasWaiting: Bool) {
        var due: [OutwardCalls.Call] = []
        swap(&due, &calls)
        if hasWaiting || !tryRelease() {
            drain { event in
                handle(event)
                // Moved out at once: another sender may take over behind any event.
                if !calls.isEmpty {
                    due.append(contentsOf: calls)
                    calls.removeAll()
                }
            }
        }
        if !due.isEmpty { callOut(due) }
    }

    @usableFromInline
    func callOut(_ calls: [OutwardCalls.Call]) {
        let thread = ThreadIdentity.current
        guard lock.withLock({ outward.begin(calls, on: thread) }) else { return }
        while let call = lock.withLock({ outward.next(on: thread) }) { call() }
    }

    /// Posts what a call from the subscriber's side has caused, which must not deliver off the main actor by itself.
    @usableFromInline
    func postFromElsewhere(_ event: JunctionEvent<M>) {
        if let home, !MainActorContext.isCurrent {
            home.scheduler.schedule { self.post(event) }
        } else {
            post(event)
        }
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        if demand > .none {
            postFromElsewhere(.request(demand))
        } else {
            report(.requestForNothing)
        }
    }

    @usableFromInline
    func report(_ rule: Diagnostics.Rule) {
        if ledger.isFirstReport(of: rule) { Diagnostics.report(rule, at: name) }
    }

    @usableFromInline
    package func cancel() {
        if ledger.raise(.cancelled).contains(.cancelled) { return }
        lane?.close()
        // The inputs are told at once: the owner may be further up this call stack, and what comes next there may need them to
        // have been left, as a new subscription to something shared does.
        cancelInlets()
        postFromElsewhere(.cancel)
    }

    // MARK: Inputs

    /// Keeps `inlet`, unless the subscriber has cancelled.
    @usableFromInline
    func keep(_ inlet: any InputControl, as id: Int) -> Bool {
        lock.withLock {
            if ledger.isCancelled { return false }
            inlets[id] = inlet
            return true
        }
    }

    @usableFromInline
    func inlet(_ id: Int) -> (any InputControl)? { lock.withLock { inlets[id] } }

    /// Takes an inlet out, to be released by the caller outside the lock.
    @usableFromInline
    func forgetInlet(_ id: Int) -> (any InputControl)? {
        lock.withLock { inlets.removeValue(forKey: id) }
    }

    @usableFromInline
    func cancelInlets() {
        let old = lock.withLock {
            let old = inlets
            inlets = [:]
            return old
        }
        // In the order in which they were attached, so that a run is like the one before it.
        for (_, inlet) in old.sorted(by: { $0.key < $1.key }) { inlet.cancel() }
    }

    // MARK: The owner's work

    @inlinable
    @inline(never)
    func handle(_ event: JunctionEvent<M>) {
        guard machine != nil else { return }
        // Looked at for every event: what has been queued before the cancellation must have no effect after it.
        if ledger.entry.contains(.cancelled) { return tearDown() }
        switch event {
        case .start(let attachInputs):
            attachInputs(self)
            isStarted = true
            machine!.start(&effects)
        case .input(let input, let id): machine!.receive(input, from: id, &effects)
        case .finished(let id):
            // One that has been cancelled may have ended in the same breath, and its ending may wait in the mailbox.
            guard forgetInlet(id) != nil else { return }
            machine!.finish(id, &effects)
        case .failed(let error, let id):
            guard forgetInlet(id) != nil else { return }
            machine!.fail(error, id, &effects)
        case .request(let demand):
            effects.demand += demand
            if isStarted { machine!.demandGrew(by: demand, &effects) }
        case .arm(let instant, let number): schedule(at: instant, number)
        case .timer(let number):
            guard number == timerNumber, timer != nil else { return }
            timer = nil
            machine!.timerFired(&effects)
        case .delivered: machine!.delivered(&effects)
        case .echo: machine!.echoCame(&effects)
        case .ending(let completion): complete(completion)
        case .cancel: break
        }
        perform()
    }

    @inlinable
    func perform() {
        while true {
            var list = ContiguousArray<Effect<M.Output, M.Failure, M.Source>>()
            swap(&list, &effects.list)
            for effect in list { perform(effect) }
            // The array is given back, so that a steady stream takes no allocation.
            list.removeAll(keepingCapacity: true)
            swap(&list, &effects.list)
            if added == .none { return }
            let more = added
            added = .none
            effects.demand += more
            machine?.demandGrew(by: more, &effects)
        }
    }

    @inlinable
    func perform(_ effect: Effect<M.Output, M.Failure, M.Source>) {
        // The subscriber may have cancelled while it took a value that came just before in the list.
        if ledger.entry.contains(.cancelled) { return }
        switch effect {
        case .emit(let output): deliver(output)
        case .complete(let completion): complete(completion)
        case .completeLater(let completion): postAfterCalls(.ending(completion))
        case .request(let id, let demand): if let inlet = inlet(id) { request(demand, from: inlet) }
        case .attach(let source, let id): connect?(source, Port(junction: self, id: id))
        case .cancel(let id): forgetInlet(id)?.cancel()
        case .arm(let instant): arm(at: instant)
        case .disarm: disarm()
        case .refuse: report(.valueBeyondDemand)
        case .echo: postAfterCalls(.echo)
        }
    }

    /// Posts an event when the calls that have come up have been made, and what they bring about is in the mailbox.
    @usableFromInline
    func postAfterCalls(_ event: JunctionEvent<M>) {
        calls.append { self.post(event) }
    }

    @usableFromInline
    func request(_ demand: Subscribers.Demand, from inlet: any InputControl) {
        guard inlet.add(demand) else { return }
        // One value may as well wait in the queue.
        if demand == .max(1) { inlet.requestUpstream(demand) } else { calls.append { inlet.requestUpstream(demand) } }
    }

    // MARK: Delivering

    @inlinable
    func deliver(_ output: M.Output) {
        if let lane {
            if lane.append(.value(output)) { lane.scheduler.schedule { self.runJob() } }
        } else {
            let more = send(output)
            if more > .none { added += more }
        }
    }

    @usableFromInline
    func complete(_ completion: Subscribers.Completion<M.Failure>) {
        guard machine != nil else { return }
        tearDown()
        if ledger.raise(.ended).intersects([.ended, .cancelled]) { return }
        if let lane {
            if lane.append(.completion(completion)) { lane.scheduler.schedule { self.runJob() } }
        } else {
            control(.completion(completion))
        }
    }

    @inlinable
    @inline(never)
    func runJob() {
        lane!.run { deliverItem($0) }
    }

    @inlinable
    func deliverItem(_ item: Lane<M.Output, M.Failure>.Item) {
        if ledger.entry.contains(.cancelled) { return }
        switch item {
        case .value(let value):
            let more = send(value)
            if more > .none { post(.request(more)) }
            if M.isToldOfDelivery { post(.delivered) }
        case .completion(let completion):
            control(.completion(completion))
        }
    }

    /// Lets go of everything: inputs, timer, and what the machine holds.
    @usableFromInline
    func tearDown() {
        disarm()
        cancelInlets()
        // Released at the end of this function, when nothing refers to it any more.
        let oldMachine = machine.take()
        withExtendedLifetime(oldMachine) {}
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
        postAfterCalls(.arm(instant, number))
    }

    @usableFromInline
    func schedule(at instant: SchedulerInstant, _ number: Int) {
        guard let scheduler = lane?.scheduler, number == timerNumber, timer != nil else { return }
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
        let isOurs = lane!.claim()
        post(.timer(number))
        if isOurs { lane!.drain { deliverItem($0) } }
    }
}

/// Stands for a timer while the scheduler is still being asked for it: it may fire before the call returns.
private final class ArmedTimer: Cancellable {
    func cancel() {}
}

/// What can happen to a ``Junction``.
// Sound: an operator with a mailbox asks for what goes into it to be `Sendable` where it is called.
@frozen
@usableFromInline
package enum JunctionEvent<M: Machine>: @unchecked Sendable {
    case start(@Sendable (Junction<M>) -> Void)
    case input(M.Input, Int)
    case finished(Int)
    case failed(M.Failure, Int)
    case request(Subscribers.Demand)
    /// A timer is to be armed, after the calls that were to come first.
    case arm(SchedulerInstant, Int)
    case timer(Int)
    case delivered
    case echo
    /// The stream is to end, after the calls that were to come first.
    case ending(Subscribers.Completion<M.Failure>)
    case cancel
}
