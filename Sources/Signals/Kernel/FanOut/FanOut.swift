/// One upstream and any number of subscribers: an ordered list of them on a ``Mailbox``.
///
/// Everything that happens, a value, an ending, a subscriber that joins, asks or leaves, is an event of the mailbox. The
/// list is therefore changed by the owner alone and never while a value goes through it: no copy is made for a value,
/// and every subscriber sees the same values in the same order, from its place in that order on.
@usableFromInline
package final class FanOut<Output, Failure: Error>: Mailbox<FanOutEvent<Output, Failure>>, @unchecked Sendable {
    // Sound: all `var`s but `current` belong to the owner of the mailbox; `current` is touched under its lock only.
    @usableFromInline let replay: Replay
    @usableFromInline let name: any Any.Type
    @usableFromInline @exclusivity(unchecked) var list = FanOutList()
    /// Whether a value needs more than to be passed on: it is to be remembered, or nothing is to happen any more.
    @usableFromInline @exclusivity(unchecked) var isSpecial: Bool
    @usableFromInline @exclusivity(unchecked) var completion: Subscribers.Completion<Failure>?
    /// Who is to be told of an ending.
    @usableFromInline @exclusivity(unchecked) var endings = Queue<
        (FanOutSubscription<Output, Failure>, Subscribers.Completion<Failure>)
    >()
    @usableFromInline @exclusivity(unchecked) var memory = Queue<Output>()
    @usableFromInline @exclusivity(unchecked) var version = 0
    @usableFromInline @exclusivity(unchecked) var current: Current
    /// Is given the values of ``pass(_:)`` that nobody took.
    @usableFromInline let unheard: ((Output) -> Void)?
    @usableFromInline @exclusivity(unchecked) var declined = 0
    /// For a fan-out that has an upstream of its own.
    @usableFromInline let connection: Connection<Output, Failure>?
    /// For a subject that asks for values when it is asked.
    @usableFromInline let upstreams: Upstreams?

    /// What a new subscriber is given of the past.
    @frozen
    @usableFromInline
    package enum Replay: Sendable {
        case nothing
        /// The newest value, which an existing subscriber without demand is also given as soon as it asks.
        case newest
        /// The last values, and then everything: for a subscriber without demand values are kept.
        case last(Int)

        @inlinable var isNothing: Bool { if case .nothing = self { true } else { false } }
    }

    @usableFromInline
    package init(
        replay: Replay, initial: Output? = nil, name: any Any.Type, unheard: ((Output) -> Void)? = nil,
        connection: Connection<Output, Failure>? = nil, upstreams: Upstreams? = nil
    ) {
        self.replay = replay
        self.name = name
        self.unheard = unheard
        self.connection = connection
        self.upstreams = upstreams
        current = Current(value: initial)
        isSpecial = !replay.isNothing
        super.init()
        if let initial {
            memory.append(initial)
            version = 1
        }
    }

    // MARK: Sending

    @inlinable
    package func send(_ value: Output) {
        if tryOwn() {
            deliver(value)
            if !tryRelease() { drain() }
        } else {
            sendLater(.value(value))
        }
    }

    /// Sends `value` to those who are there and remembers it for nobody, whatever the replay policy says: an event bus has
    /// events to be replayed and others in one sequence.
    @inlinable
    package func pass(_ value: Output) {
        if tryOwn() {
            deliverPassing(value)
            if !tryRelease() { drain() }
        } else {
            sendLater(.passing(value))
        }
    }

    /// Says, from inside a subscriber that is being given a value, that it did not take it.
    @usableFromInline
    package func decline() { declined += 1 }

    /// Forgets what would be replayed to new subscribers.
    @usableFromInline
    package func forget() {
        post(.forget)
    }

    @usableFromInline
    func post(_ event: FanOutEvent<Output, Failure>) {
        if tryOwn() {
            take(event)
            if !tryRelease() { drain() }
        } else {
            sendLater(event)
        }
    }

    @inlinable
    func take(_ event: FanOutEvent<Output, Failure>) {
        handle(event)
        if !endings.isEmpty { deliverEndings() }
    }

    @inlinable
    @inline(never)
    func sendLater(_ event: FanOutEvent<Output, Failure>) {
        if enqueue(event) { drain() }
    }

    @usableFromInline
    package func send(completion: Subscribers.Completion<Failure>) {
        post(.completion(completion))
    }

    @inlinable
    @inline(never)
    func drain() {
        // If another has taken over, it does the rest too.
        if drain(at: name, { take($0) }), connection != nil { connectIfPending() }
    }

    // MARK: Subscribing

    // A subscriber comes and goes where its types are not known to the compiler: whatever asks for a type at run time,
    // as an enum of them does, is left to those cases in which it cannot be done at once.

    @inlinable
    package func subscribe<S: Subscriber<Output, Failure>>(_ subscriber: S) {
        let subscription = FanOutSubscription(self, downstream: subscriber)
        if upstreams != nil { subscription.status.raise(.arriving) }
        subscription.control(.subscription(subscription))
        join(subscription)
    }

    @usableFromInline
    func join(_ subscription: FanOutSubscription<Output, Failure>) {
        if isElsewhere { return hop { $0.join(subscription) } }
        if let connection {
            if leaveJoin(of: subscription, to: connection) { drain() }
        } else if tryOwn() {
            add(subscription)
            if isSpecial { deliverEndings() }
            if !tryRelease() { drain() }
        } else {
            joinLater(subscription)
        }
        guard let upstreams else { return }
        let entry = subscription.status.lower(.arriving)
        if entry.hasDemand, !entry.intersects(.over) { upstreams.open() }
    }

    func request(_ demand: Subscribers.Demand, by subscription: FanOutSubscription<Output, Failure>) {
        if replay.isNothing {
            let old = subscription.status.add(demand)
            // While it arrives it has no place in the list: what an upstream gave at once would pass it by.
            if let upstreams, !old.intersects([.arriving, .over]) { upstreams.open() }
        } else {
            // Only the owner may raise the demand: it has to give what it kept before it gives what comes.
            if isElsewhere { return hop { $0.request(demand, by: subscription) } }
            post(.request(subscription, demand))
        }
    }

    func leave(_ subscription: FanOutSubscription<Output, Failure>) {
        if isElsewhere { return hop { $0.leave(subscription) } }
        if let connection {
            leave(subscription, through: connection)
        } else if tryOwn() {
            remove(subscription)
            if !tryRelease() { drain() }
        } else {
            leaveLater(subscription)
        }
    }

    @inline(never)
    private func joinLater(_ subscription: FanOutSubscription<Output, Failure>) { sendLater(.join(subscription)) }

    @inline(never)
    private func leaveLater(_ subscription: FanOutSubscription<Output, Failure>) { sendLater(.leave(subscription)) }

    // MARK: The owner's work

    @inlinable
    @inline(never)
    func handle(_ event: FanOutEvent<Output, Failure>) {
        switch event {
        case .value(let value): deliver(value)
        case .passing(let value): deliverPassing(value)
        case .forget: memory.removeAll()
        case .completion(let completion): complete(completion)
        case .join(let subscription): add(subscription)
        case .request(let subscription, let demand): raiseDemand(of: subscription, by: demand)
        case .leave(let subscription): remove(subscription)
        case .connected(let value, let number): deliver(value, from: number)
        case .disconnected(let completion): disconnect(completion)
        case .abandoned(let subscription):
            remove(subscription)
            disconnect(nil)
        case .expired: disconnect(nil)
        }
    }

    @inlinable
    func deliver(_ value: Output) {
        if isSpecial {
            if completion != nil { return }
            remember(value)
        }
        spread(value)
    }

    @inlinable
    func deliverPassing(_ value: Output) {
        if completion != nil { return }
        declined = 0
        if spread(value) == declined { unheard?(value) }
    }

    /// Gives `value` to all who are there, and returns to how many.
    @inlinable
    @discardableResult
    func spread(_ value: Output) -> Int {
        var takers = 0
        // The list is not changed before this is over, and holds a reference to each of its subscriptions.
        for index in 0..<list.count {
            guard let entry = list.slots[index] else { continue }
            typealias Subscription = Unmanaged<FanOutSubscription<Output, Failure>>
            Subscription.fromOpaque(entry.toOpaque())._withUnsafeGuaranteedRef { subscription in
                if subscription.status.isWideOpen {
                    _ = subscription.value(value)
                    takers += 1
                } else if offer(value, to: subscription) {
                    takers += 1
                }
            }
        }
        return takers
    }
}

/// What can happen to a ``FanOut``.
@frozen
@usableFromInline
package enum FanOutEvent<Output, Failure: Error> {
    case value(Output)
    case passing(Output)
    case forget
    case completion(Subscribers.Completion<Failure>)
    case join(FanOutSubscription<Output, Failure>)
    case request(FanOutSubscription<Output, Failure>, Subscribers.Demand)
    case leave(FanOutSubscription<Output, Failure>)
    /// A value of the connection of that number.
    case connected(Output, Int)
    /// Upstream has ended.
    case disconnected(Subscribers.Completion<Failure>)
    /// The last subscriber of a connection has left.
    case abandoned(FanOutSubscription<Output, Failure>)
    /// The time is over for which a connection without subscribers was kept.
    case expired
}
