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
///   under the lock, when it takes the last of what waits: back to `owned`.
///
/// An event is queued only under the lock and only in a state with an owner, or by making the sender the owner; an
/// owner gives up ownership only where the queue is empty under the lock, or by the swap from `owned`, or to another as
/// told below. So no event is left behind. What an owner wrote is visible to the next: every way into ownership acquires
/// what every way out releases.
///
/// An owner who only wanted to subscribe must not be kept for ever by a sender who never pauses, nor may the queue grow
/// for ever because that sender does not deliver himself. So the mailbox can change hands, which `word` does not show.
/// The states of `claim`, which changes under the lock only:
///
/// - `unclaimed`: the owner may go on for as long as events wait. Where that are more than `claimLimit`, or the owner has
///   drained `quantum`, a sender from another thread queues its event, claims the mailbox, and stays for a moment; and so
///   does every sender after it, for the same reason.
/// - `claimed`: the owner goes on until it has drained `quantum` events, so that those who take turns are not busier with
///   that than with events.
/// - `pressing`: those who stayed have waited for long, since events take the subscribers their time. The owner goes when
///   it has done with the present one.
/// - `granted`: the owner has put what it had taken into `handedOver`, and has gone. The next to come for the lock owns the
///   mailbox: one of those who stayed, or a sender who has only just come. (It takes a thread a while to wake up, in which
///   another could send thousands.) Its first act is `takeBatch`, which begins with what was handed over.
///
/// Whoever has claimed the mailbox stays until it sees the claim gone, or drops it itself, or owns. So there is somebody
/// to take what is granted. One who loses patience drops the claim, under the lock, where it also sees a grant that has
/// come meanwhile; the next one then tries when twice as many events wait. So nobody waits for long, whatever the owner's
/// subscribers may be waiting for. Once all senders have returned everything has been delivered, with this as without it.
///
/// It is a base class so that whoever has a mailbox is one: a value then reaches the word with one load less.
@usableFromInline
package class Mailbox<Event>: @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    @usableFromInline let word = Atomic<UInt8>(0)
    /// For a mailbox that serves one subscriber. It stands here since a generic class with atomics of its own could not
    /// have an inlinable initialiser.
    @usableFromInline let ledger = DemandLedger()
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var queue = Queue<Event>()
    /// What an owner had taken and handed over undelivered, last one first. It comes before the queue.
    @usableFromInline @exclusivity(unchecked) var handedOver = ContiguousArray<Event>()
    /// Whether a sender wants to take over: see above. It is read without the lock as well.
    @usableFromInline let claim = Atomic<UInt8>(0)
    /// The thread that drains the queue, or zero. A sender further down in its call stack must not wait for it.
    @usableFromInline @exclusivity(unchecked) var drainer: UInt = 0
    /// How many events may wait before a sender claims the mailbox.
    @usableFromInline @exclusivity(unchecked) var claimLimit = quantum

    @inlinable static var idle: UInt8 { 0 }
    @inlinable static var owned: UInt8 { 1 }
    @inlinable static var waiting: UInt8 { 2 }

    @inlinable static var unclaimed: UInt8 { 0 }
    @inlinable static var claimed: UInt8 { 1 }
    @inlinable static var pressing: UInt8 { 2 }
    @inlinable static var granted: UInt8 { 3 }
    /// How many events an owner takes at once, and drains before others may take over.
    @inlinable static var quantum: Int { 256 }

    @usableFromInline package init() {}

    /// Takes ownership, if nobody has it.
    @inlinable
    package final func tryOwn() -> Bool {
        word.compareExchange(expected: Self.idle, desired: Self.owned, ordering: .acquiring).exchanged
    }

    /// Gives ownership up, if no event waits. Where this is `false` the owner must ``drain(_:)``.
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
        var mustWait = false
        let turn = lock.withLock { () -> Turn in
            if !change() { return .left }
            if tryOwn() { return .deliver }
            return leaveUnderLock(event, &mustWait) ? .drain : .left
        }
        return mustWait && awaitGrant() ? .drain : turn
    }

    /// Leaves `event` for the owner.
    ///
    /// - Parameter change: Done under the same lock, so that whatever it stores has the order of the events.
    /// - Returns: Whether the caller has become the owner, and must ``drain(_:)``.
    @inlinable
    package final func enqueue(_ event: Event, after change: () -> Void = {}) -> Bool {
        enqueue {
            change()
            return event
        }
    }

    /// Leaves an event for the owner that is chosen under the lock, or none.
    ///
    /// - Returns: Whether the caller has become the owner, and must ``drain(_:)``.
    @inlinable
    package final func enqueue(_ choose: () -> Event?) -> Bool {
        var mustWait = false
        let owns = lock.withLock {
            guard let event = choose() else { return false }
            return leaveUnderLock(event, &mustWait)
        }
        return mustWait ? awaitGrant() : owns
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

    /// Delivers what has been queued, as the owner, until nothing is left or the mailbox has been handed over.
    ///
    /// - Returns: Whether nothing was left.
    @inlinable
    @inline(never)
    @discardableResult
    package final func drain(_ deliver: (Event) -> Void) -> Bool {
        var batch = ContiguousArray<Event>()
        var count = 0
        while takeBatch(&batch) {
            while let event = batch.popLast() {
                deliver(event)
                count += 1
                if count % Self.quantum == 0 { lock.withLock { claimLimit = 0 } }
                let claim = claim.load(ordering: .relaxed)
                if claim == Self.unclaimed || claim == Self.claimed && count < Self.quantum { continue }
                if handOver(&batch) { return false }
            }
        }
        return true
    }

    /// Takes the owner's next events, last one first so that each can be popped and let go of in turn.
    ///
    /// They are never so many that others would wait for the lock for long.
    ///
    /// - Parameter batch: Where they go. It is empty.
    /// - Returns: Whether there were any. If not, ownership has been given up.
    @inlinable
    package final func takeBatch(_ batch: inout ContiguousArray<Event>) -> Bool {
        lock.withLock {
            if handedOver.isEmpty {
                queue.moveFirst(Self.quantum, reversedInto: &batch)
            } else {
                swap(&batch, &handedOver)
            }
            if batch.isEmpty {
                drainer = 0
                claimLimit = Self.quantum
                // Whoever stayed has been waiting for nothing: its event has been delivered.
                claim.store(Self.unclaimed, ordering: .relaxed)
                word.store(Self.idle, ordering: .releasing)
                return false
            }
            drainer = ThreadIdentity.current
            word.store(queue.isEmpty ? Self.owned : Self.waiting, ordering: .releasing)
            return true
        }
    }

    /// Queues `event`. Whoever calls this holds the lock.
    ///
    /// - Parameter mustWait: Becomes `true` for a sender who must call ``awaitGrant()`` once the lock is free.
    /// - Returns: Whether the caller has become the owner.
    @inlinable
    final func leaveUnderLock(_ event: Event, _ mustWait: inout Bool) -> Bool {
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
        if claim.load(ordering: .relaxed) == Self.granted { return takeOver() }
        if queue.count > claimLimit, tryClaim() { mustWait = true }
        return false
    }

    // MARK: Changing owners

    /// Claims the mailbox, or joins those who have. Whoever calls this holds the lock.
    @usableFromInline
    final func tryClaim() -> Bool {
        if drainer == 0 || drainer == ThreadIdentity.current { return false }
        if claim.load(ordering: .relaxed) == Self.unclaimed { claim.store(Self.claimed, ordering: .relaxed) }
        return true
    }

    /// Waits a moment for the owner to hand over: as long as some hundred events usually take, and up to some twenty
    /// milliseconds if the owner's thread has no processor.
    ///
    /// - Returns: Whether the caller owns the mailbox now, and must ``drain(_:)``.
    @usableFromInline
    final func awaitGrant() -> Bool {
        let attempts = (quick: 100, all: 230)
        for attempt in 0..<attempts.all {
            let state = claim.load(ordering: .relaxed)
            if state == Self.unclaimed { return false }
            if state == Self.granted {
                if lock.withLock({ takeOver() }) { return true }
            } else if attempt < attempts.quick {
                ThreadIdentity.letOthersRun()
            } else {
                if state == Self.claimed { press() }
                ThreadIdentity.rest(microseconds: 100)
            }
        }
        return lock.withLock {
            if takeOver() { return true }
            claim.store(Self.unclaimed, ordering: .relaxed)
            claimLimit = max(Self.quantum, queue.count * 2)
            return false
        }
    }

    private func press() {
        lock.withLock {
            if claim.load(ordering: .relaxed) == Self.claimed { claim.store(Self.pressing, ordering: .relaxed) }
        }
    }

    /// Becomes the owner, if the last one has gone. Whoever calls this holds the lock.
    @usableFromInline
    final func takeOver() -> Bool {
        if claim.load(ordering: .relaxed) != Self.granted { return false }
        claim.store(Self.unclaimed, ordering: .relaxed)
        drainer = ThreadIdentity.current
        return true
    }

    /// Leaves the mailbox to those who have claimed it, unless they have gone.
    ///
    /// - Parameter batch: What is left to deliver, last one first. If this returns `true` it has been handed over.
    @usableFromInline
    final func handOver(_ batch: inout ContiguousArray<Event>) -> Bool {
        lock.withLock {
            if claim.load(ordering: .relaxed) == Self.unclaimed { return false }
            swap(&batch, &handedOver)
            drainer = 0
            claimLimit = Self.quantum
            claim.store(Self.granted, ordering: .relaxed)
            return true
        }
    }
}
