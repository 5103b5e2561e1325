/// An operator with one input: an immutable value, and a small state that the engine keeps for each subscription.
///
/// Conform a struct to it, and `publisher.apply(MyOperator())` gives a publisher with the same guarantees as the
/// library's own operators: demand is honoured, cancelling works from any thread, there is one ending, and everything
/// is let go of afterwards. A conforming type only says what one input becomes:
///
/// ```swift
/// struct Thirds<Value: Sendable, Failure: Error>: Operator {
///     func makeState() -> Int { 0 }
///
///     func next(_ input: Value, _ count: inout Int) throws(Failure) -> Step<Value> {
///         count += 1
///         return count.isMultiple(of: 3) ? .emit(input) : .skip
///     }
/// }
/// ```
///
/// Write `throws(Failure)` also where nothing is thrown: from a function that cannot throw, the compiler infers that the
/// failure is `Never`.
///
/// The engine never calls two of these functions at once for one subscription, except the four hooks, which run on
/// whatever thread subscribes, asks or cancels. An operator whose state holds an input or an output must ask for that
/// to be `Sendable`, since the next call may come on another thread.
public protocol Operator: Sendable {
    associatedtype Input
    associatedtype Output
    /// The failure of the publisher that this is applied to.
    associatedtype InputFailure: Error = Failure
    associatedtype Failure: Error
    associatedtype State = Void

    /// The state of a subscription that has just begun.
    func makeState() -> State

    /// What becomes of `input`. Throwing ends the stream with that failure.
    func next(_ input: Input, _ state: inout State) throws(Failure) -> Step<Output>

    /// What happens before any input: usually `nil`, or an ending for an operator that needs no input at all.
    func begin(_ state: inout State) -> Ending<Output, Failure>?

    /// What becomes of upstream's ending. A final value is kept until there is demand for it.
    func complete(_ completion: Subscribers.Completion<InputFailure>, _ state: inout State) -> Ending<Output, Failure>

    /// How much is asked of upstream.
    var demandPolicy: DemandPolicy { get }

    /// Is told that upstream has given its subscription.
    func didReceive(subscription: any Subscription)

    /// Is told that the subscriber has asked for more.
    func didRequest(_ demand: Subscribers.Demand)

    /// Is told that the subscriber has asked for more by what it returned from a value. By default that is no different
    /// from any other request.
    func didReturn(_ demand: Subscribers.Demand)

    /// Is told that the subscriber has cancelled.
    func didCancel()
}

/// What an ``Operator`` makes of one input.
@frozen
public enum Step<Output> {
    /// A value for the subscriber.
    case emit(Output)
    /// Nothing. Where upstream gives one value for each that is asked for, the engine asks for another.
    case skip
    /// A last value. Upstream is cancelled, and the stream finishes when the value has been delivered.
    case last(Output)
    /// The end, with no value. Upstream is cancelled.
    case finish
}

extension Step: Sendable where Output: Sendable {}

/// How an ``Operator`` ends its stream.
@frozen
public enum Ending<Output, Failure: Error> {
    /// The ending by itself. It never waits for demand.
    case completion(Subscribers.Completion<Failure>)
    /// One value more, as soon as there is demand for it, and then the ending.
    case emit(Output, then: Subscribers.Completion<Failure>)

    /// The plain end.
    @inlinable public static var finish: Self { .completion(.finished) }
    /// The end because of `error`.
    @inlinable public static func fail(_ error: Failure) -> Self { .completion(.failure(error)) }
    /// One value more, and then the plain end.
    @inlinable public static func last(_ value: Output) -> Self { .emit(value, then: .finished) }
}

extension Ending: Sendable where Output: Sendable {}

/// How an ``Operator`` turns what its subscriber asks for into what it asks of upstream.
@frozen
public enum DemandPolicy: Hashable, Sendable {
    /// One input for each output. What ``Step/skip`` uses up is asked for again.
    case oneForOne
    /// Everything, at once: for an operator that emits nothing before its final value.
    case everything
    /// `count` inputs for each output.
    case batches(of: Int)

    @inlinable
    func upstreamDemand(for demand: Subscribers.Demand) -> Subscribers.Demand {
        switch self {
        case .oneForOne: demand
        case .everything: .none
        case .batches(let count): demand * count
        }
    }

    @inlinable
    var demandAfterSkip: Subscribers.Demand { self == .oneForOne ? .max(1) : .none }
}

// MARK: - Defaults

extension Operator where State == Void {
    @inlinable public func makeState() {}
}

extension Operator where InputFailure == Failure {
    @inlinable
    public func complete(
        _ completion: Subscribers.Completion<InputFailure>, _ state: inout State
    ) -> Ending<Output, Failure> {
        .completion(completion)
    }
}

extension Operator {
    @inlinable public func begin(_ state: inout State) -> Ending<Output, Failure>? { nil }
    @inlinable public var demandPolicy: DemandPolicy { .oneForOne }
    @inlinable public func didReceive(subscription: any Subscription) {}
    @inlinable public func didRequest(_ demand: Subscribers.Demand) {}
    @inlinable public func didReturn(_ demand: Subscribers.Demand) { didRequest(demand) }
    @inlinable public func didCancel() {}
}

// MARK: - Applying

extension Publishers {
    /// An ``Operator`` applied to a publisher: the one publisher of all operators with one input.
    @frozen
    public struct Applied<Upstream: Publisher, Op: Operator>: Publisher
    where Op.Input == Upstream.Output, Op.InputFailure == Upstream.Failure {
        public typealias Output = Op.Output
        public typealias Failure = Op.Failure

        public let upstream: Upstream
        @usableFromInline let op: Op

        @inlinable
        init(_ upstream: Upstream, _ op: Op) {
            self.upstream = upstream
            self.op = op
        }

        @inlinable public var _home: DeliveryHome? { upstream._home }

        @inlinable
        public func receive<S: Subscriber<Op.Output, Op.Failure>>(subscriber: S) {
            upstream.receive(subscriber: OperatorSubscription.link(op, home: upstream._home, to: subscriber))
        }
    }
}

extension Publishers.Applied: MainActorPublisher where Upstream: MainActorPublisher {}

extension Publisher {
    /// Applies an operator of your own.
    ///
    /// - Parameter op: What becomes of each value. One value may serve any number of subscriptions.
    @inlinable
    public func apply<Op: Operator>(
        _ op: Op
    ) -> Publishers.Applied<Self, Op> where Op.Input == Output, Op.InputFailure == Failure {
        Publishers.Applied(self, op)
    }
}

// The other names in `Publishers` are aliases, and each spells out what it stands for: around an alias with more than `Self`
// in it, a method's result type makes Swift 6.3.1 crash where the method is called on an `any Publisher`.

/// The namespace of the library's own operators: each an ``Operator`` or an ``OperatorMachine``.
public enum Operators {}
