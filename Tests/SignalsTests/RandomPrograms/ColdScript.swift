import Signals
import SignalsTesting
import TestSupport

/// A publisher that does what a script says, in ticks from the subscription. What is not asked for yet waits.
///
/// It is written by hand, so that what is done to its subscriptions can be looked at.
final class ColdScript: Publisher {
    typealias Output = Int
    typealias Failure = Fault

    private let beats: [Beat]
    private let scheduler: VirtualTimeScheduler
    private let log: Log<Visit>

    /// - Parameter log: Is told of each subscription.
    init(_ beats: [Beat], on scheduler: VirtualTimeScheduler, log: Log<Visit>) {
        self.beats = beats
        self.scheduler = scheduler
        self.log = log
    }

    func receive<S: Subscriber<Int, Fault>>(subscriber: S) {
        let visit = Visit(AnySubscriber(subscriber))
        log.append(visit)
        subscriber.receive(subscription: visit)
        visit.start(beats, on: scheduler)
    }

    /// One subscription.
    final class Visit: Subscription {
        private struct State: Sendable {
            var downstream: AnySubscriber<Int, Fault>?
            var waiting: [Event] = []
            var demand = Subscribers.Demand.none
            var isGiving = false
            var jobs: [any Cancellable] = []
            var cancelCount = 0
            var hasEnded = false
        }

        private let state: Locked<State>

        init(_ downstream: AnySubscriber<Int, Fault>) {
            state = Locked(State(downstream: downstream))
        }

        /// What was done to the subscription that must not be, or was left undone when all is over.
        var complaint: String? {
            state.withLock { state in
                if state.cancelCount > 1 { return "an origin was cancelled \(state.cancelCount) times" }
                if state.cancelCount > 0, state.hasEnded { return "an origin was cancelled after it had ended" }
                if state.cancelCount == 0, !state.hasEnded { return "an origin was not cancelled" }
                return nil
            }
        }

        func start(_ beats: [Beat], on scheduler: VirtualTimeScheduler) {
            guard state.withLock({ $0.downstream != nil }) else { return }
            let start = scheduler.now
            let jobs = beats.map { beat in
                scheduler.schedule(after: start.advanced(by: .milliseconds(beat.tick))) {
                    self.state.withLock { $0.waiting.append(beat.event) }
                    self.give()
                }
            }
            state.withLock { $0.jobs = jobs }
        }

        func request(_ demand: Subscribers.Demand) {
            state.withLock { $0.demand += demand }
            give()
        }

        func cancel() {
            let old = state.withLock { state in
                state.cancelCount += 1
                return (state.downstream.take(), state.jobs)
            }
            for job in old.1 { job.cancel() }
        }

        private func give() {
            while let (event, downstream) = next() {
                switch event {
                case .value(let value):
                    let more = downstream.receive(value)
                    state.withLock { $0.demand += more }
                case .finish: downstream.receive(completion: .finished)
                case .failure(let code): downstream.receive(completion: .failure(Fault(code: code)))
                }
                state.withLock { $0.isGiving = false }
            }
        }

        private func next() -> (Event, AnySubscriber<Int, Fault>)? {
            state.withLock { state in
                guard !state.isGiving, let downstream = state.downstream, let event = state.waiting.first else {
                    return nil
                }
                if event.isEnd {
                    state.downstream = nil
                    state.hasEnded = true
                } else if state.demand > .none {
                    state.demand -= 1
                } else {
                    return nil
                }
                state.waiting.removeFirst()
                state.isGiving = true
                return (event, downstream)
            }
        }
    }
}
