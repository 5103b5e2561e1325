#if canImport(Combine)
import Combine

/// One Combine subscription as one of this module's.
final class SubscriptionFromCombine: Subscription, @unchecked Sendable {
    // Sound: Combine's subscriptions may be used from any thread. Their protocol is older than `Sendable`.
    private let base: any Combine.Subscription

    init(_ base: any Combine.Subscription) {
        self.base = base
    }

    func request(_ demand: Subscribers.Demand) { base.request(Combine.Subscribers.Demand(demand)) }
    func cancel() { base.cancel() }
}

/// One subscription of this module as one of Combine's.
final class SubscriptionForCombine: Combine.Subscription {
    private let base: any Subscription

    init(_ base: any Subscription) {
        self.base = base
    }

    // Combine's subscribers may ask for nothing, which this module would report as a mistake.
    func request(_ demand: Combine.Subscribers.Demand) {
        if demand > .none { base.request(Subscribers.Demand(demand)) }
    }

    func cancel() { base.cancel() }
}

/// A subscriber of this module at a Combine publisher.
final class SubscriberAtCombine<Input, Failure: Error>: Combine.Subscriber {
    private let value: @Sendable (Input) -> Subscribers.Demand
    private let control: @Sendable (SubscriberSignal<Failure>) -> Void

    init<S: Subscriber<Input, Failure>>(_ downstream: S) {
        value = { downstream.receive($0) }
        control = downstream.makeControl()
    }

    func receive(subscription: any Combine.Subscription) {
        control(.subscription(SubscriptionFromCombine(subscription)))
    }

    func receive(_ input: Input) -> Combine.Subscribers.Demand {
        Combine.Subscribers.Demand(value(input))
    }

    func receive(completion: Combine.Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: control(.completion(.finished))
        case .failure(let error): control(.completion(.failure(error)))
        }
    }
}

/// A Combine subscriber at a publisher of this module.
final class SubscriberFromCombine<Base: Combine.Subscriber>: Subscriber, @unchecked Sendable {
    typealias Input = Base.Input
    typealias Failure = Base.Failure
    // Sound: it is called serially, as every Combine subscriber is, on whatever thread its publisher delivers on.
    private let base: Base

    init(_ base: Base) {
        self.base = base
    }

    func receive(subscription: any Subscription) {
        base.receive(subscription: SubscriptionForCombine(subscription))
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        Subscribers.Demand(base.receive(input))
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        switch completion {
        case .finished: base.receive(completion: .finished)
        case .failure(let error): base.receive(completion: .failure(error))
        }
    }
}

/// Something of Combine's that may be used from any thread, which Combine, being older than `Sendable`, does not say.
struct SharedWithThreads<Base>: @unchecked Sendable {
    // Sound: it holds publishers only. Those are descriptions, or classes that may be used from any thread; what their
    // closures capture was not checked by Combine either.
    let base: Base
}

extension Combine.Subscribers.Demand {
    init(_ demand: Subscribers.Demand) {
        self = demand.max.map { .max($0) } ?? .unlimited
    }
}

extension Subscribers.Demand {
    init(_ demand: Combine.Subscribers.Demand) {
        self = demand.max.map { .max($0) } ?? .unlimited
    }
}
#endif
