/// A subscriber whose type is hidden behind closures.
@frozen
public struct AnySubscriber<Input, Failure: Error>: Subscriber {
    @usableFromInline let value: @Sendable (Input) -> Subscribers.Demand
    @usableFromInline let control: @Sendable (SubscriberSignal<Failure>) -> Void

    /// Hides the type of `subscriber`.
    @inlinable
    public init<S: Subscriber<Input, Failure>>(_ subscriber: S) {
        value = subscriber.makeSend()
        control = subscriber.makeControl()
    }

    /// A subscriber made of three closures.
    ///
    /// - Parameters:
    ///   - receiveSubscription: Is given the subscription. When it is left out, the subscriber asks for everything.
    ///   - receiveValue: Is given each value, and says how many more are wanted.
    ///   - receiveCompletion: Is given the ending.
    public init(
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveValue: (@Sendable (Input) -> Subscribers.Demand)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil
    ) {
        value = receiveValue ?? { _ in .none }
        control = SubscriberSignal.releasing { signal in
            switch signal {
            case .subscription(let subscription):
                if let receiveSubscription {
                    receiveSubscription(subscription)
                } else {
                    subscription.request(.unlimited)
                }
            case .completion(let completion):
                receiveCompletion?(completion)
            }
        }
    }

    @inlinable public static var _releasesSubscription: Bool { true }
    @inlinable public func receive(subscription: any Subscription) { control(.subscription(subscription)) }
    @inlinable public func receive(_ input: Input) -> Subscribers.Demand { value(input) }
    @inlinable public func receive(completion: Subscribers.Completion<Failure>) { control(.completion(completion)) }
}

/// The two things besides values that a subscriber is told, as one value, so that one closure can carry both.
@frozen
@usableFromInline
enum SubscriberSignal<Failure: Error> {
    case subscription(any Subscription)
    case completion(Subscribers.Completion<Failure>)

    @inlinable
    func deliver<S: Subscriber>(to subscriber: S) where S.Failure == Failure {
        switch self {
        case .subscription(let subscription): subscriber.receive(subscription: subscription)
        case .completion(let completion): subscriber.receive(completion: completion)
        }
    }
}
