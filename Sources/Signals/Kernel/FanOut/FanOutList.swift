/// The subscribers of a ``FanOut``, in the order in which they came.
///
/// Removing one leaves an empty slot, and the slots are moved together when more than half of them are empty, so adding
/// and removing take constant amortised time. It is a list of its own, and no array, so that a value can go through it
/// without a retain for each subscriber.
@usableFromInline
package struct FanOutList<Output, Failure: Error>: ~Copyable {
    // Sound: each slot holds one reference, taken in `append` and given back in `remove`, `removeAll` or `deinit`; the
    // first `count` slots are initialised.
    @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<FanOutSubscription<Output, Failure>>?>
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

    mutating func append(_ subscription: FanOutSubscription<Output, Failure>) {
        if count == capacity { grow() }
        subscription.slot = Int32(count)
        slots.advanced(by: count).initialize(to: .passRetained(subscription))
        count += 1
    }

    /// Takes `subscription` out of the list, if it is in it. The caller releases it when it has nothing more to do.
    mutating func remove(_ subscription: FanOutSubscription<Output, Failure>) -> Unmanaged<
        FanOutSubscription<Output, Failure>
    >? {
        guard subscription.slot >= 0 else { return nil }
        let index = Int(subscription.slot)
        let entry = slots[index]
        slots[index] = nil
        subscription.slot = -1
        empty += 1
        if empty > 8, empty * 2 > count { compact() }
        return entry
    }

    /// Takes all out of the list, in order.
    mutating func removeAll() -> [FanOutSubscription<Output, Failure>] {
        let all = (0..<count).compactMap { slots[$0]?.takeRetainedValue() }
        for subscription in all { subscription.slot = -1 }
        count = 0
        empty = 0
        return all
    }

    private mutating func grow() {
        capacity = max(2, capacity * 2)
        let larger = UnsafeMutablePointer<Unmanaged<FanOutSubscription<Output, Failure>>?>.allocate(capacity: capacity)
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
