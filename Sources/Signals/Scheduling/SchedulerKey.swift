/// What tells one scheduler from another: the object that it is, or the value that it is.
///
/// Hashing and comparing may run code of the scheduler's own, so neither is done inside a lock. That is why this is not
/// `Hashable`: it cannot be the key of a table that is kept behind one.
struct SchedulerKey: @unchecked Sendable {
    // Sound: what is in it was part of a scheduler, and schedulers are `Sendable`.
    private enum Identity {
        case object(ObjectReference)
        case value(AnyHashable)
    }

    private let identity: Identity
    /// The same for keys that are the same, computed once.
    let hash: Int

    /// The key of a scheduler, or nil if nothing tells it from another of its type: it is a value, and not `Hashable`.
    init?(_ scheduler: some Scheduler) {
        if type(of: scheduler) is AnyClass {
            let reference = ObjectReference(scheduler as AnyObject)
            identity = .object(reference)
            hash = reference.id.hashValue
        } else if let value = scheduler as? any Hashable {
            identity = .value(AnyHashable(value))
            hash = value.hashValue
        } else {
            return nil
        }
    }

    func isSame(as other: SchedulerKey) -> Bool {
        switch (identity, other.identity) {
        case (.object(let own), .object(let other)):
            // An object that has gone is none of those that come to its address later.
            own.id == other.id && own.object === other.object
        case (.value(let own), .value(let other)): own == other
        default: false
        }
    }
}
