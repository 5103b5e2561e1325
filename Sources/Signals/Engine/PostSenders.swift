/// Those in a ``PostChannel`` who listen to one object each, by the object's address.
///
/// References do not keep their objects, and nobody is told when one of them goes. So a few are looked at now and then,
/// in turn.
struct PostSenders<Post> {
    struct Bucket {
        let reference: ObjectReference
        fileprivate(set) var entries = ContiguousArray<PostEntry<Post>>()
        /// The place of the address in `ids`.
        fileprivate var place: Int
    }

    private var buckets: [ObjectIdentifier: Bucket] = [:]
    private var ids = ContiguousArray<ObjectIdentifier>()
    private var nextPlace = 0
    /// Those who came when their object had gone already.
    private var orphans = ContiguousArray<PostEntry<Post>>()

    var isEmpty: Bool { ids.isEmpty && orphans.isEmpty }
    /// How many objects there are.
    var count: Int { ids.count }

    subscript(id: ObjectIdentifier) -> Bucket? { buckets[id] }

    /// Adds an entry that listens to `reference`.
    ///
    /// - Parameter isGone: Whether the object has gone. If not, the caller keeps it, and has removed an older one that had
    ///   the same address.
    mutating func append(_ entry: PostEntry<Post>, of reference: ObjectReference, isGone: Bool) {
        if isGone {
            orphans.append(entry)
            return
        }
        if buckets[reference.id] == nil {
            buckets[reference.id] = Bucket(reference: reference, place: ids.count)
            ids.append(reference.id)
        }
        buckets[reference.id]!.entries.append(entry)
    }

    mutating func remove(_ entry: PostEntry<Post>, of reference: ObjectReference) {
        orphans.remove(entry)
        guard buckets[reference.id] != nil else { return }
        buckets[reference.id]!.entries.remove(entry)
        if buckets[reference.id]!.entries.isEmpty { removeBucket(reference.id) }
    }

    /// Takes out all who listen to an object that has gone, unless that has been done.
    mutating func removeAll(of reference: ObjectReference) -> ContiguousArray<PostEntry<Post>> {
        guard let bucket = buckets[reference.id], bucket.reference === reference else { return [] }
        removeBucket(reference.id)
        return bucket.entries
    }

    mutating func takeOrphans() -> ContiguousArray<PostEntry<Post>> {
        if orphans.isEmpty { return orphans }
        var taken = ContiguousArray<PostEntry<Post>>()
        swap(&taken, &orphans)
        return taken
    }

    /// The next references to look at: so many, or all.
    mutating func next(_ limit: Int) -> ContiguousArray<ObjectReference> {
        var references = ContiguousArray<ObjectReference>()
        for _ in 0..<min(limit, ids.count) {
            if nextPlace >= ids.count { nextPlace = 0 }
            if let reference = buckets[ids[nextPlace]]?.reference { references.append(reference) }
            nextPlace += 1
        }
        return references
    }

    private mutating func removeBucket(_ id: ObjectIdentifier) {
        guard let place = buckets.removeValue(forKey: id)?.place, let last = ids.popLast(), place < ids.count else {
            return
        }
        ids[place] = last
        buckets[last]!.place = place
    }
}
