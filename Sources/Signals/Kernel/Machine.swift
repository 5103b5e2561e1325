/// An operator with several inputs, or with a clock, as a pure value.
///
/// It is told what happens and answers with effects; it calls nobody. A ``Junction`` runs it, so the machine needs no
/// lock, no subscription and no timer of its own, and can be tested by calling its functions.
@usableFromInline
package protocol Machine: SendableMetatype {
    /// A value from one of the inputs.
    associatedtype Input
    associatedtype Output
    associatedtype Failure: Error
    /// What can be attached as a new input while the machine runs.
    associatedtype Source = Never

    /// The inputs that the operator starts with are attached. They have the numbers from zero on.
    mutating func start(_ effects: inout Effects<Self>)

    /// `input` has come from input number `id`.
    mutating func receive(_ input: Input, from id: Int, _ effects: inout Effects<Self>)

    /// Input number `id` has finished.
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>)

    /// Input number `id` has failed. By default that ends everything.
    mutating func fail(_ error: Failure, _ id: Int, _ effects: inout Effects<Self>)

    /// The subscriber has asked for `added` more. What is open now is `effects.demand`.
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>)

    /// The time that the timer was armed for has come.
    mutating func timerFired(_ effects: inout Effects<Self>)

    /// Whether the machine is told when a value has gone through the lane. One that makes values by itself needs to
    /// know, or it would fill the lane of a subscriber that takes its time.
    static var isToldOfDelivery: Bool { get }

    /// The subscriber has taken a value.
    mutating func delivered(_ effects: inout Effects<Self>)
    /// The event that the machine sent itself has come.
    mutating func echoCame(_ effects: inout Effects<Self>)
}

extension Machine {
    @inlinable
    package mutating func fail(_ error: Failure, _ id: Int, _ effects: inout Effects<Self>) {
        effects.complete(.failure(error))
    }

    @inlinable package mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {}
    @inlinable package mutating func timerFired(_ effects: inout Effects<Self>) {}
    @inlinable package static var isToldOfDelivery: Bool { false }
    @inlinable package mutating func delivered(_ effects: inout Effects<Self>) {}
    @inlinable package mutating func echoCame(_ effects: inout Effects<Self>) {}
}

/// What a ``Machine`` wants done, in order.
@frozen
@usableFromInline
package enum Effect<Output, Failure: Error, Source> {
    case emit(Output)
    case complete(Subscribers.Completion<Failure>)
    case completeLater(Subscribers.Completion<Failure>)
    case request(Int, Subscribers.Demand)
    case attach(Source, Int)
    case cancel(Int)
    case arm(SchedulerInstant)
    case disarm
    case refuse
    case echo
}

/// The list that a ``Machine`` adds its effects to, and what it may know of its surroundings.
@frozen
@usableFromInline
package struct Effects<M: Machine> {
    @usableFromInline var list = ContiguousArray<Effect<M.Output, M.Failure, M.Source>>()
    /// What the subscriber has asked for and not yet been given.
    @usableFromInline package var demand = Subscribers.Demand.none
    @usableFromInline let scheduler: (any Scheduler)?
    @usableFromInline var nextID: Int

    @inlinable
    package init(scheduler: (any Scheduler)? = nil, firstID: Int = 0) {
        self.scheduler = scheduler
        nextID = firstID
    }

    @inlinable package var hasDemand: Bool { demand > .none }

    /// The scheduler's present moment. Only for a machine that runs with one.
    @inlinable package var now: SchedulerInstant { scheduler!.now }

    /// Gives the subscriber a value, for which there must be demand.
    @inlinable
    package mutating func emit(_ output: M.Output) {
        assert(hasDemand, "\(M.self) emits without demand")
        demand -= 1
        list.append(.emit(output))
    }

    /// Ends the stream. The inputs that are left are cancelled and the timer is disarmed.
    @inlinable
    package mutating func complete(_ completion: Subscribers.Completion<M.Failure>) {
        list.append(.complete(completion))
    }

    /// Ends the stream behind everything that the effects before this one bring about: the values that a publisher just
    /// attached gives at once come first.
    @inlinable
    package mutating func completeLater(_ completion: Subscribers.Completion<M.Failure>) {
        list.append(.completeLater(completion))
    }

    /// Asks input number `id` for more.
    @inlinable
    package mutating func request(_ demand: Subscribers.Demand, from id: Int) {
        if demand > .none { list.append(.request(id, demand)) }
    }

    /// Attaches a new input, and returns the number that it has from now on.
    @inlinable
    package mutating func attach(_ source: M.Source) -> Int {
        defer { nextID += 1 }
        list.append(.attach(source, nextID))
        return nextID
    }

    /// Cancels input number `id`, from which nothing more will come.
    @inlinable package mutating func cancel(_ id: Int) { list.append(.cancel(id)) }

    /// Sets the one timer, in place of what it was set to.
    @inlinable package mutating func arm(at instant: SchedulerInstant) { list.append(.arm(instant)) }

    /// Stops the timer.
    @inlinable package mutating func disarm() { list.append(.disarm) }

    /// Drops an input that upstream was not asked for, and says so.
    @inlinable package mutating func refuse() { list.append(.refuse) }

    /// Sends the machine an event of its own, behind everything that the effects before this one have brought about.
    @inlinable package mutating func echo() { list.append(.echo) }
}
