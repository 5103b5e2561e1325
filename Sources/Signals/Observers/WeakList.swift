/// Observers that are held weakly, in the order in which they came.
///
/// Going through the list takes the lock once, for a snapshot, and calls nobody under it. A snapshot is a page and a
/// count: what is added later stands behind the count, so adding never copies what somebody is going through, and what
/// is removed is marked in its entry, which all pages share. A page that is full, or mostly removed, is replaced by one
/// with the others in it; so adding and removing take constant amortised time, also while the list is being gone
/// through.
///
/// An observer is known by the identity that it had when it was added, as that of a dead one cannot be asked for. A new
/// object may stand at a dead one's address, so a known identity counts only while the weak reference is alive. The
/// dead are removed by whoever comes across them, and looked for before the list grows.
@usableFromInline
package final class WeakList<Element: Sendable>: @unchecked Sendable {
    // Sound: every `var` is touched under `lock` only.
    @usableFromInline let lock = Lock()
    @usableFromInline @exclusivity(unchecked) var page = WeakPage<Element>(capacity: 0)
    private var entries: [ObjectIdentifier: WeakEntry] = [:]
    private var removedCount = 0

    @usableFromInline
    package init() {}

    /// Adds the object that `element` is, unless it is there already.
    @usableFromInline
    package func append(_ element: Element) {
        let entry = WeakEntry(Self.object(in: element))
        let isFull = lock.withLock { page.isFull && entries[entry.key] == nil }
        // The dead are looked for outside: a reference that is taken to an observer may turn out to be its last.
        if isFull { forget(deadEntries()) }
        let old = lock.withLock { () -> WeakPage<Element>? in
            if let known = entries[entry.key] {
                // If this is alive it is the caller's object, so the reference is not the last.
                if known.object != nil { return nil }
                markRemoved(known)
            }
            let old = page.isFull ? replacePage() : nil
            entries[entry.key] = entry
            page.append(entry, element)
            return old
        }
        withExtendedLifetime(old) {}
    }

    /// Removes the object that `element` is. Those who are going through the list do not come to it any more.
    @usableFromInline
    package func remove(_ element: Element) {
        let key = ObjectIdentifier(Self.object(in: element))
        let old = lock.withLock { () -> WeakPage<Element>? in
            // A dead entry with this identity is wrong here anyway, so it need not be told from the object's own.
            guard let entry = entries[key] else { return nil }
            markRemoved(entry)
            return tidy()
        }
        withExtendedLifetime(old) {}
    }

    /// Calls `body` for those who are in the list now, and alive and still in it when their turn comes.
    @inlinable
    package func forEach<Failure: Error>(_ body: (Element) throws(Failure) -> Void) throws(Failure) {
        let (page, count) = snapshot()
        var dead: [WeakEntry] = []
        defer { if !dead.isEmpty { forget(dead) } }
        for index in 0..<count {
            if let element = page.element(at: index) {
                try body(element)
            } else {
                page.noteIfDead(index, in: &dead)
            }
        }
    }

    /// How many of the observers are alive.
    package var livingCount: Int {
        var count = 0
        forEach { _ in count += 1 }
        return count
    }

    /// How many places are taken, by the living and by those that nobody has found dead yet.
    package var entryCount: Int { lock.withLock { entries.count } }

    @inlinable
    func snapshot() -> (page: WeakPage<Element>, count: Int) {
        lock.withLock { (page, page.count) }
    }

    private func deadEntries() -> [WeakEntry] {
        let (page, count) = snapshot()
        var dead: [WeakEntry] = []
        for index in 0..<count where page.element(at: index) == nil { page.noteIfDead(index, in: &dead) }
        return dead
    }

    /// Removes `dead`, as far as nobody else has yet.
    @usableFromInline
    func forget(_ dead: [WeakEntry]) {
        if dead.isEmpty { return }
        let old = lock.withLock { () -> WeakPage<Element>? in
            for entry in dead where entries[entry.key] === entry { markRemoved(entry) }
            return tidy()
        }
        withExtendedLifetime(old) {}
    }

    // MARK: Under the lock

    private func markRemoved(_ entry: WeakEntry) {
        entry.markRemoved()
        entries[entry.key] = nil
        removedCount += 1
    }

    private func tidy() -> WeakPage<Element>? {
        removedCount > 8 && removedCount * 2 > page.count ? replacePage() : nil
    }

    /// Starts a new page with those who have not been removed, and with room for as many again.
    private func replacePage() -> WeakPage<Element> {
        let old = page
        page = WeakPage(copying: old, capacity: max(4, 2 * entries.count))
        removedCount = 0
        return old
    }

    // MARK: Identity

    /// The object that `element` is.
    ///
    /// `Element` is an existential as a rule, and Linux makes an object of any value that is cast to `AnyObject`, so what
    /// is asked is whether the type of what is in it is a class.
    private static func object(in element: Element) -> AnyObject {
        // A protocol's existential does not conform to `AnyObject` there, so the compiler cannot be asked for it.
        let content = element as Any
        guard type(of: content) is AnyObject.Type else {
            // Not a precondition: that would leave out its message in an optimised build.
            fatalError(
                "An observer must be a class instance, as it is held weakly, but \(type(of: content)) is a value type.")
        }
        return content as AnyObject
    }
}
