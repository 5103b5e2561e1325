/// Values that belong to objects which have no room for them, for as long as the objects exist.
///
/// An entry is found by the object's address and holds a weak reference, by which an object that has come to the same
/// address later is told apart from the one that has gone. Entries of gone objects are thrown out whenever the table has
/// grown to twice what was left the last time.
package final class ObjectTable<Value: Sendable>: Sendable {
    private struct Entry: Sendable {
        let reference: ObjectReference
        let value: Value
    }

    private struct State: Sendable {
        var entries: [ObjectIdentifier: Entry] = [:]
        var limit = 16
    }

    private let state = Locked(State())

    package init() {}

    /// How many entries there are, those of gone objects included.
    package var count: Int { state.withLock { $0.entries.count } }

    /// The value that belongs to `object`; if there is none yet, what `makeValue` makes.
    ///
    /// - Complexity: O(1) amortised.
    package func value(for object: AnyObject, _ makeValue: () -> Value) -> Value {
        let key = ObjectIdentifier(object)
        // A weak reference is read outside the lock: whoever does so may be the last to let go of the object.
        if let entry = state.withLock({ $0.entries[key] }), entry.reference.object === object { return entry.value }
        let new = Entry(reference: ObjectReference(object), value: makeValue())
        var old: Entry?
        let (value, isFull) = state.withLock { state -> (Value, Bool) in
            // Another thread may have been quicker. At this address no object but this one can be alive, and this one
            // is kept by the caller, so here the reference may be read.
            if let entry = state.entries[key], entry.reference.object != nil { return (entry.value, false) }
            old = state.entries.updateValue(new, forKey: key)
            return (new.value, state.entries.count >= state.limit)
        }
        if isFull { prune() }
        withExtendedLifetime(old) {}
        return value
    }

    private func prune() {
        let entries = state.withLock { $0.entries }
        let gone = entries.filter { $0.value.reference.object == nil }
        state.withLock { state in
            for (key, entry) in gone where state.entries[key]?.reference === entry.reference {
                state.entries[key] = nil
            }
            state.limit = max(16, state.entries.count * 2)
        }
        // What was thrown out is still held by `entries`, and released here.
        withExtendedLifetime(entries) {}
    }
}
