import Synchronization

/// An observer's place in a ``WeakList``, shared by all pages that it stands on.
@usableFromInline
package final class WeakEntry: @unchecked Sendable {
    // Sound: everything is immutable or atomic; the runtime clears and reads weak references atomically.
    @usableFromInline let isRemoved = Atomic<Bool>(false)
    @usableFromInline weak let object: AnyObject?
    let key: ObjectIdentifier

    init(_ object: AnyObject) {
        self.object = object
        key = ObjectIdentifier(object)
    }

    /// The observer, if it is alive and has not been removed.
    @inlinable var present: AnyObject? { isRemoved.load(ordering: .acquiring) ? nil : object }

    func markRemoved() { isRemoved.store(true, ordering: .releasing) }
}

/// A part of memory in which a ``WeakList`` lists its observers.
///
/// Beside each entry stands the observer as an `Element`, with which it can be called, as bits that own nothing. An
/// `Element` that is a class instance, or an existential with one in it, has one reference in it and otherwise only
/// what never dies, so its bits are good for as long as the object is alive. This saves a cast for each call.
@usableFromInline
package final class WeakPage<Element>: @unchecked Sendable {
    // Sound: `append` is called under the list's lock, and what has been written is not changed any more. Readers stay
    // below a count that they have been given under that lock.
    @usableFromInline let entries: UnsafeMutablePointer<Unmanaged<WeakEntry>>
    @usableFromInline let elements: UnsafeMutablePointer<Element>
    private let capacity: Int
    @usableFromInline @exclusivity(unchecked) var count = 0

    init(capacity: Int) {
        entries = .allocate(capacity: capacity)
        elements = .allocate(capacity: capacity)
        self.capacity = capacity
    }

    /// A page with what is on `other` and has not been removed.
    convenience init(copying other: WeakPage, capacity: Int) {
        self.init(capacity: capacity)
        for index in 0..<other.count {
            let entry = other.entries[index].takeUnretainedValue()
            if !entry.isRemoved.load(ordering: .relaxed) { append(entry, bitsAt: other.elements + index) }
        }
    }

    deinit {
        for index in 0..<count { entries[index].release() }
        entries.deallocate()
        // The elements own nothing, so there is nothing to deinitialise.
        elements.deallocate()
    }

    var isFull: Bool { count == capacity }

    func append(_ entry: WeakEntry, _ element: Element) {
        withUnsafePointer(to: element) { append(entry, bitsAt: $0) }
    }

    private func append(_ entry: WeakEntry, bitsAt element: UnsafePointer<Element>) {
        (entries + count).initialize(to: .passRetained(entry))
        UnsafeMutableRawPointer(elements + count)
            .copyMemory(from: element, byteCount: MemoryLayout<Element>.size)
        count += 1
    }

    /// The observer at `index`, if it is alive and has not been removed.
    @inlinable
    func element(at index: Int) -> Element? {
        guard let object = entries[index]._withUnsafeGuaranteedRef({ $0.present }) else { return nil }
        // The element takes over the reference that the weak one has given; the bits stay as they are.
        _ = Unmanaged.passRetained(object)
        return (elements + index).move()
    }

    /// Appends the entry at `index` to `dead`, if that is why there is nobody there.
    @usableFromInline
    @inline(never)
    func noteIfDead(_ index: Int, in dead: inout [WeakEntry]) {
        let entry = entries[index].takeUnretainedValue()
        if !entry.isRemoved.load(ordering: .relaxed) { dead.append(entry) }
    }
}
