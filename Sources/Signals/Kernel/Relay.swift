/// How one upstream follows another: a pure value that a ``Relay`` asks what comes next.
@usableFromInline
package protocol RelayPlan: SendableMetatype {
    associatedtype Output
    associatedtype Failure: Error
    /// What an upstream may fail with.
    associatedtype InputFailure: Error = Failure

    /// What comes next.
    ///
    /// - Parameter ended: How the last upstream ended. It is `nil` at the start, and when waiting is over.
    mutating func next(after ended: Subscribers.Completion<InputFailure>?) -> RelayStep<Self>
}

/// What a ``Relay`` does next.
@frozen
@usableFromInline
package enum RelayStep<Plan: RelayPlan> {
    /// Connects an upstream to the port, and delivers from it.
    case follow((RelayPort<Plan>) -> Void)
    /// Begins something that says later, with `nil`, that the plan is to be asked again, or how the stream ends.
    case wait((@escaping @Sendable (Subscribers.Completion<Plan.Failure>?) -> Void) -> any Cancellable)
    /// Ends the stream.
    case complete(Subscribers.Completion<Plan.Failure>)
}

/// One subscription of an operator that follows one upstream by the next.
///
/// A value goes straight through. Everything else, a request or the end of an upstream, is an event of the mailbox, so
/// that it has one order: a new upstream is asked for exactly what is still open, as soon as it gives its subscription,
/// and it is subscribed to from the owner's loop, however deep in the last one's calls that ended. So the stack stays
/// flat, and an upstream that has ended is let go of before the next begins.
@usableFromInline
package final class Relay<Plan: RelayPlan>: Mailbox<RelayEvent<Plan>>, Subscription, @unchecked Sendable {
    // Sound: `plan` and `waitNumber` belong to the owner of the mailbox; `link` and `waiting` are touched
    // under its lock only, since whoever cancels must reach them at once.
    @usableFromInline let send: (Plan.Output) -> Subscribers.Demand
    @usableFromInline let control: (SubscriberSignal<Plan.Failure>) -> Void
    @usableFromInline let home: DeliveryHome?
    @usableFromInline let name: any Any.Type
    @usableFromInline @exclusivity(unchecked) var plan: Plan?
    @usableFromInline @exclusivity(unchecked) var waitNumber = 0
    @usableFromInline @exclusivity(unchecked) var link: RelayUpstream?
    @usableFromInline @exclusivity(unchecked) var waiting: (any Cancellable)?

    /// - Parameters:
    ///   - home: Where all upstreams deliver, if all of them deliver on the main actor.
    ///   - name: The operator's type, for reports.
    @inlinable
    init<S: Subscriber<Plan.Output, Plan.Failure>>(
        _ plan: Plan, home: DeliveryHome?, name: any Any.Type, downstream: S
    ) {
        send = { downstream.receive($0) }
        control = { $0.deliver(to: downstream) }
        self.plan = plan
        self.home = home
        self.name = name
        super.init()
    }

    /// Gives the subscriber its subscription, and then begins.
    @usableFromInline
    package func start() {
        ledger.raise(.subscribed)
        control(.subscription(self))
        postFromElsewhere(.start)
    }

    // MARK: Values

    @inlinable
    @inline(never)
    func deliverCounted(_ input: Plan.Output) -> Subscribers.Demand {
        if ledger.entry.intersects([.ended, .cancelled]) { return .none }
        guard ledger.take() else {
            report(.valueBeyondDemand)
            return .none
        }
        let more = send(input)
        if more > .none { ledger.add(more) }
        return more
    }

    // MARK: Events

    func post(_ event: RelayEvent<Plan>) {
        post(event) { handle($0) }
    }

    /// Posts what may set something free and does not come from an upstream, which knows where to deliver.
    func postFromElsewhere(_ event: RelayEvent<Plan>) {
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
    package func cancel() {
        if ledger.raise(.cancelled).contains(.cancelled) { return }
        // Upstream is told at once: the owner may be inside its `request`, which would not return otherwise.
        let (link, waiting) = lock.withLock { (self.link.take(), self.waiting.take()) }
        link?.abandon()
        waiting?.cancel()
        post(.cancel)
    }

    func handle(_ event: RelayEvent<Plan>) {
        if ledger.entry.contains(.cancelled) { return tearDown() }
        guard plan != nil else { return }
        switch event {
        case .start:
            advance(after: nil)
        case .ended(let completion):
            let old = lock.withLock { link.take() }
            withExtendedLifetime(old) {}
            advance(after: completion)
        case .request(let demand):
            ledger.add(demand)
            lock.withLock { link }?.request(demand)
        case .resume(let number, let completion):
            guard number == waitNumber else { return }
            waitNumber += 1
            let old = lock.withLock { waiting.take() }
            withExtendedLifetime(old) {}
            if let completion { complete(completion) } else { advance(after: nil) }
        case .cancel:
            break
        }
    }

    private func advance(after ended: Subscribers.Completion<Plan.InputFailure>?) {
        switch plan!.next(after: ended) {
        case .follow(let connect):
            connect(RelayPort(relay: self))
        case .wait(let begin):
            waitNumber += 1
            let number = waitNumber
            // What it says before this has returned waits in the mailbox.
            let token = begin { self.postFromElsewhere(.resume(number, $0)) }
            if !keep(token, in: \.waiting) { token.cancel() }
        case .complete(let completion):
            complete(completion)
        }
    }

    /// Keeps `thing` where whoever cancels will find it, unless that has happened.
    func keep<Thing>(_ thing: Thing, in place: ReferenceWritableKeyPath<Relay, Thing?>) -> Bool {
        lock.withLock {
            if ledger.entry.contains(.cancelled) { return false }
            self[keyPath: place] = thing
            return true
        }
    }

    private func complete(_ completion: Subscribers.Completion<Plan.Failure>) {
        tearDown()
        if !ledger.raise(.ended).intersects([.ended, .cancelled]) { control(.completion(completion)) }
    }

    private func tearDown() {
        let oldPlan = plan.take()
        withExtendedLifetime(oldPlan) {}
    }

    @usableFromInline
    func report(_ rule: Diagnostics.Rule) {
        if ledger.isFirstReport(of: rule) { Diagnostics.report(rule, at: name) }
    }
}

/// Where a ``Relay`` connects its next upstream.
@frozen
@usableFromInline
package struct RelayPort<Plan: RelayPlan> {
    @usableFromInline let relay: Relay<Plan>

    init(relay: Relay<Plan>) {
        self.relay = relay
    }

    /// Subscribes to `publisher`.
    ///
    /// - Parameter lift: Makes what the plan is told of what `publisher` fails with.
    @inlinable
    package func connect<P: Publisher>(
        _ publisher: P, _ lift: @escaping (P.Failure) -> Plan.InputFailure
    ) where P.Output == Plan.Output {
        let link = RelayLink(relay, lift)
        if begin(with: link) { publisher.receive(subscriber: link) }
    }

    @inlinable
    package func connect<P: Publisher<Plan.Output, Plan.InputFailure>>(_ publisher: P) {
        connect(publisher) { $0 }
    }

    @usableFromInline
    func begin(with link: RelayUpstream) -> Bool {
        // Nobody uses demand up just now, and whoever adds to it does so through the mailbox.
        link.ledger.add(relay.ledger.entry.demand)
        return relay.keep(link, in: \.link)
    }
}

/// The part of a ``RelayLink`` that does not depend on its types.
@usableFromInline
package class RelayUpstream: Attachment, @unchecked Sendable {
    // Sound: it adds nothing to what an attachment holds.
    @usableFromInline package override init() { super.init() }

    /// Asks for more. What is asked for before the subscription has come is added up in the ledger.
    final func request(_ demand: Subscribers.Demand) {
        if ledger.add(demand).contains(.subscribed) { requestUpstream(demand) }
    }

    final func open() {
        let demand = ledger.raise(.subscribed).demand
        if demand > .none { requestUpstream(demand) }
    }
}

/// The subscriber that stands at one upstream of a ``Relay``.
@usableFromInline
package final class RelayLink<Plan: RelayPlan, Failure: Error>: RelayUpstream, Subscriber, @unchecked Sendable {
    // Sound: everything is immutable, or safe by itself.
    @usableFromInline package typealias Input = Plan.Output
    @usableFromInline let relay: Relay<Plan>
    @usableFromInline let lift: (Failure) -> Plan.InputFailure

    @inlinable
    init(_ relay: Relay<Plan>, _ lift: @escaping (Failure) -> Plan.InputFailure) {
        self.relay = relay
        self.lift = lift
        super.init()
    }

    @usableFromInline
    package func receive(subscription: any Subscription) {
        switch attach(subscription) {
        case .attached: open()
        case .closed: subscription.cancel()
        case .refused:
            subscription.cancel()
            report(.secondSubscription, at: relay.name)
        }
    }

    @inlinable
    @inline(never)
    package func receive(_ input: Plan.Output) -> Subscribers.Demand {
        if !isAttached {
            refuse(at: relay.name)
            return .none
        }
        guard relay.ledger.isWideOpen else { return relay.deliverCounted(input) }
        _ = relay.send(input)
        return .none
    }

    @usableFromInline
    package func receive(completion: Subscribers.Completion<Failure>) {
        if isAttached, detach(cancelling: false) {
            relay.post(.ended(completion.mapError(lift)))
        } else {
            refuse(at: relay.name)
        }
    }
}

/// What can happen to a ``Relay``.
@frozen
@usableFromInline
package enum RelayEvent<Plan: RelayPlan>: Sendable {
    case start
    case ended(Subscribers.Completion<Plan.InputFailure>)
    case request(Subscribers.Demand)
    case resume(Int, Subscribers.Completion<Plan.Failure>?)
    case cancel
}
