import Signals
import SignalsTesting
import TestSupport
import Testing

/// A publisher whose subscriptions do what a closure says with each request.
private struct Misbehaving: Publisher {
    typealias Output = Int
    typealias Failure = Never

    final class Link: Subscription {
        let subscriber: AnySubscriber<Int, Never>
        let state = Protected((requests: 0, sent: 0, isCancelled: false))
        let onRequest: @Sendable (Link, Subscribers.Demand) -> Void

        init(
            _ subscriber: AnySubscriber<Int, Never>, _ onRequest: @escaping @Sendable (Link, Subscribers.Demand) -> Void
        ) {
            self.subscriber = subscriber
            self.onRequest = onRequest
        }

        func request(_ demand: Subscribers.Demand) { onRequest(self, demand) }
        func cancel() { state.withValue { $0.isCancelled = true } }

        func send(_ value: Int) {
            state.withValue { $0.sent += 1 }
            _ = subscriber.receive(value)
        }
    }

    var onRequest: @Sendable (Link, Subscribers.Demand) -> Void = { _, _ in }
    var beforeSubscription: @Sendable (AnySubscriber<Int, Never>) -> Void = { _ in }
    var givesSubscription = true

    func receive<S: Subscriber<Int, Never>>(subscriber: S) {
        let subscriber = AnySubscriber(subscriber)
        beforeSubscription(subscriber)
        if givesSubscription { subscriber.receive(subscription: Link(subscriber, onRequest)) }
    }
}

@Suite struct ContractTests {
    private func broken(_ publisher: Misbehaving) -> Set<ContractClause> {
        Set(contractViolations { publisher }.map(\.clause))
    }

    @Test func `the library's own publishers keep every clause`() {
        verifyPublisher { Just(1) }
        verifyPublisher { Empty<Int, Never>() }
        verifyPublisher { Fail<Int, FlawedError>(error: FlawedError()) }
        verifyPublisher { (0..<1_000).publisher }
        verifyPublisher { (0..<50).publisher.map { $0 * 2 }.filter { $0 % 3 == 0 } }
        verifyPublisher { (0..<50).publisher.collect(3) }
        verifyPublisher { (0..<50).publisher.reduce(0) { $0 + $1 } }
        verifyPublisher { (0..<50).publisher.merge(with: (50..<90).publisher) }
        verifyPublisher { (0..<50).publisher.flatMap { (0..<$0).publisher } }
        verifyPublisher { (0..<50).publisher.flatMap(maxPublishers: .max(1)) { (0..<$0).publisher } }
        let subject = CurrentValueSubject<Int, Never>(1)
        verifyPublisher { subject }
    }

    @Test func `publishers that go by a scheduler keep every clause on virtual time`() {
        let time = VirtualTimeScheduler()
        verifyPublisher(on: time) { (0..<50).publisher.receive(on: time) }
        verifyPublisher(on: time) { (0..<50).publisher.debounce(for: .milliseconds(5), scheduler: time) }
        verifyPublisher(on: time) {
            (0..<50).publisher.collect(byTime: .milliseconds(5), orCount: 7, scheduler: time)
        }
    }

    @Test func `a subject is driven from outside`() {
        let subject = PassthroughSubject<Int, Never>()
        verifyPublisher(driving: { for value in 0..<10 { subject.send(value) } }) { subject }
    }

    @Test func `1 a subscription that does not come, comes late or comes twice is noticed`() {
        #expect(broken(Misbehaving(givesSubscription: false)).contains(.subscriptionFirst))
        #expect(broken(Misbehaving(beforeSubscription: { _ = $0.receive(1) })).contains(.subscriptionFirst))
        let twice = Misbehaving(beforeSubscription: { $0.receive(subscription: Subscriptions.empty) })
        #expect(broken(twice).contains(.subscriptionFirst))
    }

    @Test func `2 values that nobody asked for are noticed`() {
        let generous = Misbehaving(onRequest: { link, demand in
            for value in 0...(demand.max ?? 5) { link.send(value) }
        })
        #expect(broken(generous).contains(.onlyWhatWasAskedFor))
    }

    @Test func `3 a value inside a value is noticed`() {
        let nesting = Misbehaving(onRequest: { link, _ in
            if link.state.withValue({ $0.sent < 10 }) { link.send(1) }
        })
        #expect(broken(nesting).contains(.oneAtATime))
    }

    @Test func `4 a second ending is noticed`() {
        let insisting = Misbehaving(onRequest: { link, _ in
            link.subscriber.receive(completion: .finished)
            link.subscriber.receive(completion: .finished)
        })
        #expect(broken(insisting).contains(.oneEnding))
    }

    @Test func `5 values after cancelling are noticed`() {
        let deaf = Misbehaving(onRequest: { link, _ in
            if link.state.withValue({ $0.sent == 0 }) { for value in 0..<3 { link.send(value) } }
        })
        #expect(broken(deaf).contains(.nothingAfterCancel))
    }

    @Test func `7 demand that is forgotten is noticed`() {
        let forgetful = Misbehaving(onRequest: { link, demand in
            if link.state.withValue({
                $0.requests += 1; return $0.requests > 1
            }) {
                return
            }
            for value in 0..<(demand.max ?? 10) where !link.state.current.isCancelled { link.send(value) }
        })
        #expect(broken(forgetful).contains(.demandAddsUp))
    }

    @Test func `9 what comes after the ending because it was asked for is noticed`() {
        let undead = Misbehaving(onRequest: { link, _ in
            if link.state.withValue({
                $0.requests += 1; return $0.requests == 1
            }) {
                link.subscriber.receive(completion: .finished)
            } else {
                link.send(1)
            }
        })
        #expect(broken(undead).contains(.requestAfterTheEnd))
    }

    @Test func `11 a subscriber that is kept is noticed`() {
        let hoard = Protected<[Misbehaving.Link]>([])
        let keeping = Misbehaving(onRequest: { link, _ in
            hoard.withValue { $0.append(link) }
            link.subscriber.receive(completion: .finished)
        })
        #expect(broken(keeping).contains(.lettingGo))
        hoard.withValue { $0.removeAll() }
    }

    @Test func `a broken clause fails the test at the caller's line`() {
        withKnownIssue {
            verifyPublisher { Misbehaving(givesSubscription: false) }
        } matching: { issue in
            issue.sourceLocation?.fileName == "ContractTests.swift"
        }
    }
}

private struct FlawedError: Error {}
