/// How a ``FanOut`` is connected to an upstream of its own: while it has subscribers, and then anew.
///
/// Each connection has a number. It is over when upstream ends or the last of its subscribers leaves, and that is
/// decided, under the lock, in the same step in which it is queued: who joins after it belongs to the next connection,
/// even if it does so while the ending of this one is still being delivered. Values carry the number of their
/// connection, so one that a cancelled upstream was just sending goes to nobody.
///
/// Upstream is subscribed to when the owner of the mailbox has delivered what was waiting. So those who come back
/// because of an ending have all come back before the new connection gives its first value; and whatever upstream gives
/// at once goes straight through, and can be cancelled while it does.
@usableFromInline
package final class Connection<Output, Failure: Error>: @unchecked Sendable {
    // Sound: all `var`s but `reached` are touched under the fan-out's lock only; `reached` belongs to the owner.
    let scope: Scope
    let home: DeliveryHome?
    /// How long upstream is kept when the last subscriber has left.
    let grace: Grace?
    /// What ends the grace, while there is one.
    @exclusivity(unchecked) var timer: (any Cancellable)?
    /// Tells one grace from another, and from none.
    @exclusivity(unchecked) var graceNumber = 0
    let connect: (ConnectionLink<Output, Failure>) -> Void
    /// The number of the present connection, or of the next one.
    @exclusivity(unchecked) var number = 1
    /// How many subscribers it has.
    @exclusivity(unchecked) var count = 0
    /// The present connection, once it has a subscriber.
    @exclusivity(unchecked) var end: EndSlot?
    /// Whether upstream has still to be subscribed to.
    @exclusivity(unchecked) var isPending = false
    /// Whether somebody is just subscribing to upstream.
    @exclusivity(unchecked) var isConnecting = false
    /// Whether there will be no connection any more.
    @exclusivity(unchecked) var isOver = false
    /// The number of the connection whose values are being delivered.
    @usableFromInline @exclusivity(unchecked) var reached = 1

    /// How long what is remembered is remembered.
    @frozen
    @usableFromInline
    package enum Scope: Sendable {
        /// As long as the connection.
        case connection
        /// For ever. When upstream has ended, new subscribers are given what is remembered, and the ending.
        case forever
    }

    /// - Parameter connect: Subscribes to upstream. It is formed where upstream's type is known.
    @usableFromInline
    package init(
        scope: Scope, home: DeliveryHome?, grace: Grace? = nil,
        connect: @escaping (ConnectionLink<Output, Failure>) -> Void
    ) {
        self.scope = scope
        self.home = home
        self.grace = grace
        self.connect = connect
    }

    /// Ends the present connection. Whoever calls this holds the lock.
    func finish() -> EndSlot? {
        number += 1
        count = 0
        isPending = false
        return end.take()
    }

    /// Ends the grace, if there is one. Whoever calls this holds the lock, and cancels the timer without it.
    func endGrace() -> (any Cancellable)? {
        graceNumber += 1
        return timer.take()
    }
}

/// How long a connection without subscribers is kept, and by whose time.
@usableFromInline
package struct Grace: Sendable {
    let duration: Duration
    let scheduler: any Scheduler
}

/// The subscriber that stands at a ``FanOut``'s own upstream for the time of one connection.
@usableFromInline
package final class ConnectionLink<Output, Failure: Error>: Subscriber, @unchecked Sendable {
    // Sound: everything is immutable, or safe by itself.
    @usableFromInline package typealias Input = Output
    @usableFromInline package static var _releasesSubscription: Bool { true }
    @usableFromInline let fanOut: FanOut<Output, Failure>
    @usableFromInline let end: EndSlot
    @usableFromInline let number: Int

    init(_ fanOut: FanOut<Output, Failure>, _ end: EndSlot, number: Int) {
        self.fanOut = fanOut
        self.end = end
        self.number = number
    }

    @usableFromInline
    package func receive(subscription: any Subscription) {
        end.begin(subscription, for: fanOut.name)
    }

    @inlinable
    @inline(never)
    package func receive(_ input: Output) -> Subscribers.Demand {
        if end.isAttached {
            fanOut.send(input, from: number)
        } else {
            end.refuse(at: fanOut.name)
        }
        return .none
    }

    @inlinable
    package func receive(completion: Subscribers.Completion<Failure>) {
        if end.end(for: fanOut.name), fanOut.leaveEnding(completion, of: number) { fanOut.drain() }
    }
}

// MARK: - The fan-out's part

extension FanOut {
    /// Sends a value of connection `number`, unless that is over.
    @inlinable
    func send(_ value: Output, from number: Int) {
        if tryOwn() {
            deliver(value, from: number)
            if !tryRelease() { drain() }
        } else {
            sendLater(.connected(value, number))
        }
    }

    @inlinable
    func deliver(_ value: Output, from number: Int) {
        if connection!.reached == number { deliver(value) }
    }

    /// Leaves the ending of connection `number`, unless that is over already.
    ///
    /// - Returns: Whether the caller has become the owner, and must ``drain()``. That may lead far down a chain, where the
    ///   stack that was needed here is missed.
    @usableFromInline
    func leaveEnding(_ completion: Subscribers.Completion<Failure>, of number: Int) -> Bool {
        guard let connection else { return false }
        var old: EndSlot?
        var timer: (any Cancellable)?
        let owns = enqueue { () -> FanOutEvent<Output, Failure>? in
            guard connection.number == number else { return nil }
            timer = connection.endGrace()
            old = connection.finish()
            connection.isOver = connection.scope == .forever
            return .disconnected(completion)
        }
        timer?.cancel()
        withExtendedLifetime(old) {}
        return owns
    }

    /// Leaves the arrival of `subscription`, which belongs to the present connection or begins one.
    ///
    /// - Returns: Whether the caller has become the owner, and must ``drain()``.
    @inline(never)
    func leaveJoin(
        of subscription: FanOutSubscription<Output, Failure>, to connection: Connection<Output, Failure>
    ) -> Bool {
        let end = EndSlot()
        var timer: (any Cancellable)?
        let owns = enqueue { () -> FanOutEvent<Output, Failure>? in
            // One that has left already is not counted, since it will not leave again.
            if subscription.status.isCancelled { return nil }
            if !connection.isOver {
                subscription.seen = connection.number
                connection.count += 1
                timer = connection.endGrace()
                if connection.end == nil {
                    connection.end = end
                    connection.isPending = true
                }
            }
            return .join(subscription)
        }
        timer?.cancel()
        return owns
    }

    func leave(_ subscription: FanOutSubscription<Output, Failure>, through connection: Connection<Output, Failure>) {
        var end: EndSlot?
        var graceNumber: Int?
        let owns = enqueue { () -> FanOutEvent<Output, Failure>? in
            guard subscription.seen == connection.number else { return .leave(subscription) }
            connection.count -= 1
            if connection.count > 0 { return .leave(subscription) }
            if connection.grace != nil {
                connection.graceNumber += 1
                graceNumber = connection.graceNumber
                return .leave(subscription)
            }
            end = connection.finish()
            return .abandoned(subscription)
        }
        end?.cancel()
        if owns { drain() }
        if let graceNumber { beginGrace(graceNumber, of: connection) }
    }

    /// Sees to it that `connection` ends when its grace is over; at once if the scheduler has no time for that.
    private func beginGrace(_ number: Int, of connection: Connection<Output, Failure>) {
        guard let grace = connection.grace else { return }
        let end: @Sendable () -> Void = { self.endGrace(number, of: connection) }
        OnceAction.handOver(end, ifDropped: { _ in end() }) { action in
            let timer = grace.scheduler.schedule(
                after: grace.scheduler.now.advanced(by: grace.duration), tolerance: grace.scheduler.minimumTolerance,
                action)
            let isOver = lock.withLock { () -> Bool in
                if connection.graceNumber != number { return true }
                connection.timer = timer
                return false
            }
            if isOver { timer.cancel() }
        }
    }

    private func endGrace(_ number: Int, of connection: Connection<Output, Failure>) {
        var end: EndSlot?
        var timer: (any Cancellable)?
        let owns = enqueue { () -> FanOutEvent<Output, Failure>? in
            guard connection.graceNumber == number else { return nil }
            timer = connection.endGrace()
            end = connection.finish()
            return .expired
        }
        withExtendedLifetime(timer) {}
        end?.cancel()
        if owns { drain() }
    }

    /// What the owner does when a connection is over.
    @usableFromInline
    func disconnect(_ completion: Subscribers.Completion<Failure>?) {
        guard let connection else { return }
        connection.reached += 1
        if connection.scope == .forever {
            if let completion { complete(completion) }
            return
        }
        var old = Queue<Output>()
        swap(&old, &memory)
        guard let completion else { return }
        finishAll(completion)
    }

    /// Subscribes to upstream if somebody waits for that. While one does, others leave it to him, so that an upstream
    /// that ends at once, again and again, takes no more stack each time.
    @usableFromInline
    func connectIfPending() {
        while let link = nextLink() {
            connection!.connect(link)
            lock.withLock { connection!.isConnecting = false }
        }
    }

    private func nextLink() -> ConnectionLink<Output, Failure>? {
        guard let connection else { return nil }
        return lock.withLock {
            guard connection.isPending, !connection.isConnecting, let end = connection.end else { return nil }
            connection.isPending = false
            connection.isConnecting = true
            return ConnectionLink(self, end, number: connection.number)
        }
    }

    /// Whether what a call from the subscriber's side causes has to be done on the main actor, since upstream delivers there
    /// and nothing may be delivered elsewhere then.
    var isElsewhere: Bool { connection?.home != nil && !MainActorContext.isCurrent }

    /// Does `action` where upstream delivers.
    func hop(_ action: @escaping @Sendable (FanOut) -> Void) {
        guard let home = connection?.home else { return action(self) }
        home.scheduler.insist({ action(self) }, ifLost: { Diagnostics.report(.lostJob, at: FanOut.self) })
    }
}
