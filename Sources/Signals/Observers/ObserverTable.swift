/// The subscriptions of an event bus's observers, found by observer.
///
/// An observer is known by the identity that it had when it subscribed. Whether an identity is still that of the object
/// that it was is what the weak reference beside it tells. Observers that have gone are looked for when their number has
/// doubled, so they are never more than the living, but for a few.
@usableFromInline
final class ObserverTable: Sendable {
    /// One observer's subscriptions, which are changed under the lock while the record is in the table.
    private final class Record {
        weak let observer: AnyObject?
        var subscriptions: [ObjectIdentifier: EventBus.Subscription] = [:]

        init(_ observer: AnyObject) { self.observer = observer }
    }

    private struct State {
        var records: [ObjectIdentifier: Record] = [:]
        var limit = 64
    }

    private let state = Locked(State())

    deinit {
        // A subscription and what it is attached to hold each other.
        for record in state.withLock({ $0.records.values }) { Self.cancel(record) }
    }

    func add(_ subscription: EventBus.Subscription, of observer: AnyObject) {
        if state.withLock({ $0.records.count >= $0.limit }) { sweep() }
        let key = ObjectIdentifier(observer)
        let stale = state.withLock { state -> Record? in
            var stale: Record?
            // If the record's observer is alive it is this one, so the reference taken here is not the last.
            if let record = state.records[key], record.observer == nil {
                stale = state.records.removeValue(forKey: key)
            }
            let record = state.records[key] ?? Record(observer)
            record.subscriptions[ObjectIdentifier(subscription)] = subscription
            state.records[key] = record
            return stale
        }
        if let stale { Self.cancel(stale) }
    }

    func remove(_ subscription: EventBus.Subscription) {
        // What is removed is returned, to be released outside.
        let removed = state.withLock { state -> EventBus.Subscription? in
            let key = subscription.observer
            let removed = state.records[key]?.subscriptions.removeValue(forKey: ObjectIdentifier(subscription))
            if state.records[key]?.subscriptions.isEmpty == true { state.records[key] = nil }
            return removed
        }
        withExtendedLifetime(removed) {}
    }

    func cancelAll(of observer: ObjectIdentifier) {
        if let record = state.withLock({ $0.records.removeValue(forKey: observer) }) { Self.cancel(record) }
    }

    var count: Int { state.withLock { $0.records.count } }

    private func sweep() {
        let records = state.withLock { $0.records }
        for (key, record) in records where record.observer == nil {
            let isStillThere = state.withLock { state in
                // Another observer may have come to this place meanwhile.
                guard state.records[key] === record else { return false }
                state.records[key] = nil
                return true
            }
            if isStillThere { Self.cancel(record) }
        }
        state.withLock { $0.limit = max(64, 2 * $0.records.count) }
    }

    private static func cancel(_ record: Record) {
        for subscription in record.subscriptions.values { subscription.end.cancel() }
    }
}
