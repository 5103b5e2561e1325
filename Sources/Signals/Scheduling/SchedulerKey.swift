/// What tells one scheduler from another: the object that it is, or the value that it is.
struct SchedulerKey: Hashable, @unchecked Sendable {
    // Sound: what is in it was part of a scheduler, and schedulers are `Sendable`.
    private let key: AnyHashable

    init(_ scheduler: some Scheduler) {
        if type(of: scheduler) is AnyClass {
            key = AnyHashable(ObjectIdentifier(scheduler as AnyObject))
        } else if let value = scheduler as? any Hashable {
            key = AnyHashable(value)
        } else {
            key = AnyHashable(ObjectIdentifier(type(of: scheduler)))
        }
    }
}
