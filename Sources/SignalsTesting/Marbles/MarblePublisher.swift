import Signals

/// A publisher that does what a marble text says, on a virtual time line, and writes down who subscribed when.
///
/// Made by ``VirtualTimeScheduler/cold(_:values:tick:fileID:filePath:line:column:)`` and
/// ``VirtualTimeScheduler/hot(_:values:tick:fileID:filePath:line:column:)`` and their kin.
public final class MarblePublisher<Output: Sendable, Failure: Error>: Publisher {
    enum Event: Sendable {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)
    }

    private let scheduler: VirtualTimeScheduler
    private let script: [(offset: Duration, event: Event)]
    /// Where a hot publisher's subscribers are. A cold one makes a place for each.
    private let shared: FanOut<Output, Failure>?
    private let log = Locked<[MarbleSubscription]>([])

    init(_ script: [(offset: Duration, event: Event)], isHot: Bool, on scheduler: VirtualTimeScheduler) {
        self.script = script
        self.scheduler = scheduler
        shared = isHot ? FanOut(replay: .nothing, name: Self.self) : nil
        if let shared { _ = run(into: shared) }
    }

    /// The subscriptions so far, in the order in which they began.
    public var subscriptions: [MarbleSubscription] { log.withLock { $0 } }

    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        let now = scheduler.now
        let number = log.withLock { log in
            log.append(MarbleSubscription(start: now))
            return log.count - 1
        }
        let visit = Visit(downstream: subscriber) { [log, scheduler] change in
            let now = scheduler.now
            log.withLock { change(&$0[number], now) }
        }
        if let shared { return shared.subscribe(visit) }
        // Nothing of the past, but what the subscriber has not asked for yet is kept for it.
        let own = FanOut<Output, Failure>(replay: .last(0), name: Self.self)
        visit.keep(run(into: own))
        own.subscribe(visit)
    }

    /// Schedules everything, the first tick being the present one. What would be in the past is left out.
    private func run(into fanOut: FanOut<Output, Failure>) -> [any Cancellable] {
        let start = scheduler.now
        return script.filter { $0.offset >= .zero }.map { step in
            scheduler.schedule(after: start.advanced(by: step.offset)) {
                switch step.event {
                case .value(let value): fanOut.send(value)
                case .completion(let completion): fanOut.send(completion: completion)
                }
            }
        }
    }
}

/// A subscription to a ``MarblePublisher``: from when to when, and what was asked for.
public struct MarbleSubscription: Hashable, Sendable, CustomStringConvertible {
    /// Something that was asked for.
    public struct Request: Hashable, Sendable {
        /// How much.
        public let demand: Subscribers.Demand
        /// When. Demand that was returned for a value has the value's time.
        public let time: SchedulerInstant
    }

    /// When it began.
    public let start: SchedulerInstant
    /// When it was cancelled, or the publisher ended; nil while it is under way.
    public internal(set) var end: SchedulerInstant?
    /// Whether it was the subscriber who ended it.
    public internal(set) var isCancelled = false
    /// What was asked for, in order.
    public internal(set) var requests: [Request] = []

    init(start: SchedulerInstant) {
        self.start = start
    }

    /// From when to when, and how it ended.
    public var description: String {
        guard let end else { return "from \(start.exactMilliseconds) on" }
        return "\(start.exactMilliseconds) to \(end.exactMilliseconds)\(isCancelled ? ", cancelled" : "")"
    }
}

/// Stands between a marble publisher and one subscriber, and has everything that matters written down.
private final class Visit<Downstream: Subscriber>: Subscriber, Subscription where Downstream.Input: Sendable {
    typealias Change = (inout MarbleSubscription, SchedulerInstant) -> Void

    private struct State: Sendable {
        var upstream: (any Subscription)?
        var jobs: [any Cancellable] = []
    }

    private let downstream: Downstream
    private let note: @Sendable (Change) -> Void
    private let state = Locked(State())

    init(downstream: Downstream, note: @escaping @Sendable (Change) -> Void) {
        self.downstream = downstream
        self.note = note
    }

    func keep(_ jobs: [any Cancellable]) {
        state.withLock { $0.jobs = jobs }
    }

    func receive(subscription: any Subscription) {
        state.withLock { $0.upstream = subscription }
        downstream.receive(subscription: self)
    }

    func receive(_ input: Downstream.Input) -> Subscribers.Demand {
        let more = downstream.receive(input)
        if more > .none { note { $0.requests.append(.init(demand: more, time: $1)) } }
        return more
    }

    func receive(completion: Subscribers.Completion<Downstream.Failure>) {
        end(isCancelled: false)
        downstream.receive(completion: completion)
    }

    func request(_ demand: Subscribers.Demand) {
        note { $0.requests.append(.init(demand: demand, time: $1)) }
        state.withLock { $0.upstream }?.request(demand)
    }

    func cancel() {
        end(isCancelled: true)?.cancel()
    }

    @discardableResult
    private func end(isCancelled: Bool) -> (any Subscription)? {
        let old = state.withLock { state in
            defer { state = State() }
            return state
        }
        guard let upstream = old.upstream else { return nil }
        note {
            $0.end = $1
            $0.isCancelled = isCancelled
        }
        for job in old.jobs { job.cancel() }
        return upstream
    }
}
