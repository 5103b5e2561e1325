/// An operator with several inputs, with inner publishers, or with a clock: a pure value that is told what happens, and
/// answers with ``Effects``.
///
/// A machine calls nobody. It needs no lock, no subscription and no timer of its own, since the library runs it: one event
/// at a time, on whatever thread brings it, with demand, cancellation and endings seen to. So a whole operator is one
/// function, and a test can call it without a scheduler or a publisher.
///
/// ```swift
/// /// Publishes a value when none has followed it for a while.
/// struct Quiet<Output: Sendable, Failure: Error>: OperatorMachine {
///     let time: Duration
///     var last: Output?
///
///     mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
///         switch event {
///         case .start: effects.request(.unlimited, from: 0)
///         case .input(let value, _):
///             last = value
///             effects.arm(at: effects.now.advanced(by: time))
///         case .timer: if effects.hasDemand, let value = last.take() { effects.emit(value) }
///         case .finished: effects.complete(.finished)
///         default: break
///         }
///     }
/// }
///
/// keys.timed(Quiet(time: .milliseconds(300)), on: .main)
/// ```
///
/// The value that a publisher holds is a template. Each subscription works on a copy of its own.
///
/// One with one input and no clock is better written as an ``Operator``.
public protocol OperatorMachine: Sendable {
    /// A value of one of the inputs.
    associatedtype Input
    associatedtype Output
    associatedtype Failure: Error
    /// What the machine can attach as a new input while it runs: a publisher, usually.
    associatedtype Source = Never

    /// Is told what has happened, and says what is to be done.
    ///
    /// - Parameters:
    ///   - event: What has happened.
    ///   - effects: Where the machine adds what it wants done, and sees what the subscriber has asked for.
    mutating func handle(_ event: MachineEvent<Input, Failure>, _ effects: inout Effects<Self>)

    /// Whether the machine is told of a failed input. By default it is not: the stream fails at once.
    static var takesFailures: Bool { get }

    /// Whether an operator of an operator is one with the inputs of both, as a merge of merges is. By default it is not.
    ///
    /// Such a machine asks for ``Effects/inputCount`` at the start. The values of its inputs are of one type.
    static var isAssociative: Bool { get }

    /// Whether values of the inputs go straight to the subscriber, and the machine is told of requests and endings only. Such
    /// a machine has one live input at a time. By default it is told of all values, and publishes what it emits.
    static var passesValues: Bool { get }

    /// Whether the machine is told when a value has gone through the scheduler. One that makes values by itself needs to
    /// know, or it would make them faster than the subscriber takes them.
    static var isToldOfDelivery: Bool { get }
}

extension OperatorMachine {
    @inlinable public static var takesFailures: Bool { false }
    @inlinable public static var isAssociative: Bool { false }
    @inlinable public static var passesValues: Bool { false }
    @inlinable public static var isToldOfDelivery: Bool { false }
}

/// What an ``OperatorMachine`` is told.
///
/// Inputs are numbered: those that the operator begins with from zero on, in order, and then those that it attaches.
@frozen
public enum MachineEvent<Input, Failure: Error> {
    /// The subscription begins. A machine asks its inputs for their first values here.
    case start
    /// A value of the input of that number.
    case input(Input, from: Int)
    /// The input of that number has finished.
    case finished(Int)
    /// The input of that number has failed. Only for a machine that takes failures.
    case failed(Failure, Int)
    /// The subscriber has asked for that much more. What is open in all is ``Effects/demand``.
    case demand(Subscribers.Demand)
    /// The moment that the timer was armed for has come.
    case timer
    /// The scheduler has thrown the timer away, twice. What waited for it is lost. The timer may be set anew with the next
    /// event; a machine that does so here may do so for ever.
    case timerLost
    /// What the machine asked for with ``Effects/echo()`` has come.
    case echo
    /// The subscriber has taken a value. Only for a machine that wants to be told.
    case delivered
}

extension MachineEvent: Sendable where Input: Sendable {}

extension MachineEvent {
    /// The number of the input that the event is of.
    @inlinable var input: Int? {
        switch self {
        case .input(_, let id), .finished(let id), .failed(_, let id): id
        case .start, .demand, .timer, .timerLost, .echo, .delivered: nil
        }
    }
}

/// What an ``OperatorMachine`` wants done.
@frozen
public enum Effect<Output, Failure: Error, Source> {
    case emit(Output)
    case complete(Subscribers.Completion<Failure>)
    case completeLater(Subscribers.Completion<Failure>)
    case request(Subscribers.Demand, from: Int)
    case attach(Source, Int)
    case cancel(Int)
    case arm(SchedulerInstant)
    case disarm
    case refuse
    case lose(Int)
    case echo
}

extension Effect: Equatable where Output: Equatable, Failure: Equatable, Source: Equatable {}
extension Effect: Sendable where Output: Sendable, Source: Sendable {}

/// The list that an ``OperatorMachine`` adds its effects to, and what it may know of its surroundings.
///
/// Effects are carried out in order, when the machine has said all of them.
@frozen
public struct Effects<M: OperatorMachine> {
    @usableFromInline var pending = ContiguousArray<Effect<M.Output, M.Failure, M.Source>>()
    @usableFromInline var open: Subscribers.Demand
    @usableFromInline let scheduler: (any Scheduler)?
    @usableFromInline let moment: SchedulerInstant
    @usableFromInline var nextID: Int

    @inlinable
    init(scheduler: (any Scheduler)?) {
        self.scheduler = scheduler
        open = .none
        moment = .zero
        nextID = 0
    }

    /// Makes an empty list by hand, for a test of a machine as a plain value.
    ///
    /// - Parameters:
    ///   - machine: The machine's type.
    ///   - moment: What ``now`` says.
    ///   - demand: What the subscriber has asked for.
    ///   - inputs: How many inputs there are already. What is attached is numbered from there on.
    public init(
        of machine: M.Type, at moment: SchedulerInstant = .zero, demand: Subscribers.Demand = .unlimited,
        inputs: Int = 1
    ) {
        scheduler = nil
        self.moment = moment
        open = demand
        nextID = inputs
    }

    /// What the machine has asked for. In a running stream the library empties it behind each event.
    public var list: [Effect<M.Output, M.Failure, M.Source>] { Array(pending) }

    /// What the subscriber has asked for and not yet been given.
    @inlinable public var demand: Subscribers.Demand { open }
    /// Whether the subscriber has asked for anything that it has not been given.
    @inlinable public var hasDemand: Bool { open > .none }

    /// The scheduler's present moment. Only for a machine that runs with one.
    @inlinable public var now: SchedulerInstant { scheduler?.now ?? moment }

    /// How many inputs there have been so far. At the start, how many the operator begins with.
    @inlinable public var inputCount: Int { nextID }

    /// Gives the subscriber a value, for which there must be demand.
    @inlinable
    public mutating func emit(_ output: M.Output) {
        assert(hasDemand, "\(M.self) emits without demand")
        open -= 1
        pending.append(.emit(output))
    }

    /// Ends the stream. The inputs that are left are cancelled and the timer is disarmed.
    @inlinable
    public mutating func complete(_ completion: Subscribers.Completion<M.Failure>) {
        pending.append(.complete(completion))
    }

    /// Ends the stream behind everything that the effects before this one bring about: the values that a publisher just
    /// attached gives at once come first.
    @inlinable
    public mutating func completeLater(_ completion: Subscribers.Completion<M.Failure>) {
        pending.append(.completeLater(completion))
    }

    /// Asks input number `id` for more. Asking for nothing, or one that has ended, does nothing.
    @inlinable
    public mutating func request(_ demand: Subscribers.Demand, from id: Int) {
        if demand > .none { pending.append(.request(demand, from: id)) }
    }

    /// Attaches a new input, and returns the number that it has from now on.
    @inlinable
    public mutating func attach(_ source: M.Source) -> Int {
        defer { nextID += 1 }
        pending.append(.attach(source, nextID))
        return nextID
    }

    /// Cancels input number `id`, from which nothing more will come.
    @inlinable public mutating func cancel(_ id: Int) { pending.append(.cancel(id)) }

    /// Sets the one timer, in place of what it was set to.
    @inlinable public mutating func arm(at instant: SchedulerInstant) { pending.append(.arm(instant)) }

    /// Stops the timer.
    @inlinable public mutating func disarm() { pending.append(.disarm) }

    /// Drops an input that upstream was not asked for, and reports it.
    @inlinable public mutating func refuse() { pending.append(.refuse) }

    /// Counts values that are dropped because a timer was thrown away.
    @inlinable public mutating func lose(_ count: Int) { if count > 0 { pending.append(.lose(count)) } }

    /// Sends the machine an event of its own, behind everything that the effects before this one have brought about.
    @inlinable public mutating func echo() { pending.append(.echo) }
}
