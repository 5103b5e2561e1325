/// One subscription of an ``OperatorMachine``: it runs the machine on a ``Mailbox``.
///
/// Whatever happens, a value, an ending, a request, a cancellation, a timer, becomes an event. The owner of the mailbox
/// tells the machine, and carries out what it answers, in order, outside of any critical section.
///
/// With a scheduler, values and the ending leave through a ``SchedulerQueue``. Without one they are delivered by the owner; and
/// where all inputs deliver on the main actor, nobody else may become the owner: calls from elsewhere are scheduled.
@usableFromInline
package final class MachineSubscription<M: OperatorMachine>: Mailbox<MachineSignal<M>>, Subscription,
    @unchecked Sendable
{
    // Sound: every `var` but `outward` and `inlets` belongs to the owner of the mailbox. `outward` is touched under the lock
    // only. `inlets` is changed by the owner under the lock, so the owner may read it without.
    @usableFromInline let send: (M.Output) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<M.Failure>) -> Void
    @usableFromInline let connect: ((M.Source, MachineInputs<M>) -> Void)?
    @usableFromInline let jobs: SchedulerQueue<M.Output, M.Failure>?
    /// What its jobs do, formed where the types are known.
    @usableFromInline let work: (MachineSubscription) -> Void
    @usableFromInline let home: DeliveryHome?
    @usableFromInline @exclusivity(unchecked) var machine: M?
    @usableFromInline @exclusivity(unchecked) var effects: Effects<M>
    @usableFromInline @exclusivity(unchecked) var inlets = InletTable()
    /// What the present event has brought up for ``outward``. Subscribing to an input thus comes after the machine's
    /// requests have reached it, so that it asks as soon as it has its subscription: a shared publisher may start in that
    /// same call.
    @usableFromInline @exclusivity(unchecked) var calls = ContiguousArray<OutwardCalls.Call>()
    @usableFromInline @exclusivity(unchecked) var outward = OutwardCalls()
    /// What inputs that need not be subscribed to have, until the machine asks for it.
    @usableFromInline @exclusivity(unchecked) var ready = ContiguousArray<
        (id: Int, output: M.Input?, completion: Subscribers.Completion<M.Failure>)
    >()
    /// What such an input gives the machine, and an echo behind it.
    @usableFromInline @exclusivity(unchecked) var given = ContiguousArray<MachineEvent<M.Input, M.Failure>>()
    /// The next of the effects to be carried out.
    @usableFromInline @exclusivity(unchecked) var cursor = 0
    /// How the stream is to end, when the machine has said so.
    @usableFromInline @exclusivity(unchecked) var ending: Subscribers.Completion<M.Failure>?
    @usableFromInline @exclusivity(unchecked) var timer: ArmedTimer?
    @usableFromInline @exclusivity(unchecked) var timerNumber = 0
    @usableFromInline @exclusivity(unchecked) var added = Subscribers.Demand.none
    /// Attaches the inputs to begin with. It is kept until that is done.
    @usableFromInline @exclusivity(unchecked) var attachInputs: (@Sendable (MachineInputs<M>) -> Void)?
    @usableFromInline @exclusivity(unchecked) var isStarted = false
    /// Whether something has been put into `jobs` for which a job must be scheduled, when the mailbox has been given up.
    @usableFromInline @exclusivity(unchecked) var isJobDue = false

    /// - Parameters:
    ///   - scheduler: Whose time the machine goes by, and whose jobs deliver.
    ///   - clock: Whose time the machine goes by, where nothing but the timer is its concern.
    ///   - home: Where the inputs deliver, if all of them deliver on the main actor and there is no scheduler.
    ///   - connect: Subscribes to what the machine attaches.
    @inlinable
    @inline(never)
    init<S: Subscriber<M.Output, M.Failure>>(
        _ machine: M, scheduler: (any Scheduler)? = nil, clock: (any Scheduler)? = nil, home: DeliveryHome? = nil,
        downstream: S, connect: ((M.Source, MachineInputs<M>) -> Void)? = nil
    ) {
        send = downstream.makeSend()
        control = downstream.makeControl()
        self.machine = machine
        self.connect = connect
        self.home = home
        jobs = scheduler.map { SchedulerQueue(on: $0) }
        work = { $0.runJob() }
        effects = Effects(scheduler: scheduler ?? clock)
        super.init()
    }

    /// Gives the subscriber its subscription, and then attaches the inputs that `attachInputs` connects.
    @usableFromInline
    package func start(_ attachInputs: @escaping @Sendable (MachineInputs<M>) -> Void) {
        self.attachInputs = attachInputs
        start()
    }

    /// Gives the subscriber its subscription, and then attaches the inputs.
    @usableFromInline
    func start() {
        status.raise(.subscribed)
        giveSubscription()
        postFromElsewhere(.start)
    }

    // Apart, as are other functions here, since what it needs of the stack would be there while upstream is subscribed to.
    private func giveSubscription() { control(.subscription(self)) }

    // MARK: Events

    // A chain is called through one subscription after the other, value by value and ending by ending. So what is done
    // with an event is done, and its frame gone, before the next subscription is called.

    @inlinable
    func post(_ signal: MachineSignal<M>) {
        var place = OutwardCalls.Place.none
        var isJobDue = false
        if tryOwn() {
            place = run(signal)
            if ending != nil { deliverEnding() }
            isJobDue = takeJobDue()
            if !tryRelease() { (place, isJobDue) = drain(place, isJobDue) }
        } else if enqueue(signal) {
            (place, isJobDue) = drain(.none, false)
        }
        if isJobDue { scheduleJob() }
        if place != .none { call(from: place) }
    }

    /// Deals with what has been queued.
    @inlinable
    @inline(never)
    func drain(_ place: OutwardCalls.Place, _ isJobDue: Bool) -> (OutwardCalls.Place, isJobDue: Bool) {
        var (place, isJobDue) = (place, isJobDue)
        drain(at: M.self) { signal in
            let next = run(signal)
            if ending != nil { deliverEnding() }
            if place == .none { place = next }
            if takeJobDue() { isJobDue = true }
        }
        return (place, isJobDue)
    }

    /// Posts what a call from the subscriber's side has caused, which must not deliver off the main actor by itself.
    @usableFromInline
    func postFromElsewhere(_ signal: MachineSignal<M>) {
        if home == nil || MainActorContext.isCurrent { post(signal) } else { schedule(signal) }
    }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {
        if demand > .none {
            postFromElsewhere(.event(.demand(demand)))
        } else {
            report(.requestForNothing)
        }
    }

    @usableFromInline
    package func cancel() {
        if status.raise(.cancelled).contains(.cancelled) { return }
        jobs?.close()
        // The inputs are told at once: the owner may be further up this call stack, and what comes next there may need them to
        // have been left, as a new subscription to something shared does.
        for inlet in lock.withLock({ inlets.all }) { inlet.abandon() }
        postFromElsewhere(.cancel)
    }

    @usableFromInline
    func report(_ rule: Diagnostics.Rule) {
        if status.isFirstReport(of: rule) { Diagnostics.report(rule, at: M.self) }
    }

    // MARK: The owner's work

    /// Deals with one event.
    ///
    /// - Returns: Where the calls stand that this has brought up.
    @inlinable
    @inline(never)
    func run(_ signal: MachineSignal<M>) -> OutwardCalls.Place {
        take(signal)
        while let output = nextOutput() {
            let more = send(output)
            if more > .none { added += more }
        }
        return calls.isEmpty ? .none : noteCalls()
    }

    @usableFromInline
    func noteCalls() -> OutwardCalls.Place {
        let place = lock.withLock { outward.note(&calls) }
        // Where one upstream follows another, the next is subscribed to when the call in which the last has ended is over.
        return M.passesValues ? .behindOthers : place
    }

    @inlinable
    func take(_ signal: MachineSignal<M>) {
        if machine == nil { return }
        // Looked at for every event: what has been queued before the cancellation must have no effect after it.
        if status.entry.contains(.cancelled) { return tearDown() }
        switch signal {
        case .event(let event): tell(event)
        case .start:
            attachInputs.take()?(MachineInputs(self))
            isStarted = true
            tell(.start)
            if effects.nextID == 0, effects.scheduler == nil { complete(.finished) }
        case .arm(let instant, let number): schedule(at: instant, number)
        case .timer(let number):
            guard number == timerNumber, timer != nil else { return }
            timer = nil
            tell(.timer)
        case .ending(let completion): complete(completion)
        case .cancel: break
        }
    }

    /// Tells the machine of an event.
    @inlinable
    func tell(_ event: MachineEvent<M.Input, M.Failure>) {
        switch event {
        case .finished(let id):
            // One that has been cancelled may have ended in the same breath, and its ending may wait in the mailbox.
            if !forgetInlet(id) { return }
        case .failed(let error, let id):
            if !forgetInlet(id) { return }
            if !M.takesFailures { return complete(.failure(error)) }
        case .demand(let demand):
            if M.passesValues { status.add(demand) } else { effects.open += demand }
            if !isStarted { return }
        default: break
        }
        if M.passesValues { effects.open = status.entry.demand }
        machine!.handle(event, &effects)
    }

    /// Carries out effects, up to the next value for the subscriber.
    @inlinable
    func nextOutput() -> M.Output? {
        while true {
            while cursor < effects.pending.count {
                // The subscriber may have cancelled while it took a value that came just before in the list.
                if status.entry.contains(.cancelled) { break }
                cursor += 1
                switch effects.pending[cursor - 1] {
                case .emit(let output):
                    if jobs == nil, !M.passesValues { return output }
                    deliver(output)
                case let effect: perform(effect)
                }
            }
            cursor = 0
            // The array is kept, so that a steady stream takes no allocation.
            effects.pending.removeAll(keepingCapacity: true)
            if added > .none {
                let more = added
                added = .none
                effects.open += more
                machine?.handle(.demand(more), &effects)
            } else if !given.isEmpty {
                takeGiven()
            } else {
                return nil
            }
        }
    }

    @inlinable
    func perform(_ effect: Effect<M.Output, M.Failure, M.Source>) {
        switch effect {
        case .emit: break
        case .complete(let completion): complete(completion)
        case .completeLater(let completion): postBehindCalls(.ending(completion))
        case .request(let demand, let id):
            if !ready.isEmpty { give(id) }
            if let inlet = inlets[id] { request(demand, from: inlet) }
        case .attach(let source, let id): connect?(source, MachineInputs(self, id))
        case .cancel(let id): cancelInput(id)
        case .arm(let instant): arm(at: instant)
        case .disarm: disarm()
        case .refuse: report(.valueBeyondDemand)
        case .lose(let count): Diagnostics.countLost(count)
        case .echo: if given.isEmpty { postBehindCalls(.event(.echo)) } else { given.append(.echo) }
        }
    }

    @usableFromInline
    func postBehindCalls(_ signal: MachineSignal<M>) {
        calls.append(OutwardCalls.Call(.post) { self.post(signal) })
    }

    /// Lets go of everything: inputs, timer, and what the machine holds.
    @usableFromInline
    func tearDown() {
        disarm()
        for inlet in lock.withLock({ inlets.removeAll() }) { inlet.abandon() }
        given.removeAll()
        ready.removeAll()
        // Released at the end of this function, when nothing refers to it any more.
        let oldMachine = machine.take()
        withExtendedLifetime(oldMachine) {}
    }
}

/// What can happen to a ``MachineSubscription``.
@frozen
@usableFromInline
package enum MachineSignal<M: OperatorMachine>: @unchecked Sendable {
    // Sound: an operator with a mailbox asks for what goes into it to be `Sendable` where it is called.
    case event(MachineEvent<M.Input, M.Failure>)
    case start
    /// A timer is to be armed, after the calls that were to come first.
    case arm(SchedulerInstant, Int)
    case timer(Int)
    /// The stream is to end, after the calls that were to come first.
    case ending(Subscribers.Completion<M.Failure>)
    case cancel
}
