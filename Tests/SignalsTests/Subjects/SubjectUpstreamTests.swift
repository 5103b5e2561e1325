import Signals
import SignalsTesting
import Synchronization
import TestSupport
import Testing

/// Subjects that subscribe to something.
@Suite struct SubjectUpstreamTests {
    /// A subscription that gives nothing and counts what it is asked for.
    private final class Asked: Subscription {
        private let log = Log<Subscribers.Demand>()
        private let cancelCount = Protected(0)
        var requests: [Subscribers.Demand] { log.entries }
        var cancels: Int { cancelCount.current }
        func request(_ demand: Subscribers.Demand) { log.append(demand) }
        func cancel() { cancelCount.increment() }
    }

    /// A way to feed a passthrough subject, and what its subscribers subscribe to.
    struct Way: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let begin: @Sendable (AnyPublisher<Int, Never>) -> (AnyPublisher<Int, Never>, any Cancellable)
    }

    static let ways = [
        Way(testDescription: "subscribe(_: subject)") { source in
            let subject = PassthroughSubject<Int, Never>()
            return (subject.eraseToAnyPublisher(), source.subscribe(subject))
        },
        Way(testDescription: "send(subscription:)") { source in
            let subject = PassthroughSubject<Int, Never>()
            let kept = Protected<(any Subscription)?>(nil)
            source.receive(
                subscriber: AnySubscriber(
                    receiveSubscription: { subscription in
                        kept.withValue { $0 = subscription }
                        subject.send(subscription: subscription)
                    },
                    receiveValue: {
                        subject.send($0)
                        return .none
                    },
                    receiveCompletion: { subject.send(completion: $0) }))
            return (subject.eraseToAnyPublisher(), AnyCancellable { kept.withValue { $0.take() }?.cancel() })
        },
        Way(testDescription: "multicast(subject:)") { source in
            let connectable = source.multicast(subject: PassthroughSubject())
            return (connectable.eraseToAnyPublisher(), connectable.connect())
        },
        Way(testDescription: "makeConnectable()") { source in
            let connectable = source.makeConnectable()
            return (connectable.eraseToAnyPublisher(), connectable.connect())
        },
    ]

    @Test("C107: what is there for the taking waits until one of the subject's subscribers has asked", arguments: ways)
    func waits(way: Way) {
        let (values, feed) = way.begin([1, 2, 3].publisher.eraseToAnyPublisher())
        let silent = values.record(demand: .none)
        let (first, second) = (values.record(demand: .none), Protected<Recorder<Int, Never>?>(nil))
        #expect(silent.completion == nil)
        first.request(.max(2))
        #expect(first.values == [1, 2] && first.isFinished)
        #expect(silent.values.isEmpty && silent.isFinished)
        second.withValue { $0 = values.record() }
        #expect(second.current?.values == [] && second.current?.isFinished == true)
        withExtendedLifetime(feed) {}
    }

    @Test("C107: whoever asks while it subscribes misses nothing", arguments: ways)
    func asksAtOnce(way: Way) {
        let (values, feed) = way.begin((1...9).publisher.eraseToAnyPublisher())
        #expect(values.prefix(3).record().values == [1, 2, 3])
        withExtendedLifetime(feed) {}
    }

    @Test("C107: one who leaves before anything has come has asked for nothing")
    func leaves() {
        let (subject, upstream) = (PassthroughSubject<Int, Never>(), Asked())
        subject.send(subscription: upstream)
        subject.receive(
            subscriber: AnySubscriber(receiveSubscription: { subscription in
                subscription.request(.unlimited)
                subscription.cancel()
            }))
        #expect(upstream.requests.isEmpty)
    }

    @Test("C107: upstreams are asked once, for everything, and cancelled with the ending or the subject")
    func asking() {
        let upstreams = (0..<4).map { _ in Asked() }
        do {
            let subject = PassthroughSubject<Int, Never>()
            subject.send(subscription: upstreams[0])
            let recorder = subject.record(demand: .none)
            subject.send(subscription: upstreams[1])
            #expect(upstreams.allSatisfy { $0.requests.isEmpty })
            recorder.request(.max(1))
            recorder.request(.max(1))
            recorder.cancel()
            // It stays open, whoever has left.
            subject.send(subscription: upstreams[2])
            #expect(upstreams.map(\.requests) == [[.unlimited], [.unlimited], [.unlimited], []])
            #expect(upstreams.map(\.cancels) == [0, 0, 0, 0])
        }
        #expect(upstreams.map(\.cancels) == [1, 1, 1, 0])
        let ended = PassthroughSubject<Int, Never>()
        ended.send(completion: .finished)
        ended.send(subscription: upstreams[3])
        #expect(upstreams[3].requests.isEmpty && upstreams[3].cancels == 1)
    }

    @Test("C107: a subject that keeps values asks at once")
    func keeping() {
        let state = CurrentValueSubject<Int, Never>(0)
        let memory = ReplaySubject<Int, Never>(bufferSize: 2)
        let feeds = [[1, 2, 3].publisher.subscribe(state), [1, 2, 3].publisher.subscribe(memory)]
        #expect(state.value == 3)
        #expect(memory.record().values == [2, 3])
        withExtendedLifetime(feeds) {}
    }

    /// A subject of one's own, which takes two values from each upstream.
    private final class Limited: Subject {
        typealias Output = Int
        typealias Failure = Never
        let base = PassthroughSubject<Int, Never>()
        let subscriptions = Log<any Subscription>()
        func send(_ value: sending Int) { base.send(value) }
        func send(completion: Subscribers.Completion<Never>) { base.send(completion: completion) }
        func send(subscription: any Subscription) {
            subscriptions.append(subscription)
            subscription.request(.max(2))
        }
        func receive<S: Subscriber<Int, Never>>(subscriber: S) { base.receive(subscriber: subscriber) }
    }

    @Test("C107: a subject of one's own decides how much it takes", arguments: [true, false])
    func limited(connects: Bool) {
        let subject = Limited()
        let recorder = subject.record()
        let handle: any Cancellable =
            if connects {
                (1...9).publisher.multicast(subject: subject).connect()
            } else {
                (1...9).publisher.subscribe(subject)
            }
        #expect(recorder.values == [1, 2])
        subject.subscriptions.entries[0].request(.max(1))
        #expect(recorder.values == [1, 2, 3])
        handle.cancel()
        subject.subscriptions.entries[0].request(.max(1))
        #expect(recorder.values == [1, 2, 3] && recorder.completion == nil)
    }

    @Test("C107: a hundred upstreams that have ended or were cancelled are forgotten, and the subject can go")
    func forgets() {
        let population = Population()
        weak var weakSubject: PassthroughSubject<Int, Never>?
        do {
            let subject = PassthroughSubject<Int, Never>()
            weakSubject = subject
            let recorder = subject.record()
            for number in 0..<100 {
                let member = population.member()
                let source = Just(number).handleEvents(receiveOutput: { _ in member.touch() })
                if number.isMultiple(of: 2) {
                    source.receive(
                        subscriber: AnySubscriber(
                            receiveSubscription: { [weak subject] in subject?.send(subscription: $0) },
                            receiveValue: { [weak subject] in
                                subject?.send($0)
                                return .none
                            }))
                } else {
                    source.append(Empty(completeImmediately: false)).subscribe(subject).cancel()
                }
            }
            #expect(recorder.values == Array(0..<100))
            #expect(population.count <= 16)
        }
        #expect(population.count == 0)
        #expect(weakSubject == nil)
    }

    @Test("C107: each upstream is asked once, whoever comes first, and one that was handed over last is cancelled")
    func threads() {
        underWatchdog {
            race(
                rounds: 2_000, { _ in (PassthroughSubject<Int, Never>(), Asked(), Asked()) },
                [
                    { $0.0.send(subscription: $0.1) },
                    { $0.0.record(demand: .none).request(.max(1)) },
                    { $0.0.send(subscription: $0.2) },
                ]
            ) { subject, first, second in
                #expect(first.requests == [.unlimited] && second.requests == [.unlimited])
                subject.send(completion: .finished)
                #expect(first.cancels == 1 && second.cancels == 1)
            }
        }
    }
}
