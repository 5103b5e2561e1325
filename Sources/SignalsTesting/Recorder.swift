import Signals

/// A subscriber that writes down what it is told: what, when, and where.
///
/// It asks for what it is told to ask for, and notices values that nobody asked for and events that come out of order.
/// It may be used from any thread.
public final class Recorder<Input: Sendable, Failure: Error>: Subscriber, Cancellable {
    /// Something that the recorder was told.
    public enum Signal: Sendable {
        case subscription
        case value(Input)
        case completion(Subscribers.Completion<Failure>)
    }

    /// A signal, with its time and place.
    public struct Event: Sendable {
        public let signal: Signal
        /// The scheduler's time, or zero where the recorder has no scheduler.
        public let time: SchedulerInstant
        /// A number that tells the threads of one recording apart.
        public let thread: UInt
        public let isOnMainActor: Bool
    }

    private struct State: Sendable {
        var events: [Event] = []
        var subscription: (any Subscription)?
        var requested = Subscribers.Demand.none
        var valueCount = 0
        var isInside = false
        var cancelTime: SchedulerInstant?
        var violations: [String] = []
        /// How many of the values and endings have been awaited.
        var takenCount = 0
        /// Whoever waits for the next.
        var waiting: [Gate] = []
    }

    private let state = Locked(State())
    let scheduler: (any Scheduler)?
    private let initialDemand: Subscribers.Demand
    private let reaction: (@Sendable (Recorder, Input) -> Subscribers.Demand)?

    /// - Parameters:
    ///   - scheduler: Whose time is written down.
    ///   - demand: What is asked for when the subscription comes.
    ///   - reaction: Is called with each value after it was written down, and says how many more are wanted.
    public init(
        on scheduler: (any Scheduler)? = nil, demand: Subscribers.Demand = .unlimited,
        reaction: (@Sendable (Recorder, Input) -> Subscribers.Demand)? = nil
    ) {
        self.scheduler = scheduler
        initialDemand = demand
        self.reaction = reaction
    }

    // MARK: What was recorded

    /// All that the recorder was told, in order.
    public var events: [Event] { state.withLock { $0.events } }

    /// The values, in order.
    public var values: [Input] {
        events.compactMap { if case .value(let value) = $0.signal { value } else { nil } }
    }

    /// The ending, if it has come.
    public var completion: Subscribers.Completion<Failure>? {
        events.lazy.compactMap { if case .completion(let completion) = $0.signal { completion } else { nil } }.first
    }

    /// Whether the stream has finished.
    public var isFinished: Bool { if case .finished = completion { true } else { false } }

    /// The error that the stream failed with.
    public var failure: Failure? { if case .failure(let error) = completion { error } else { nil } }

    /// When ``cancel()`` was called, if that was before the ending.
    public var cancelTime: SchedulerInstant? { state.withLock { $0.cancelTime } }

    /// The values with the times at which they came.
    public var timedValues: [(time: SchedulerInstant, value: Input)] {
        events.compactMap { if case .value(let value) = $0.signal { ($0.time, value) } else { nil } }
    }

    /// The rules that the publisher broke, in words. Of a right publisher there are none.
    public var violations: [String] { state.withLock { $0.violations } }

    // MARK: What the recorder does

    /// Asks for more.
    public func request(_ demand: Subscribers.Demand) {
        let subscription = state.withLock { state in
            state.requested += demand
            return state.subscription
        }
        subscription?.request(demand)
    }

    /// Cancels the subscription and lets go of it.
    public func cancel() {
        let now = scheduler?.now ?? .zero
        state.withLock { state in
            if state.subscription != nil { state.cancelTime = now }
        }
        stop()
    }

    /// Cancels without writing it down.
    func stop() {
        state.withLock { $0.subscription.take() }?.cancel()
    }

    // MARK: Subscriber

    public func receive(subscription: any Subscription) {
        let isFirst = state.withLock { state in
            if state.subscription != nil || !state.events.isEmpty {
                state.violations.append("a second subscription came")
                return false
            }
            state.subscription = subscription
            state.requested += initialDemand
            return true
        }
        guard isFirst else { return subscription.cancel() }
        note(.subscription)
        if initialDemand > .none { subscription.request(initialDemand) }
    }

    public func receive(_ input: Input) -> Subscribers.Demand {
        let wasInside = state.withLock { state in
            state.valueCount += 1
            if state.requested < state.valueCount {
                state.violations.append("value \(state.valueCount) came with a demand of \(state.requested)")
            }
            defer { state.isInside = true }
            return state.isInside
        }
        note(.value(input), overlapping: wasInside)
        let more = reaction?(self, input) ?? .none
        state.withLock { state in
            state.isInside = wasInside
            state.requested += more
        }
        return more
    }

    public func receive(completion: Subscribers.Completion<Failure>) {
        note(.completion(completion), overlapping: state.withLock { $0.isInside })
        // Let go of outside the lock: its `deinit` may call anything.
        let subscription = state.withLock { $0.subscription.take() }
        withExtendedLifetime(subscription) {}
    }

    private func note(_ signal: Signal, overlapping: Bool = false) {
        let event = Event(
            signal: signal, time: scheduler?.now ?? .zero, thread: ThreadIdentity.current,
            isOnMainActor: MainActorContext.isCurrent)
        let waiting = state.withLock { state in
            if overlapping { state.violations.append("an event came while a value was being taken") }
            if case .subscription = signal {
            } else if state.events.isEmpty {
                state.violations.append("an event came before the subscription")
            }
            if case .completion? = state.events.last?.signal {
                state.violations.append("an event came after the completion")
            }
            state.events.append(event)
            return state.waiting.takeAll()
        }
        for gate in waiting { gate.open() }
    }

    // MARK: What has been awaited

    /// The values and the ending, and how many of them have been awaited.
    var awaited: (signals: [Signal], takenCount: Int) {
        state.withLock { state in
            (state.events.map(\.signal).filter { if case .subscription = $0 { false } else { true } }, state.takenCount)
        }
    }

    /// The next value or ending that has not been awaited, which has been thereby.
    func takeSignal() -> Signal? {
        state.withLock { state in
            let signals = state.events.lazy.map(\.signal).filter { if case .subscription = $0 { false } else { true } }
            guard let signal = signals.dropFirst(state.takenCount).first else { return nil }
            state.takenCount += 1
            return signal
        }
    }

    /// What opens when something comes, or `nil` if there is something already.
    func gateForNext() -> Gate? {
        state.withLock { state in
            if state.events.count(where: { if case .subscription = $0.signal { false } else { true } })
                > state.takenCount
            {
                return nil
            }
            let gate = Gate()
            state.waiting.append(gate)
            return gate
        }
    }
}

extension [Gate] {
    fileprivate mutating func takeAll() -> [Gate] {
        defer { self = [] }
        return self
    }
}

extension Recorder.Signal: Equatable where Input: Equatable, Failure: Equatable {}

extension Publisher where Output: Sendable {
    /// Subscribes with a recorder.
    ///
    /// - Parameters:
    ///   - scheduler: Whose time is written down with each event.
    ///   - demand: What is asked for at first.
    ///   - reaction: Is called with each value, and says how many more are wanted.
    public func record(
        on scheduler: (any Scheduler)? = nil, demand: Subscribers.Demand = .unlimited,
        reaction: (@Sendable (Recorder<Output, Failure>, Output) -> Subscribers.Demand)? = nil
    ) -> Recorder<Output, Failure> {
        let recorder = Recorder<Output, Failure>(on: scheduler, demand: demand, reaction: reaction)
        receive(subscriber: recorder)
        return recorder
    }
}
