import Synchronization

/// Who has left what waits in a ``Mailbox``, and who of them stays to take the mailbox over.
///
/// It comes into being when a few events wait, and notes the sender of every event from then on until nothing is left. What
/// it has noted is therefore always the last part of what waits. All of it is touched under the mailbox's lock only.
@usableFromInline
package final class HandOver {
    /// Events that one thread has left one after another.
    private struct Run {
        let sender: Int
        var count = 0
    }

    /// A sender that stays.
    package final class Taker: @unchecked Sendable {
        // Sound: `owns` is touched under the mailbox's lock only.
        package let thread = ThreadIdentity.current
        package let sender: Int
        let latch = Latch()
        /// Whether the mailbox has become its own.
        package fileprivate(set) var owns = false

        package init(sender: Int = ThreadIdentity.serial) {
            self.sender = sender
        }
    }

    private var runs = Queue<Run>()
    private var count = 0
    private var countSinceLook = 0
    private var takers: [Taker] = []

    package init() {}

    /// Notes that `sender` has left one more event.
    package func note(_ sender: Int) {
        if runs.isEmpty || runs[runs.count - 1].sender != sender { runs.append(Run(sender: sender)) }
        runs[runs.count - 1].count += 1
        count += 1
        countSinceLook += 1
    }

    /// Forgets those whose events have been delivered, where `limit` still wait.
    @usableFromInline
    package func forget(allBut limit: Int) {
        while count > limit {
            let delivered = min(count - limit, runs[0].count)
            count -= delivered
            runs[0].count -= delivered
            if runs[0].count == 0 { _ = runs.popFirst() }
        }
    }

    /// Whether `sender` is one of those that flood the mailbox: another quantum has been left since one was found, and an
    /// eighth of that by this one. Its cost does not depend on how many events wait.
    package func finds(_ sender: Int, leaving quantum: Int) -> Bool {
        guard countSinceLook >= quantum, share(of: sender, newest: quantum) * 8 >= quantum else { return false }
        countSinceLook = 0
        return true
    }

    private func share(of sender: Int, newest limit: Int) -> Int {
        var share = 0
        var rest = limit
        var index = runs.count
        while rest > 0, index > 0 {
            index -= 1
            if runs[index].sender == sender { share += min(rest, runs[index].count) }
            rest -= runs[index].count
        }
        return share
    }

    // MARK: Those who stay

    package var hasTakers: Bool { !takers.isEmpty }

    package func add(_ taker: Taker) { takers.append(taker) }

    package func remove(_ taker: Taker) { takers.removeAll { $0 === taker } }

    /// The one of those who stay that has left most, if together they have left most of the `count` events that wait.
    package func chooseTaker(of count: Int) -> Taker? {
        forget(allBut: count)
        let shares = takers.map { share(of: $0.sender, newest: count) }
        guard shares.reduce(0, +) * 2 > count, let index = shares.indices.max(by: { shares[$0] < shares[$1] }) else {
            return nil
        }
        return takers.remove(at: index)
    }

    /// Lets all go who stay, since nothing waits any more.
    @usableFromInline
    func dismiss() {
        for taker in takers { taker.latch.open() }
    }
}

// MARK: - The mailbox's part

extension Mailbox {
    /// How long a sender stays at most, in nanoseconds.
    private static var patience: Int { 5_000_000 }
    /// How long an owner may go on when somebody has come to take over.
    private static var turn: Int { 1_000_000 }

    /// Notes who has left the newest event. Whoever calls this holds the lock.
    ///
    /// - Returns: Whether the sender is to ``stay()`` once the lock is free.
    @usableFromInline
    final func noteSender() -> Bool {
        let sender = ThreadIdentity.serial
        if senders == nil { senders = HandOver() }
        senders!.note(sender)
        // Whoever is called by the owner must not wait for it. Where nobody drains yet, that may be any sender.
        if queue.count <= Self.quantum || drainer == 0 || drainer == ThreadIdentity.current { return false }
        return senders!.finds(sender, leaving: Self.quantum)
    }

    /// Stays until nothing waits any more, or the owner hands over, or patience is at an end.
    ///
    /// - Returns: Whether the caller owns the mailbox now, and must ``drain(_:)``.
    @usableFromInline
    final func stay() -> Bool {
        guard ThreadIdentity.mayWait else { return false }
        let taker = HandOver.Taker()
        let isLate = lock.withLock {
            guard let senders, drainer != 0 else { return true }
            senders.add(taker)
            if goBy.load(ordering: .relaxed) == 0 { goBy.store(Latch.uptime + Self.turn, ordering: .relaxed) }
            return false
        }
        if isLate { return false }
        taker.latch.wait(nanoseconds: Self.patience)
        return lock.withLock {
            if taker.owns { return true }
            senders?.remove(taker)
            if senders?.hasTakers != true { goBy.store(0, ordering: .relaxed) }
            return false
        }
    }

    /// Whether the owner, who has just delivered an event, is to go.
    @inlinable
    final var isToGo: Bool {
        let limit = goBy.load(ordering: .relaxed)
        return limit != 0 && isPast(limit)
    }

    @usableFromInline
    final func isPast(_ limit: Int) -> Bool { Latch.uptime >= limit }

    /// Leaves the mailbox to one of those who stay, if most of what waits is theirs.
    ///
    /// - Parameter batch: What the owner had taken and not delivered. It goes back to where it was.
    /// - Returns: Whether the caller is the owner no more.
    @usableFromInline
    final func handOver(_ batch: inout ContiguousArray<Event>) -> Bool {
        let taker = lock.withLock { () -> HandOver.Taker? in
            queue.putBack(&batch)
            goBy.store(0, ordering: .relaxed)
            if queue.isEmpty { return nil }
            word.store(Self.waiting, ordering: .releasing)
            guard let senders, let taker = senders.chooseTaker(of: queue.count) else { return nil }
            taker.owns = true
            drainer = taker.thread
            if senders.hasTakers { goBy.store(Latch.uptime + Self.turn, ordering: .relaxed) }
            return taker
        }
        taker?.latch.open()
        return taker != nil
    }
}
