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
///   under the lock, taking everything: back to `owned`.
///
/// An event is queued only under the lock and only in a state with an owner, or by making the sender the owner; an
/// owner gives up ownership only where the queue is empty under the lock, or by the swap from `owned`. So no event is
/// left behind. What an owner wrote is visible to the next: every way into ownership acquires what every way out
/// releases.
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

    @inlinable static var idle: UInt8 { 0 }
    @inlinable static var owned: UInt8 { 1 }
    @inlinable static var waiting: UInt8 { 2 }

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

    /// Leaves `event` for the owner.
    ///
    /// - Parameter change: Done under the same lock, so that whatever it stores has the order of the events.
    /// - Returns: Whether the caller has become the owner, and must ``takeBatch()``.
    @inlinable
    package final func enqueue(_ event: Event, after change: () -> Void = {}) -> Bool {
        lock.withLock {
            change()
            return leaveUnderLock(event)
        }
    }

    /// The owner's next events, last one first so that each can be popped and let go of in turn; or `nil`, when there
    /// are none and ownership has been given up.
    @inlinable
    package final func takeBatch() -> ContiguousArray<Event>? {
        var batch = ContiguousArray<Event>()
        lock.withLock {
            swap(&batch, &queue)
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

    /// Delivers what has been queued, as the owner, until nothing is left, and gives ownership up.
    @inlinable
    @inline(never)
    package final func drain(_ deliver: (Event) -> Void) {
        while var batch = takeBatch() {
            while let event = batch.popLast() { deliver(event) }
        }
    }

    /// Queues `event`. Whoever calls this holds the lock.
    ///
    /// - Returns: Whether the caller has become the owner.
    @inlinable
    final func leaveUnderLock(_ event: Event) -> Bool {
        queue.append(event)
        // Only the change from `owned` to `idle` can happen meanwhile; everything else is under the lock.
        while true {
            if word.compareExchange(expected: Self.owned, desired: Self.waiting, ordering: .acquiringAndReleasing)
                .exchanged
            {
                return false
            }
            if tryOwn() { return true }
            if word.load(ordering: .relaxed) == Self.waiting { return false }
        }
    }
}
