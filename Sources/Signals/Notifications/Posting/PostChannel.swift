/// The subscribers of one name, and the way that a post takes through them.
///
/// A post stays on the thread that made it and is not kept longer than it runs. It meets the subscribers in the order in
/// which they came: those of its object and those of any object. A post from inside one of them is delivered when the
/// present one has reached all, on the same thread. Posts of different threads go their ways side by side.
@usableFromInline
package final class PostChannel<Post>: @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only. A post that is kept for later is taken up again by the thread that
    // left it.
    private let lock = Lock()
    private let objectOf: (Post) -> AnyObject?
    @exclusivity(unchecked) private var forAny = ContiguousArray<PostEntry<Post>>()
    @exclusivity(unchecked) private var senders = PostSenders<Post>()
    @exclusivity(unchecked) private var postCount = 0
    @exclusivity(unchecked) private var lastOrder = 0
    /// The threads that are delivering, and what was posted on them meanwhile.
    @exclusivity(unchecked) private var posters = ContiguousArray<UInt>()
    @exclusivity(unchecked) private var waiting: [Waiting] = []
    @exclusivity(unchecked) private var handed: [(thread: UInt, message: HandedMessage<Post>)] = []

    /// A post that was made during another one on its thread.
    private struct Waiting {
        let thread: UInt
        let post: Post
        let message: HandedMessage<Post>?
        /// The order of those who had come last when it was made.
        let latest: Int
    }

    /// Those who are there when a post sets out.
    private struct Round {
        var forAny: ContiguousArray<PostEntry<Post>>
        /// Is there if anybody listens to the post's object, or it is time to look at others.
        var senders: SenderRound?
    }

    private struct SenderRound {
        let object: AnyObject?
        /// Those who listen to an object at the address of the post's.
        var bucket: PostSenders<Post>.Bucket?
        /// Those of which it is to be found out whether they have gone.
        let suspects: ContiguousArray<ObjectReference>
        let orphans: ContiguousArray<PostEntry<Post>>
    }

    /// - Parameter objectOf: The object of a post. It is called under the channel's lock.
    package init(objectOf: @escaping (Post) -> AnyObject?) {
        self.objectOf = objectOf
    }

    // MARK: Posting

    /// Delivers `post` to its subscribers, on this thread.
    package func deliver(_ post: Post) {
        let thread = ThreadIdentity.current
        var message: HandedMessage<Post>?
        let first = lock.withLock { () -> Round? in
            if !handed.isEmpty { message = handed.last { $0.thread == thread && $0.message.isOf(post) }?.message }
            if posters.contains(thread) {
                waiting.append(Waiting(thread: thread, post: post, message: message, latest: lastOrder))
                return nil
            }
            posters.append(thread)
            return round(post)
        }
        guard let first else { return }
        run(first, post, message)
        while !hasEnded(thread) { deliverWaiting(on: thread) }
    }

    /// Runs `body`, which posts what was made of `message`. When that comes, it comes as the message that it was made of.
    package func handing(_ message: HandedMessage<Post>, _ body: () -> Void) {
        let thread = ThreadIdentity.current
        lock.withLock { handed.append((thread, message)) }
        body()
        // Nested calls end before this one, so the last of this thread is the one that was added here.
        let used = lock.withLock { handed.remove(at: handed.lastIndex { $0.thread == thread }!) }
        withExtendedLifetime(used) {}
    }

    /// Tells whether nothing waits that was posted on `thread`, which then has done.
    private func hasEnded(_ thread: UInt) -> Bool {
        lock.withLock {
            if !waiting.isEmpty, waiting.contains(where: { $0.thread == thread }) { return false }
            posters.swapAt(posters.firstIndex(of: thread)!, posters.count - 1)
            posters.removeLast()
            return true
        }
    }

    /// Delivers what was posted first during the last delivery on `thread`.
    @inline(never)
    private func deliverWaiting(on thread: UInt) {
        let (next, those) = lock.withLock {
            let next = waiting.remove(at: waiting.firstIndex { $0.thread == thread }!)
            var those = round(next.post)
            those.forAny.removeThose(after: next.latest)
            those.senders?.bucket?.entries.removeThose(after: next.latest)
            return (next, those)
        }
        run(those, next.post, next.message)
    }

    /// Those who are there for `post`. Whoever calls this holds the lock.
    private func round(_ post: Post) -> Round {
        Round(forAny: forAny, senders: senders.isEmpty ? nil : senderRound(objectOf(post)))
    }

    @inline(never)
    private func senderRound(_ object: AnyObject?) -> SenderRound? {
        postCount &+= 1
        let isTime = senders.count <= Self.glance || postCount.isMultiple(of: Self.glance)
        let bucket = object.flatMap { senders[ObjectIdentifier($0)] }
        if bucket == nil, !isTime, !senders.hasOrphans { return nil }
        return SenderRound(
            object: object, bucket: bucket, suspects: isTime ? senders.next(Self.glance) : [],
            orphans: senders.takeOrphans())
    }

    private func run(_ round: Round, _ post: Post, _ message: HandedMessage<Post>?) {
        let specific = round.senders.map { entries(of: $0) } ?? []
        var parcel = Parcel(post: post, handed: message, meetsSeveral: round.forAny.count + specific.count > 1)
        if specific.isEmpty {
            for entry in round.forAny { entry.deliver(&parcel) }
        } else {
            deliver(&parcel, to: round.forAny, and: specific)
        }
    }

    /// Those who listen to the post's object. Finishes those whose object has gone.
    @inline(never)
    private func entries(of round: SenderRound) -> ContiguousArray<PostEntry<Post>> {
        finishGone(among: round.suspects)
        for orphan in round.orphans { orphan.finish() }
        guard let bucket = round.bucket else { return [] }
        if bucket.reference.object === round.object { return bucket.entries }
        // The object that somebody listens to has gone, and another one lies at its address.
        finishAll(of: bucket.reference)
        return []
    }

    private func deliver(
        _ parcel: inout Parcel<Post>, to left: ContiguousArray<PostEntry<Post>>,
        and right: ContiguousArray<PostEntry<Post>>
    ) {
        var (i, j) = (0, 0)
        while i < left.count || j < right.count {
            if j == right.count || (i < left.count && left[i].firstOrder < right[j].firstOrder) {
                left[i].deliver(&parcel)
                i += 1
            } else {
                right[j].deliver(&parcel)
                j += 1
            }
        }
    }

    // MARK: Subscribing

    package var isEmpty: Bool { lock.withLock { forAny.isEmpty && senders.isEmpty } }

    /// Adds `entry` behind all others.
    ///
    /// - Parameter isGone: Whether the object that it listens to has gone. See ``finishGone(at:)``.
    package func add(_ entry: PostEntry<Post>, isGone: Bool) {
        lock.withLock { append(entry, isGone: isGone) }
    }

    /// Joins the last entry if that is of the same kind and nobody has come in between, or adds what `make` makes. What
    /// has no kind always gets a place of its own, and so does who comes during a post on this thread, which that entry
    /// may still have to get.
    ///
    /// - Parameter isGone: Whether the object has gone. See ``finishGone(at:)``.
    /// - Returns: The entry, which the caller has to ``leave(_:)``.
    @usableFromInline
    package func join(
        _ kind: ObjectIdentifier?, _ reference: ObjectReference?, isGone: Bool,
        orAdd make: (ObjectIdentifier?) -> PostEntry<Post>
    ) -> PostEntry<Post> {
        let new = make(kind)
        return lock.withLock {
            let own = reference.map { senders[$0.id]?.entries ?? [] } ?? forAny
            if kind != nil, !isGone, let last = own.last, last.kind == kind,
                last.lastOrder == newestOrder(sharing: reference), !posters.contains(ThreadIdentity.current)
            {
                lastOrder += 1
                last.lastOrder = lastOrder
                last.memberCount += 1
                return last
            }
            append(new, isGone: isGone)
            return new
        }
    }

    /// Takes one member out of `entry`, and the entry out of the channel with the last.
    package func leave(_ entry: PostEntry<Post>) {
        lock.withLock {
            entry.memberCount -= 1
            if entry.memberCount > 0 { return }
            if let reference = entry.reference {
                senders.remove(entry, of: reference)
            } else {
                forAny.remove(entry)
            }
        }
    }

    /// The newest order among the entries that a post can meet together with those of `reference`.
    private func newestOrder(sharing reference: ObjectReference?) -> Int {
        guard let reference else { return lastOrder }
        return max(forAny.last?.lastOrder ?? 0, senders[reference.id]?.entries.last?.lastOrder ?? 0)
    }

    private func append(_ entry: PostEntry<Post>, isGone: Bool) {
        lastOrder += 1
        entry.firstOrder = lastOrder
        entry.lastOrder = lastOrder
        entry.memberCount = 1
        if let reference = entry.reference {
            senders.append(entry, of: reference, isGone: isGone)
        } else {
            forAny.append(entry)
        }
    }

    // MARK: Objects that have gone

    /// How many objects are looked at together. A look takes 35 ns while the object lives, so up to this number all are
    /// looked at with every post; and where there are more, so many with every so many posts, so that it does not matter
    /// to a post how many there are.
    private static var glance: Int { 8 }
    /// How many more are looked at for each that has gone: they often go together.
    private static var search: Int { 16 }

    /// Finishes those whose object has gone, as far as a few looks tell, and all who listened to an object at `address`
    /// that has gone.
    ///
    /// Whoever is about to subscribe calls this first, outside any lock, since those who are finished run code of their
    /// own. If the object that it subscribes to lives it keeps it until that is done: nothing else can be at that address
    /// meanwhile.
    package func finishGone(at address: ObjectIdentifier?) {
        let (old, suspects, orphans) = lock.withLock {
            (address.flatMap { senders[$0]?.reference }, senders.next(Self.glance), senders.takeOrphans())
        }
        if let old, old.object == nil { finishAll(of: old) }
        finishGone(among: suspects)
        for orphan in orphans { orphan.finish() }
    }

    private func finishGone(among suspects: ContiguousArray<ObjectReference>) {
        var suspects = suspects
        while !suspects.isEmpty {
            var goneCount = 0
            for suspect in suspects where suspect.object == nil {
                finishAll(of: suspect)
                goneCount += 1
            }
            suspects = goneCount == 0 ? [] : lock.withLock { senders.next(goneCount * Self.search) }
        }
    }

    private func finishAll(of gone: ObjectReference) {
        for entry in lock.withLock({ senders.removeAll(of: gone) }) { entry.finish() }
    }
}
