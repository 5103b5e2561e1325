/// The subscribers of one name, and the way that a post takes through them.
///
/// A post stays on the thread that made it and is not kept longer than it runs. It meets the subscribers in the order in
/// which they came: those of its object and those of any object. A post from inside one of them is delivered when the
/// present one has reached all, on the same thread. Posts of different threads go their ways side by side.
package final class PostChannel<Post>: @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only. A post that is kept for later is taken up again by the thread that
    // left it.
    private let lock = Lock()
    private let objectOf: (Post) -> AnyObject?
    private var forAny = ContiguousArray<PostEntry<Post>>()
    private var forObject: [ObjectIdentifier: Bucket] = [:]
    /// The keys of `forObject`, of which a few are looked at with every post, to find those whose object has gone.
    private var keys = ContiguousArray<ObjectIdentifier>()
    private var nextKey = 0
    private var lastOrder = 0
    private var posters: [Poster] = []
    private var handed: [(thread: UInt, message: HandedMessage<Post>)] = []

    private struct Bucket {
        let reference: ObjectReference
        var entries = ContiguousArray<PostEntry<Post>>()
    }

    /// A thread that is delivering, and what was posted on it meanwhile.
    private struct Poster {
        let thread: UInt
        var waiting = Queue<(Post, HandedMessage<Post>?)>()
    }

    private struct Round {
        var post: Post
        var handed: HandedMessage<Post>?
        var forAny: ContiguousArray<PostEntry<Post>>
        var bucket: Bucket?
        var suspects: ContiguousArray<ObjectReference>
    }

    package init(objectOf: @escaping (Post) -> AnyObject?) {
        self.objectOf = objectOf
    }

    // MARK: Posting

    /// Delivers `post` to its subscribers, on this thread.
    package func deliver(_ post: Post) {
        let thread = ThreadIdentity.current
        var next = begin(post, on: thread)
        while let round = next {
            run(round)
            next = end(on: thread)
        }
    }

    /// Runs `body`, which posts `message.post`. When that comes, it comes as the message that it was made of.
    package func handing(_ message: HandedMessage<Post>, _ body: () -> Void) {
        let thread = ThreadIdentity.current
        lock.withLock { handed.append((thread, message)) }
        body()
        // Nested calls end before this one, so the last of this thread is the one that was added here.
        let used = lock.withLock { handed.remove(at: handed.lastIndex { $0.thread == thread }!) }
        withExtendedLifetime(used) {}
    }

    private func begin(_ post: Post, on thread: UInt) -> Round? {
        let object = objectOf(post)
        return lock.withLock {
            let message = handed.last { $0.thread == thread && $0.message.isOf(post) }?.message
            if let index = posters.firstIndex(where: { $0.thread == thread }) {
                posters[index].waiting.append((post, message))
                return nil
            }
            posters.append(Poster(thread: thread))
            return round(post, object, message)
        }
    }

    private func end(on thread: UInt) -> Round? {
        let next = lock.withLock {
            let index = posters.firstIndex { $0.thread == thread }!
            if let next = posters[index].waiting.popFirst() { return next as (Post, HandedMessage<Post>?)? }
            posters.remove(at: index)
            return nil
        }
        guard let (post, message) = next else { return nil }
        let object = objectOf(post)
        return lock.withLock { round(post, object, message) }
    }

    /// What is needed to deliver `post`. Whoever calls this holds the lock.
    private func round(_ post: Post, _ object: AnyObject?, _ message: HandedMessage<Post>?) -> Round {
        var suspects = ContiguousArray<ObjectReference>()
        for _ in 0..<min(keys.count, 8) {
            if nextKey >= keys.count { nextKey = 0 }
            if let reference = forObject[keys[nextKey]]?.reference { suspects.append(reference) }
            nextKey += 1
        }
        let bucket = object.flatMap { forObject[ObjectIdentifier($0)] }
        return Round(post: post, handed: message, forAny: forAny, bucket: bucket, suspects: suspects)
    }

    private func run(_ round: Round) {
        for suspect in round.suspects where suspect.object == nil { removeBucket(of: suspect) }
        var specific = round.bucket?.entries ?? []
        if let reference = round.bucket?.reference, reference.object !== objectOf(round.post) {
            // The object that somebody listens to has gone, and another one lies at its address.
            specific = []
            removeBucket(of: reference)
        }
        var parcel = Parcel(
            post: round.post, handed: round.handed, meetsSeveral: round.forAny.count + specific.count > 1)
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

    /// Joins the last entry if that is of the same kind and nobody has come in between, or adds what `make` makes.
    ///
    /// - Returns: The entry, which the caller has to ``leave(_:)``.
    package func join(
        _ kind: ObjectIdentifier, _ reference: ObjectReference?, orAdd make: () -> PostEntry<Post>
    ) -> PostEntry<Post> {
        dropStale(reference)
        let new = make()
        return lock.withLock {
            let own = reference.map { forObject[$0.id]?.entries ?? [] } ?? forAny
            if let last = own.last, last.kind == kind, last.lastOrder == newestOrder(sharing: reference) {
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
package struct Parcel<Post> {
    package let post: Post
    package let handed: HandedMessage<Post>?
    /// Whether there are several entries, so that it may pay to keep what the post was decoded to.
    package let meetsSeveral: Bool
    /// What the post was decoded to, for each kind of entry that has met it.
    package var decoded: [(kind: ObjectIdentifier, message: Any?)] = []

    init(post: Post, handed: HandedMessage<Post>?, meetsSeveral: Bool) {
        self.post = post
        self.meetsSeveral = meetsSeveral
        self.handed = handed
    }
}

/// A message that was given to be posted, and how to recognise the post that was made of it.
package final class HandedMessage<Post> {
    package let message: Any
    package let isOf: (Post) -> Bool

    package init(_ message: Any, isOf: @escaping (Post) -> Bool) {
        self.message = message
        self.isOf = isOf
    }
}

/// One place in a ``PostChannel``: a subscriber, or several of one kind that came one after another.
package final class PostEntry<Post>: @unchecked Sendable {
    // Sound: the `var`s are touched under the channel's lock only.
    let reference: ObjectReference?
    let kind: ObjectIdentifier?
    /// What the entry delivers through, for those who join it.
    package let outlet: AnyObject
    let deliver: (inout Parcel<Post>) -> Void
    let finish: () -> Void
    fileprivate(set) var firstOrder = 0
    fileprivate var lastOrder = 0
    fileprivate var memberCount = 0

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
