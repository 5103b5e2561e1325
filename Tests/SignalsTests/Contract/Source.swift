import Foundation
import Signals
import TestSupport

/// A publisher written by hand, which gives what its script says from inside `request`, as far as it is asked.
///
/// It counts what is done to it. It can be a publisher of the main actor, and then delivers there wherever it is asked
/// from; otherwise its conformance promises nothing more than what the scenarios, which run there, give it.
final class Source: MainActorPublisher {
    typealias Output = Token
    typealias Failure = TestError

    let _home: DeliveryHome?
    private let script: Script
    private let census: Census
    private let scheduler: (any MainActorScheduler)?
    private let made = Protected<[Record]>([])
    private let live = Protected<[Feed]>([])

    /// - Parameter scheduler: Where it delivers, if it is to be a publisher of the main actor.
    init(_ script: Script, census: Census, on scheduler: (any MainActorScheduler)?) {
        self.script = script
        self.census = census
        self.scheduler = scheduler
        _home = scheduler.map { DeliveryHome($0) }
    }

    /// What became of each subscription, in order.
    var records: [Record] { made.current }

    func receive<S: Subscriber<Token, TestError>>(subscriber: S) {
        if script.manners == .speaksFirst {
            _ = subscriber.receive(Token(-1, in: census))
            subscriber.receive(completion: .failure(TestError()))
        }
        let feed = makeFeed(for: subscriber)
        subscriber.receive(subscription: feed)
        if script.manners == .subscribesTwice {
            let second = makeFeed(for: subscriber)
            subscriber.receive(subscription: second)
            second.pump()
        }
        feed.pump()
    }

    private func makeFeed<S: Subscriber<Token, TestError>>(for subscriber: S) -> Feed {
        let record = Record()
        let feed = Feed(script, census: census, on: scheduler, record: record, downstream: AnySubscriber(subscriber)) {
            [weak self] feed in self?.live.withValue { $0.removeAll { $0 === feed } }
        }
        made.withValue { $0.append(record) }
        live.withValue { $0.append(feed) }
        return feed
    }

    /// Gives every subscriber another value, once there is demand for it.
    func send(_ number: Int) {
        for feed in live.current { feed.change { $0.values.append(number) } }
    }

    /// Ends every subscription after the values that are left.
    func end(_ ending: Script.Ending) {
        for feed in live.current { feed.change { $0.ending = ending } }
    }

    /// What was done to one subscription.
    final class Record: Sendable {
        private let counts = Protected((cancels: 0, requests: 0, hasEnded: false))
        var cancelCount: Int { counts.current.cancels }
        var requestCount: Int { counts.current.requests }
        /// Whether the source has ended the subscription by itself.
        var hasEnded: Bool { counts.current.hasEnded }
        fileprivate func noteEnd() { counts.withValue { $0.hasEnded = true } }
        fileprivate func noteCancel() { counts.withValue { $0.cancels += 1 } }
        fileprivate func noteRequest() { counts.withValue { $0.requests += 1 } }
    }
}

/// One subscription of a ``Source``.
private final class Feed: Counted, Subscription, @unchecked Sendable {
    private struct State {
        var script: Script
        var demand = Subscribers.Demand.none
        var isReady = false
        var isPumping = false
        var downstream: AnySubscriber<Token, TestError>?
        var onEnd: (@Sendable (Feed) -> Void)?
    }

    private enum Move {
        case value(Int, AnySubscriber<Token, TestError>)
        case ending(Script.Ending, AnySubscriber<Token, TestError>)
    }

    // Sound: everything that changes is in here, behind a lock.
    private let state: Locked<State>
    private let scheduler: (any MainActorScheduler)?
    private let record: Source.Record
    private let isTalkative: Bool

    init(
        _ script: Script, census: Census, on scheduler: (any MainActorScheduler)?, record: Source.Record,
        downstream: AnySubscriber<Token, TestError>, onEnd: @escaping @Sendable (Feed) -> Void
    ) {
        self.scheduler = scheduler
        self.record = record
        isTalkative = script.manners == .speaksAfterwards
        state = Locked(State(script: script, downstream: downstream, onEnd: onEnd))
        super.init("upstream subscription", in: census)
    }

    func request(_ demand: Subscribers.Demand) {
        record.noteRequest()
        state.withLock { $0.demand += demand }
        pumpAtHome()
    }

    func cancel() {
        record.noteCancel()
        letGo()
    }

    func change(_ change: (inout Script) -> Void) {
        state.withLock { change(&$0.script) }
        pumpAtHome()
    }

    /// Begins to deliver what the subscriber asked for while it was given the subscription.
    func pump() {
        state.withLock { $0.isReady = true }
        pumpAtHome()
    }

    private func pumpAtHome() {
        if let scheduler, !MainActorContext.isCurrent {
            scheduler.schedule { self.deliver() }
        } else {
            deliver()
        }
    }

    private func deliver() {
        let isFirst = state.withLock { state in
            // It may give values from inside `request` even while it hands over the subscription, but must not end then.
            defer { state.isPumping = true }
            return !state.isPumping
        }
        guard isFirst else { return }
        while let move = nextMove() {
            switch move {
            case .value(let number, let downstream):
                let more = downstream.receive(Token(number, in: census))
                if more > .none { state.withLock { $0.demand += more } }
            case .ending(let ending, let downstream):
                letGo()
                record.noteEnd()
                downstream.receive(completion: ending == .finish ? .finished : .failure(TestError()))
                if isTalkative {
                    _ = downstream.receive(Token(-1, in: census))
                    downstream.receive(completion: .failure(TestError()))
                }
            }
        }
    }

    private func nextMove() -> Move? {
        state.withLock { state in
            if let downstream = state.downstream {
                if let value = state.script.values.first {
                    if state.demand > .none || (state.script.manners == .ignoresDemand && state.isReady) {
                        state.demand -= 1
                        state.script.values.removeFirst()
                        return .value(value, downstream)
                    }
                } else if let ending = state.script.ending, state.isReady {
                    return .ending(ending, downstream)
                }
            }
            state.isPumping = false
            return nil
        }
    }

    private func letGo() {
        // Taken out first: what it releases may call back.
        let (downstream, onEnd) = state.withLock { state in (state.downstream.take(), state.onEnd.take()) }
        onEnd?(self)
        withExtendedLifetime(downstream) {}
    }
}
