/// Those in a ``PostChannel`` who listen to one object each, by the object's address.
///
/// References do not keep their objects, and nobody is told when one of them goes. So a few are looked at now and then,
/// in turn.
struct PostSenders<Post> {
    struct Bucket {
        let reference: ObjectReference
        var entries = ContiguousArray<PostEntry<Post>>()
        /// The place of the reference in `references`.
        fileprivate var place: Int
    }

    private var buckets: [ObjectIdentifier: Bucket] = [:]
    private var references = ContiguousArray<ObjectReference>()
    private var nextPlace = 0
    /// Those who came when their object had gone already.
    private var orphans = ContiguousArray<PostEntry<Post>>()

    var isEmpty: Bool { references.isEmpty && orphans.isEmpty }
    var hasOrphans: Bool { !orphans.isEmpty }
    /// How many objects there are.
    var count: Int { references.count }

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
            buckets[reference.id] = Bucket(reference: reference, place: references.count)
            references.append(reference)
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

    /// The next references to look at: all, or no more than so many.
    mutating func next(_ limit: Int) -> ContiguousArray<ObjectReference> {
        if references.count <= limit { return references }
        if nextPlace >= references.count { nextPlace = 0 }
        let first = nextPlace
        nextPlace = min(first + limit, references.count)
        return ContiguousArray(references[first..<nextPlace])
    }

    private mutating func removeBucket(_ id: ObjectIdentifier) {
        guard let place = buckets.removeValue(forKey: id)?.place, let last = references.popLast(),
            place < references.count
        else { return }
        references[place] = last
        buckets[last.id]!.place = place
    }
}
