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
    @exclusivity(unchecked) private var forObject: [ObjectIdentifier: Bucket] = [:]
    /// The keys of `forObject`, of which a few are looked at with every post, to find those whose object has gone.
    @exclusivity(unchecked) private var keys = ContiguousArray<ObjectIdentifier>()
    @exclusivity(unchecked) private var nextKey = 0
    @exclusivity(unchecked) private var postCount = 0
    @exclusivity(unchecked) private var lastOrder = 0
    /// The threads that are delivering, and what was posted on them meanwhile.
    @exclusivity(unchecked) private var posters = ContiguousArray<UInt>()
    @exclusivity(unchecked) private var waiting: [(thread: UInt, post: Post, message: HandedMessage<Post>?)] = []
    @exclusivity(unchecked) private var handed: [(thread: UInt, message: HandedMessage<Post>)] = []

    private struct Bucket {
        let reference: ObjectReference
        var entries = ContiguousArray<PostEntry<Post>>()
    }

    /// Those who are there when a post sets out.
    private struct Round {
        var forAny: ContiguousArray<PostEntry<Post>>
        var bucket: Bucket?
        var suspects: ContiguousArray<ObjectReference>?
    }

    package init(objectOf: @escaping (Post) -> AnyObject?) {
        self.objectOf = objectOf
    }

    // MARK: Posting

    /// Delivers `post` to its subscribers, on this thread.
    package func deliver(_ post: Post) {
        let thread = ThreadIdentity.current
        let object = objectOf(post)
        var message: HandedMessage<Post>?
        let first = lock.withLock { () -> Round? in
            if !handed.isEmpty { message = handed.last { $0.thread == thread && $0.message.isOf(post) }?.message }
            if posters.contains(thread) {
                waiting.append((thread, post, message))
                return nil
            }
            posters.append(thread)
            return round(object)
        }
        guard let first else { return }
        run(first, post, object, message)
        while let (_, post, message) = nextWaiting(on: thread) {
            let object = objectOf(post)
            run(lock.withLock { round(object) }, post, object, message)
        }
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

    /// What was posted on `thread` during the last delivery, or `nil` when the thread has done.
    private func nextWaiting(
        on thread: UInt
    ) -> (thread: UInt, post: Post, message: HandedMessage<Post>?)? {
        lock.withLock {
            if !waiting.isEmpty, let index = waiting.firstIndex(where: { $0.thread == thread }) {
                return waiting.remove(at: index)
            }
            posters.remove(at: posters.firstIndex(of: thread)!)
            return nil
        }
    }

    /// Those who are there for a post of `object`. Whoever calls this holds the lock.
    private func round(_ object: AnyObject?) -> Round {
        var round = Round(forAny: forAny)
        if keys.isEmpty { return round }
        if let object { round.bucket = forObject[ObjectIdentifier(object)] }
        round.suspects = nextSuspects()
        return round
    }

    /// The next few references to find out about. With few of them all are looked at with every post, with many eight at
    /// every eighth, so that it does not matter to a post how many others there are.
    private func nextSuspects() -> ContiguousArray<ObjectReference>? {
        postCount &+= 1
        if keys.count > 8, !postCount.isMultiple(of: 8) { return nil }
        var suspects = ContiguousArray<ObjectReference>()
        for _ in 0..<min(keys.count, 8) {
            if nextKey >= keys.count { nextKey = 0 }
            if let reference = forObject[keys[nextKey]]?.reference { suspects.append(reference) }
            nextKey += 1
        }
        return suspects
    }

    private func run(_ round: Round, _ post: Post, _ object: AnyObject?, _ message: HandedMessage<Post>?) {
        if let suspects = round.suspects {
            for suspect in suspects where suspect.object == nil { removeBucket(of: suspect) }
        }
        var specific = ContiguousArray<PostEntry<Post>>()
        if let bucket = round.bucket {
            if bucket.reference.object === object {
                specific = bucket.entries
            } else {
                // The object that somebody listens to has gone, and another one lies at its address.
                removeBucket(of: bucket.reference)
            }
        }
        let meetsSeveral = round.forAny.count + specific.count > 1
        var parcel = Parcel(post: post, handed: message, meetsSeveral: meetsSeveral)
        if specific.isEmpty {
            for entry in round.forAny { entry.deliver(&parcel) }
        } else {
            deliver(&parcel, to: round.forAny, and: specific)
        }
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

    package var isEmpty: Bool { lock.withLock { forAny.isEmpty && forObject.isEmpty } }

    /// Adds `entry` behind all others.
    package func add(_ entry: PostEntry<Post>) {
        dropStale(entry.reference)
        lock.withLock { append(entry) }
    }

    /// Joins the last entry if that is of the same kind and nobody has come in between, or adds what `make` makes. What
    /// has no kind always gets a place of its own.
    ///
    /// - Returns: The entry, which the caller has to ``leave(_:)``.
    @usableFromInline
    package func join(
        _ kind: ObjectIdentifier?, _ reference: ObjectReference?, orAdd make: (ObjectIdentifier?) -> PostEntry<Post>
    ) -> PostEntry<Post> {
        dropStale(reference)
        let new = make(kind)
        return lock.withLock {
            let own = reference.map { forObject[$0.id]?.entries ?? [] } ?? forAny
            if kind != nil, let last = own.last, last.kind == kind, last.lastOrder == newestOrder(sharing: reference) {
                lastOrder += 1
                last.lastOrder = lastOrder
                last.memberCount += 1
                return last
            }
            append(new)
            return new
        }
    }

    /// Takes one member out of `entry`, and the entry out of the channel with the last.
    package func leave(_ entry: PostEntry<Post>) {
        lock.withLock {
            entry.memberCount -= 1
            if entry.memberCount > 0 { return }
            guard let reference = entry.reference else {
                remove(entry, from: &forAny)
                return
            }
            guard forObject[reference.id] != nil else { return }
            remove(entry, from: &forObject[reference.id]!.entries)
            if forObject[reference.id]!.entries.isEmpty { dropBucket(reference.id) }
        }
    }

    /// The newest order among the entries that a post can meet together with those of `reference`.
    private func newestOrder(sharing reference: ObjectReference?) -> Int {
        guard let reference else { return lastOrder }
        return max(forAny.last?.lastOrder ?? 0, forObject[reference.id]?.entries.last?.lastOrder ?? 0)
    }

    private func append(_ entry: PostEntry<Post>) {
        lastOrder += 1
        entry.firstOrder = lastOrder
        entry.lastOrder = lastOrder
        entry.memberCount = 1
        guard let reference = entry.reference else {
            forAny.append(entry)
            return
        }
        if forObject[reference.id] == nil {
            forObject[reference.id] = Bucket(reference: reference)
            keys.append(reference.id)
        }
        forObject[reference.id]!.entries.append(entry)
    }

    private func remove(_ entry: PostEntry<Post>, from list: inout ContiguousArray<PostEntry<Post>>) {
        // The list is in order, so the place is found by halving.
        var (low, high) = (0, list.count)
        while low < high {
            let middle = (low + high) / 2
            if list[middle].firstOrder < entry.firstOrder { low = middle + 1 } else { high = middle }
        }
        if low < list.count, list[low] === entry { list.remove(at: low) }
    }

    private func dropBucket(_ id: ObjectIdentifier) {
        forObject[id] = nil
        guard let index = keys.firstIndex(of: id) else { return }
        keys.swapAt(index, keys.count - 1)
        keys.removeLast()
    }

    // MARK: Objects that have gone

    private func dropStale(_ reference: ObjectReference?) {
        guard let reference, let old = lock.withLock({ forObject[reference.id]?.reference }) else { return }
        if old.object == nil { removeBucket(of: old) }
    }

    /// Finishes those who listen to an object that has gone.
    private func removeBucket(of reference: ObjectReference) {
        let dead = lock.withLock { () -> ContiguousArray<PostEntry<Post>> in
            guard let bucket = forObject[reference.id], bucket.reference === reference else { return [] }
            dropBucket(reference.id)
            return bucket.entries
        }
        for entry in dead { entry.finish() }
    }
}

/// A post that is under way, with what has been made of it so far.
@usableFromInline
package struct Parcel<Post> {
    @usableFromInline package let post: Post
    @usableFromInline package let handed: HandedMessage<Post>?
    /// Whether there are several entries, so that it may pay to keep what the post was decoded to.
    @usableFromInline package let meetsSeveral: Bool
    /// What the post was decoded to, for each kind of entry that has met it.
    @usableFromInline package var decoded: [(kind: ObjectIdentifier, message: Any?)] = []

    init(post: Post, handed: HandedMessage<Post>?, meetsSeveral: Bool) {
        self.post = post
        self.meetsSeveral = meetsSeveral
        self.handed = handed
    }
}

/// A message that was given to be posted, and how to recognise the post that was made of it.
@usableFromInline
package final class HandedMessage<Post> {
    @usableFromInline package let message: Any
    package let isOf: (Post) -> Bool

    package init(_ message: Any, isOf: @escaping (Post) -> Bool) {
        self.message = message
        self.isOf = isOf
    }
}

/// One place in a ``PostChannel``: a subscriber, or several of one kind that came one after another.
@usableFromInline
package final class PostEntry<Post>: @unchecked Sendable {
    // Sound: the `var`s are touched under the channel's lock only.
    let reference: ObjectReference?
    let kind: ObjectIdentifier?
    /// What the entry delivers through, for those who join it.
    @usableFromInline package let outlet: AnyObject
    let deliver: (inout Parcel<Post>) -> Void
    let finish: () -> Void
    @exclusivity(unchecked) fileprivate(set) var firstOrder = 0
    @exclusivity(unchecked) fileprivate var lastOrder = 0
    @exclusivity(unchecked) fileprivate var memberCount = 0

    @usableFromInline
    package init(
        kind: ObjectIdentifier?, _ reference: ObjectReference?, outlet: AnyObject,
        deliver: @escaping (inout Parcel<Post>) -> Void, finish: @escaping () -> Void
    ) {
        self.kind = kind
        self.reference = reference
        self.outlet = outlet
        self.deliver = deliver
        self.finish = finish
    }
}
