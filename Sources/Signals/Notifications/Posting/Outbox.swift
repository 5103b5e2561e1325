import Foundation

/// A message that waits to be posted.
struct PendingPost: Sendable {
    /// What two messages have in common that stand for one another.
    struct Identity: Hashable, Sendable {
        let coalescing: NotificationHub.Coalescing
        let name: Notification.Name?
        /// The sender, which the message keeps until it is posted.
        let sender: ObjectIdentifier?
    }

    /// Nil for a message that nothing stands for.
    let identity: Identity?
    let post: @Sendable (NotificationHub) -> Void
}

/// The messages that wait for the next turn of one scheduler, in order.
///
/// A turn posts those that were there when it began, one by one. If one of their observers runs the scheduler's loop, a
/// turn inside this one goes on where this one is.
final class Outbox: Sendable {
    private struct State: Sendable {
        /// By their numbers, which leave gaps where a message has been replaced.
        var posts: [Int: PendingPost] = [:]
        /// The numbers of those that a newer message may still replace.
        var replaceable: [PendingPost.Identity: Int] = [:]
        var first = 0
        var end = 0
        var awaitsTurn = false
        /// Whether this has been given up, being empty.
        var isClosed = false

        /// Adds a message, and returns the one that it stands for.
        mutating func append(_ post: PendingPost) -> PendingPost? {
            defer { end += 1 }
            awaitsTurn = true
            let place = post.identity.flatMap { replaceable.updateValue(end, forKey: $0) }
            let replaced = place.flatMap { posts.removeValue(forKey: $0) }
            posts[end] = post
            return replaced
        }
    }

    /// The hash value of the scheduler's key, or nil if it is not known which scheduler this is for.
    fileprivate let hash: Int?
    private let state: Locked<State>

    /// An outbox with a first message, which awaits its turn.
    fileprivate init(_ first: PendingPost, hash: Int?) {
        self.hash = hash
        var state = State()
        _ = state.append(first)
        self.state = Locked(state)
    }

    /// Adds a message in place of the one that it stands for, behind all others.
    ///
    /// - Returns: Whether a turn has to be scheduled, or nil if this has been given up.
    func add(_ post: PendingPost) -> Bool? {
        let (needsTurn, replaced) = state.withLock { state -> (Bool?, PendingPost?) in
            if state.isClosed { return (nil, nil) }
            let needsTurn = !state.awaitsTurn
            return (needsTurn, state.append(post))
        }
        // What it held is released here, outside the lock.
        withExtendedLifetime(replaced) {}
        return needsTurn
    }

    /// Begins a turn, or gives one up: from now on newer messages replace none of those that are here.
    ///
    /// - Returns: The number before which the turn ends.
    func beginTurn() -> Int {
        state.withLock { state in
            state.awaitsTurn = false
            state.replaceable = [:]
            return state.end
        }
    }

    func takeFirst(before end: Int) -> PendingPost? {
        state.withLock { state in
            while state.first < end {
                defer { state.first += 1 }
                if let post = state.posts.removeValue(forKey: state.first) { return post }
            }
            return nil
        }
    }

    /// Gives this up, if it is empty.
    func close() -> Bool {
        state.withLock { state in
            state.isClosed = state.posts.isEmpty && !state.awaitsTurn
            return state.isClosed
        }
    }
}

/// A hub's outboxes, one for each scheduler on which a message waits.
final class Outboxes: Sendable {
    private struct Entry: Sendable {
        let key: SchedulerKey
        let outbox: Outbox
    }

    /// By the hash values of their keys.
    private let entries = Locked<[Int: [Entry]]>([:])

    /// Adds a message to the outbox of its scheduler, or to one of its own if it is not known which scheduler that is.
    ///
    /// - Returns: The outbox, and whether a turn has to be scheduled for it.
    func add(_ post: PendingPost, for key: SchedulerKey?) -> (outbox: Outbox, needsTurn: Bool) {
        let new = Outbox(post, hash: key?.hash)
        guard let key else { return (new, true) }
        while true {
            let known = entries.withLock { $0[key.hash] ?? [] }
            for entry in known where entry.key.isSame(as: key) {
                if let needsTurn = entry.outbox.add(post) { return (entry.outbox, needsTurn) }
            }
            let isEntered = entries.withLock { entries in
                // One that has come meanwhile has to be looked at first.
                let list = entries[key.hash, default: []]
                guard list.allSatisfy({ entry in known.contains { $0.outbox === entry.outbox } }) else { return false }
                entries[key.hash, default: []].append(Entry(key: key, outbox: new))
                return true
            }
            if isEntered { return (new, true) }
        }
    }

    /// Forgets an outbox that has been given up.
    func remove(_ outbox: Outbox) {
        guard let hash = outbox.hash else { return }
        let removed = entries.withLock { entries -> Entry? in
            guard let index = entries[hash]?.firstIndex(where: { $0.outbox === outbox }) else { return nil }
            let entry = entries[hash]?.remove(at: index)
            if entries[hash]?.isEmpty == true { entries[hash] = nil }
            return entry
        }
        // Its key is released here, outside the lock: it holds what the scheduler is made of.
        withExtendedLifetime(removed) {}
    }
}

/// A turn that an outbox has been promised by its scheduler.
///
/// It keeps neither the hub nor the scheduler, so that a scheduler that is never run keeps nobody but itself.
struct OutboxTurn: Sendable {
    private let outbox: Outbox
    private let center: NotificationCenter
    private weak let hub: NotificationHub?

    init(_ outbox: Outbox, of hub: NotificationHub) {
        self.outbox = outbox
        self.hub = hub
        center = hub.center
    }

    func begin() {
        // Where the hub has gone, so have its subscribers: only the center's observers are left.
        let hub = hub ?? NotificationHub(center: center)
        let end = outbox.beginTurn()
        while let next = outbox.takeFirst(before: end) { next.post(hub) }
        if outbox.close() { hub.outboxes.remove(outbox) }
    }

    /// Drops what waited for the turn, which the scheduler has thrown away. Nothing that comes later is lost.
    func lose() {
        let end = outbox.beginTurn()
        var count = 0
        while outbox.takeFirst(before: end) != nil { count += 1 }
        if outbox.close() { hub?.outboxes.remove(outbox) }
        if count == 0 { return }
        Diagnostics.countLost(count)
        Diagnostics.report(.lostJob, at: NotificationHub.self)
    }
}
