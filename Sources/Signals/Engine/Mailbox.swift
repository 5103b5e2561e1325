import Synchronization

/// The serial mailbox: where events from several senders become one sequence, without a lock held while they are
/// delivered, and without anybody waiting.
///
/// Whoever finds the mailbox idle owns it and delivers its own event at once. Whoever finds it owned, by another thread
/// or further up its own call stack, leaves the event in the queue and goes on, and the owner delivers it next. So
/// delivery is synchronous when nothing else is under way, events never overlap, a re-entrant event is delivered after
/// the present one, and nothing recurses.
///
/// The states of `word`, and why they are right:
///
/// - `idle`: nobody owns, and the queue is empty. Left only by a compare-and-swap to `owned`, in `tryOwn` or, under the
///   lock, in `enqueue`. Exactly one thread wins it.
/// - `owned`: one owner, and the queue is empty. The owner leaves it by a compare-and-swap to `idle`, which fails if a
///   sender has queued an event meanwhile. A sender leaves it for `waiting`, under the lock.
/// - `waiting`: one owner, and the queue is not empty, as seen under the lock. Only the owner leaves it, in `takeBatch`,
///   under the lock, taking everything: back to `owned`. (What `handOver` puts back is taken by the new owner, whose
///   first act is `takeBatch`.)
///
/// An event is queued only under the lock and only in a state with an owner, or by making the sender the owner; an
/// owner gives up ownership only where the queue is empty under the lock, or by the swap from `owned`. So no event is
/// left behind. What an owner wrote is visible to the next: every way into ownership acquires what every way out
/// releases.
///
/// An owner who only wanted to subscribe must not be kept for ever by a sender who never pauses, nor may the queue grow
/// for ever because that sender does not deliver himself. So when an owner has drained `quantum` events, or as many wait, a
/// sender from another thread queues its event, sets `claim` to `claimed` in the same critical section, and stays a
/// moment. The owner looks at `claim` after each event; if it can change it to `granted` it puts back what it has not
/// delivered, and returns, and the sender is the owner. If the sender loses patience first it changes `claim` to
/// `expired`, and goes; the next one tries when twice as many events wait. So one of the two owns at all times, and nobody
/// waits for long, whatever the owner's subscribers may be waiting for. Once all senders have returned everything has
/// been delivered, with this as without it.
///
/// It is a base class so that whoever has a mailbox is one: a value then reaches the word with one load less.
@usableFromInline
package class Mailbox<Event>: @unchecked Sendable {
    // Sound: `queue` is touched under `lock` only.
    @usableFromInline let word = Atomic<UInt8>(0)
    /// For a mailbox that serves one subscriber. It stands here since a generic class with atomics of its own could not
    /// have an inlinable initialiser.
    @usableFromInline let ledger = DemandLedger()
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var queue = ContiguousArray<Event>()
    /// Whether a sender wants to take over: see above. It becomes `claimed` under `lock` only.
    @usableFromInline let claim = Atomic<UInt8>(0)
    /// Under `lock`: the thread that drains the queue, or zero. A sender further down in its call stack must not wait.
    @usableFromInline @exclusivity(unchecked) var drainer: UInt = 0
    /// Under `lock`: how many events may wait before a sender claims the mailbox.
    @usableFromInline @exclusivity(unchecked) var claimLimit = quantum

    @inlinable static var idle: UInt8 { 0 }
    @inlinable static var owned: UInt8 { 1 }
    @inlinable static var waiting: UInt8 { 2 }

    @inlinable static var unclaimed: UInt8 { 0 }
    @inlinable static var claimed: UInt8 { 1 }
    @inlinable static var granted: UInt8 { 2 }
    @inlinable static var expired: UInt8 { 3 }
    /// How many events an owner drains before others may take over.
    @inlinable static var quantum: Int { 256 }

    @usableFromInline package init() {}

    /// Takes ownership, if nobody has it.
    @inlinable
    package final func tryOwn() -> Bool {
        word.compareExchange(expected: Self.idle, desired: Self.owned, ordering: .acquiring).exchanged
    }

    /// Gives ownership up, if no event waits. Where this is `false` the owner must ``takeBatch()``.
    @inlinable
    package final func tryRelease() -> Bool {
        word.compareExchange(expected: Self.owned, desired: Self.idle, ordering: .releasing).exchanged
    }

    /// What is to be done by a sender who came with an event.
    @frozen
    @usableFromInline
    package enum Turn {
        /// It is the owner, and is to deliver the event and then release the mailbox.
        case deliver
        /// It is the owner, and the event is in the queue, which is to be drained.
        case drain
        /// The owner will deliver the event.
        case left
    }

    /// Takes ownership or leaves `event` for the owner, whichever is possible.
    ///
    /// - Parameter change: Done under the same lock, so that whatever it stores has the order of the events. If it
    ///   returns `false` the event is dropped.
    @inlinable
    package final func takeTurn(for event: Event, after change: () -> Bool) -> Turn {
        var hasClaimed = false
        let turn = lock.withLock { () -> Turn in
            if !change() { return .left }
            if tryOwn() { return .deliver }
            return leaveUnderLock(event, &hasClaimed) ? .drain : .left
        }
        return hasClaimed && awaitGrant() ? .drain : turn
    }

    /// Leaves `event` for the owner.
    ///
    /// - Parameter change: Done under the same lock, so that whatever it stores has the order of the events.
    /// - Returns: Whether the caller has become the owner, and must ``takeBatch()``.
    @inlinable
    package final func enqueue(_ event: Event, after change: () -> Void = {}) -> Bool {
        enqueue {
            change()
            return event
        }
    }

    /// Leaves an event for the owner that is chosen under the lock, or none.
    ///
    /// - Returns: Whether the caller has become the owner, and must ``takeBatch()``.
    @inlinable
    package final func enqueue(_ choose: () -> Event?) -> Bool {
        var hasClaimed = false
        let owns = lock.withLock {
            guard let event = choose() else { return false }
            return leaveUnderLock(event, &hasClaimed)
        }
        return hasClaimed ? awaitGrant() : owns
    }

    /// The owner's next events, last one first so that each can be popped and let go of in turn; or `nil`, when there
    /// are none and ownership has been given up.
    @inlinable
    package final func takeBatch() -> ContiguousArray<Event>? {
        var batch = ContiguousArray<Event>()
        lock.withLock {
            swap(&batch, &queue)
            drainer = batch.isEmpty ? 0 : ThreadIdentity.current
            if batch.isEmpty { forgetClaims() }
            word.store(batch.isEmpty ? Self.idle : Self.owned, ordering: .releasing)
        }
        if batch.isEmpty { return nil }
        if batch.count > 1 { batch.reverse() }
        return batch
    }

    /// Delivers `event`: now, if nobody owns the mailbox, and otherwise by its owner, soon.
    @inlinable
    package final func post(_ event: Event, _ deliver: (Event) -> Void) {
        if tryOwn() {
            deliver(event)
            if !tryRelease() { drain(deliver) }
        } else if enqueue(event) {
            drain(deliver)
        }
    }

    /// Delivers what has been queued, as the owner, until nothing is left or another sender has taken over.
    @inlinable
    @inline(never)
    package final func drain(_ deliver: (Event) -> Void) {
        var count = 0
        while var batch = takeBatch() {
            while let event = batch.popLast() {
                deliver(event)
                count += 1
                if count == Self.quantum { lock.withLock { claimLimit = 0 } }
                if claim.load(ordering: .relaxed) == Self.unclaimed { continue }
                if handOver(&batch) { return }
                count = 0
            }
        }
    }

    /// Queues `event`. Whoever calls this holds the lock.
    ///
    /// - Parameter hasClaimed: Becomes `true` for a sender who must call ``awaitGrant()`` once the lock is free.
    /// - Returns: Whether the caller has become the owner.
    @inlinable
    final func leaveUnderLock(_ event: Event, _ hasClaimed: inout Bool) -> Bool {
        queue.append(event)
        // Only the change from `owned` to `idle` can happen meanwhile; everything else is under the lock.
        while true {
            if word.compareExchange(expected: Self.owned, desired: Self.waiting, ordering: .acquiringAndReleasing)
                .exchanged
            {
                break
            }
            if tryOwn() { return true }
            if word.load(ordering: .relaxed) == Self.waiting { break }
        }
        if queue.count > claimLimit, tryClaim() { hasClaimed = true }
        return false
    }

    // MARK: Changing owners

    /// Whoever calls this holds the lock.
    @usableFromInline
    final func tryClaim() -> Bool {
        guard drainer != 0, drainer != ThreadIdentity.current, claim.load(ordering: .relaxed) == Self.unclaimed else {
            return false
        }
        claim.store(Self.claimed, ordering: .relaxed)
        return true
    }

    /// Waits a moment for the owner to hand over: as long as an event usually takes, and up to some twenty milliseconds
    /// if the owner's thread has no processor.
    ///
    /// - Returns: Whether it has. If so the caller owns the mailbox and must ``takeBatch()``.
    @usableFromInline
    final func awaitGrant() -> Bool {
        for attempt in 0..<300 where claim.load(ordering: .relaxed) != Self.granted {
            if attempt < 100 { ThreadIdentity.letOthersRun() } else { ThreadIdentity.rest(microseconds: 100) }
        }
        if claim.compareExchange(expected: Self.claimed, desired: Self.expired, ordering: .acquiringAndReleasing)
            .exchanged
        {
            return false
        }
        claim.store(Self.unclaimed, ordering: .relaxed)
        return true
    }

    /// Makes the sender who has claimed the mailbox its owner, unless that one has gone.
    ///
    /// - Parameter batch: What is left to deliver, last one first. It goes back to the head of the queue, either way.
    @usableFromInline
    final func handOver(_ batch: inout ContiguousArray<Event>) -> Bool {
        batch.reverse()
        return lock.withLock {
            // Put back before the claim is granted: from that moment on the other one owns.
            swap(&batch, &queue)
            queue.append(contentsOf: batch)
            batch.removeAll()
            drainer = 0
            let isGranted =
                claim.compareExchange(expected: Self.claimed, desired: Self.granted, ordering: .acquiringAndReleasing)
                .exchanged
            if isGranted { claimLimit = Self.quantum } else { forgetClaims(claimLimit: queue.count * 2) }
            return isGranted
        }
    }

    /// Whoever calls this holds the lock, and is the owner.
    @usableFromInline
    final func forgetClaims(claimLimit limit: Int = 0) {
        claimLimit = max(limit, Self.quantum)
        if claim.load(ordering: .relaxed) == Self.expired { claim.store(Self.unclaimed, ordering: .relaxed) }
    }
}
