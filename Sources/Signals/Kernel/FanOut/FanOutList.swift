/// The subscribers of a ``FanOut``, in the order in which they came.
///
/// Removing one leaves an empty slot, and the slots are moved together when more than half of them are empty, so adding
/// and removing take constant amortised time. It is a list of its own, and no array, so that a value can go through it
/// without a retain for each subscriber. It knows nothing of the subscribers' types, so that joining and leaving ask for
/// none at run time: both are called where the types are not known.
@usableFromInline
package struct FanOutList: ~Copyable {
    // Sound: each slot holds one reference, taken in `append` and given back in `remove`, `removeAll` or `deinit`; the
    // first `count` slots are initialised.
    @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<FanOutEntry>?>
    @usableFromInline var count = 0
    private var capacity = 0
    private var empty = 0

    init() {
        slots = .allocate(capacity: 0)
    }

    deinit {
        for index in 0..<count { slots[index]?.release() }
        slots.deallocate()
    }

    mutating func append(_ entry: FanOutEntry) {
        if count == capacity { grow() }
        entry.slot = Int32(count)
        slots.advanced(by: count).initialize(to: .passRetained(entry))
        count += 1
    }

    /// Takes `entry` out of the list, if it is in it. The caller releases it when it has nothing more to do.
    mutating func remove(_ entry: FanOutEntry) -> Unmanaged<FanOutEntry>? {
        guard entry.slot >= 0 else { return nil }
        let index = Int(entry.slot)
        let reference = slots[index].take()
        entry.slot = -1
        empty += 1
        if empty > 8, empty * 2 > count { compact() }
        return reference
    }

    /// Takes all out of the list, in order.
    mutating func removeAll() -> [FanOutEntry] {
        let all = (0..<count).compactMap { slots[$0]?.takeRetainedValue() }
        for entry in all { entry.slot = -1 }
        count = 0
        empty = 0
        return all
    }

    private mutating func grow() {
        capacity = max(2, capacity * 2)
        let larger = UnsafeMutablePointer<Unmanaged<FanOutEntry>?>.allocate(capacity: capacity)
        larger.moveInitialize(from: slots, count: count)
        slots.deallocate()
        slots = larger
    }

    private mutating func compact() {
        var filled = 0
        for index in 0..<count {
            guard let entry = slots[index] else { continue }
            slots[filled] = entry
            entry._withUnsafeGuaranteedRef { $0.slot = Int32(filled) }
            filled += 1
        }
        count = filled
        empty = 0
    }
}
