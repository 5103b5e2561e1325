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
/// An owner may also leave the mailbox to another thread while events wait: ``HandOver`` tells when. It does so
/// under the lock, in `handOver`, where it puts back what it had taken, and `waiting` stays: for everybody else nothing has
/// happened. The other one is known to be there, and begins with `takeBatch`, as every owner does that finds events.
///
/// It is a base class so that whoever has a mailbox is one: a value then reaches the word with one load less.
@usableFromInline
package class Mailbox<Event>: @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    /// The state. While it is `idle` nobody may touch what belongs to the owner, and the next owner sees all of it.
    @usableFromInline let word = Atomic<UInt8>(0)
    /// Belongs to the owner: whether an upstream was asked for more while this drain went on. Then it may go on for as long as
    /// there are values, one by one.
    @usableFromInline @exclusivity(unchecked) var isPulled = false
    /// How often the owner has taken all that waited, only to find more.
    @usableFromInline @exclusivity(unchecked) var rounds: UInt32 = 0
    /// For a mailbox that serves one subscriber. It stands here since a generic class with atomics of its own could not
    /// have an inlinable initialiser.
    @usableFromInline let status = SubscriptionState()
    /// Protects the queue and all that follows. While it is free an event is in the queue only if there is an owner.
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var queue = Queue<Event>()
    /// The thread that drains the queue, or zero.
    @usableFromInline @exclusivity(unchecked) var drainer: UInt = 0
    /// Who has left what waits, once that are more than a few, until nothing is left.
    @usableFromInline @exclusivity(unchecked) var senders: HandOver?
    /// When the owner is to go, by the monotonic clock, or zero. It changes under the lock, and is read without: an owner
    /// that reads an old value goes one event later. While the lock is free it is zero unless somebody stays.
    @usableFromInline let goBy = Atomic<Int>(0)

    @inlinable static var idle: UInt8 { 0 }
    @inlinable static var owned: UInt8 { 1 }
    @inlinable static var waiting: UInt8 { 2 }

    /// How many events an owner takes at once.
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
    /// - Parameter begin: Done under the same lock, if the sender is to deliver the event.
    @inlinable
    package final func takeTurn(
        for event: Event, after change: () -> Bool, asOwner begin: () -> Void = {}
    ) -> Turn {
        var place = Place.behind
        let isFirst = lock.withLock { () -> Bool in
            if !change() { return false }
            if tryOwn() {
                begin()
                return true
            }
            place = leaveUnderLock(event)
            return false
        }
        return isFirst ? .deliver : owns(place) ? .drain : .left
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
        owns(lock.withLock { choose().map { leaveUnderLock($0) } ?? .behind })
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
    /// - Parameter place: Who has the mailbox, if it is to be reported that what is delivered keeps causing more.
    /// - Returns: Whether nothing was left.
    @inlinable
    @inline(never)
    @discardableResult
    package final func drain(at place: (any Any.Type)? = nil, _ deliver: (Event) -> Void) -> Bool {
        var batch = ContiguousArray<Event>()
        isPulled = false
        while takeBatch(&batch, at: place) {
            while let event = batch.popLast() {
                deliver(event)
                if isToGo, handOver(&batch) { return false }
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
    package final func takeBatch(
        _ batch: inout ContiguousArray<Event>, at place: (any Any.Type)? = nil
    ) -> Bool {
        var ended: HandOver?
        var isEndless = false
        let hasEvents = lock.withLock {
            if let senders { senders.forget(allBut: queue.count) }
            queue.moveFirst(Self.quantum, reversedInto: &batch)
            if batch.isEmpty {
                drainer = 0
                rounds = 0
                swap(&ended, &senders)
                if ended != nil { goBy.store(0, ordering: .relaxed) }
                word.store(Self.idle, ordering: .releasing)
                return false
            }
            drainer = ThreadIdentity.current
            if queue.isEmpty { isEndless = isLastStraw() }
            word.store(queue.isEmpty ? Self.owned : Self.waiting, ordering: .releasing)
            return true
        }
        if isEndless, !isPulled, let place { reportEndlessness(at: place) }
        if let ended { ended.dismiss() }
        return hasEvents
    }

    /// Where an event was left.
    @frozen
    @usableFromInline
    enum Place {
        /// Nobody owned the mailbox. The sender does now, and must ``drain(_:)``.
        case owner
        /// Behind others, or there was no event. The owner will deliver it.
        case behind
        /// The same, behind so many others of this sender that it is to ``stay()``.
        case crowd
    }

    /// Queues `event`. Whoever calls this holds the lock, and asks ``owns(_:)`` when it is free.
    @inlinable
    final func leaveUnderLock(_ event: Event) -> Place {
        queue.append(event)
        if rounds > Self.manyRounds { noteRounds() }
        // Only the change from `owned` to `idle` can happen meanwhile; everything else is under the lock.
        while true {
            if word.compareExchange(expected: Self.owned, desired: Self.waiting, ordering: .acquiringAndReleasing)
                .exchanged
            {
                break
            }
            if tryOwn() { return .owner }
            if word.load(ordering: .relaxed) == Self.waiting { break }
        }
        if queue.count <= Self.quantum / 8, senders == nil { return .behind }
        return noteSender() ? .crowd : .behind
    }

    /// Whether a sender that has left an event owns the mailbox. It may have to stay for a moment until that is known.
    @inlinable
    final func owns(_ place: Place) -> Bool {
        switch place {
        case .owner: true
        case .behind: false
        case .crowd: stay()
        }
    }
}

// MARK: Deliveries that keep causing more

// Events are queued, so what two subjects send to each other does not end in a full stack, as it would if it were delivered at
// once: it goes on for ever, in the drain of one of them. It can be told by the owner taking all that waits again and again.
// What others send at the same pace looks the same; so once that has happened often, it is looked at who sends. Nothing
// of this is done for a single event before.
extension Mailbox {
    /// After how many rounds it is looked at who sends, and after how many what goes on is reported.
    @usableFromInline static var manyRounds: UInt32 { 50_000 }
    private static var endlessRounds: UInt32 { 100_000 }

    /// Counts one more round. Whoever calls this holds the lock.
    ///
    /// - Returns: Whether it is one too many.
    @usableFromInline
    final func isLastStraw() -> Bool {
        rounds &+= 1
        return rounds == Self.endlessRounds
    }

    /// Begins to count anew if the newest event comes from another thread. Whoever calls this holds the lock.
    @usableFromInline
    final func noteRounds() {
        if drainer != ThreadIdentity.current { rounds = 0 }
    }

    @usableFromInline
    final func reportEndlessness(at place: any Any.Type) {
        guard status.isFirstReport(of: .endlessDelivery) else { return }
        Diagnostics.report(
            .endlessDelivery, at: place,
            detail: "\(Self.endlessRounds) times so far; for values that follow each other there is bind(to:)")
    }
}
