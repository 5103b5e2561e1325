/// Gives what comes, and ends the stream at a deadline, which may move on with each value.
@frozen
@usableFromInline
struct DeadlineMachine<Value, Failure: Error>: Machine {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = Value
    @usableFromInline let interval: Duration
    @usableFromInline let isRenewed: Bool
    @usableFromInline let ending: @Sendable () -> Subscribers.Completion<Failure>
    @usableFromInline var deadline = SchedulerInstant.zero

    /// - Parameters:
    ///   - isRenewed: Whether a value gives the stream another `interval`.
    ///   - ending: What is said at the deadline.
    @inlinable
    init(
        interval: Duration, isRenewed: Bool, ending: @escaping @Sendable () -> Subscribers.Completion<Failure>
    ) {
        self.interval = interval
        self.isRenewed = isRenewed
        self.ending = ending
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        deadline = effects.now.advanced(by: interval)
        // In this order, so that what upstream gives at once comes before a deadline that has come already.
        effects.request(effects.demand, from: 0)
        effects.arm(at: deadline)
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        effects.request(added, from: 0)
    }

    @inlinable
    mutating func receive(_ value: Value, from id: Int, _ effects: inout Effects<Self>) {
        guard effects.hasDemand else { return effects.refuse() }
        // The timer is left alone. When it fires it sleeps on.
        if isRenewed { deadline = effects.now.advanced(by: interval) }
        effects.emit(value)
    }

    @inlinable
    mutating func timerFired(_ effects: inout Effects<Self>) {
        if isRenewed, effects.now < deadline {
            effects.arm(at: deadline)
        } else {
            effects.complete(ending())
        }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        effects.complete(.finished)
    }
}
