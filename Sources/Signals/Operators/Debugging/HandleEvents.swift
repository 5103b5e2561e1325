extension Publisher {
    /// Calls closures when something passes, and changes nothing.
    ///
    /// Values and the ending are seen on the thread that delivers them; subscribing, asking and cancelling on the thread
    /// that does it. The subscription that is shown may be kept: it keeps nothing.
    ///
    /// - Demand: One for one.
    public func handleEvents(
        receiveSubscription: (@Sendable (any Subscription) -> Void)? = nil,
        receiveOutput: (@Sendable (Output) -> Void)? = nil,
        receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)? = nil,
        receiveCancel: (@Sendable () -> Void)? = nil, receiveRequest: (@Sendable (Subscribers.Demand) -> Void)? = nil
    ) -> Publishers.HandleEvents<Self> {
        apply(
            Operators.HandleEvents(
                receiveSubscription: receiveSubscription.map(BorrowedSubscription.showing),
                receiveOutput: receiveOutput,
                receiveCompletion: receiveCompletion, receiveCancel: receiveCancel, receiveRequest: receiveRequest))
    }
}

extension Publishers {
    /// The publisher behind `handleEvents(…)`.
    public typealias HandleEvents<Upstream: Publisher> = Applied<
        Upstream, Operators.HandleEvents<Upstream.Output, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `handleEvents(…)` and `print(_:to:)`.
    public struct HandleEvents<Output, Failure: Error>: Operator {
        let receiveSubscription: (@Sendable (any Subscription) -> Void)?
        @usableFromInline let receiveOutput: (@Sendable (Output) -> Void)?
        let receiveCompletion: (@Sendable (Subscribers.Completion<Failure>) -> Void)?
        let receiveCancel: (@Sendable () -> Void)?
        let receiveRequest: (@Sendable (Subscribers.Demand) -> Void)?
        /// What is told of demand that is returned from a value, if that makes a difference.
        var receiveReturn: (@Sendable (Subscribers.Demand) -> Void)?

        @inlinable public func next(_ input: Output, _ state: inout Void) throws(Failure) -> Step<Output> {
            receiveOutput?(input)
            return .emit(input)
        }

        public func complete(
            _ completion: Subscribers.Completion<Failure>, _ state: inout Void
        ) -> Ending<Output, Failure> {
            receiveCompletion?(completion)
            return .completion(completion)
        }

        public func didReceive(subscription: any Subscription) { receiveSubscription?(subscription) }
        public func didRequest(_ demand: Subscribers.Demand) { receiveRequest?(demand) }
        public func didReturn(_ demand: Subscribers.Demand) { (receiveReturn ?? receiveRequest)?(demand) }
        public func didCancel() { receiveCancel?() }
    }
}

/// A subscription for those who look on: it keeps nothing of the chain, which would else be a cycle where a closure's owner
/// keeps what the closure was given.
@usableFromInline
final class BorrowedSubscription: Subscription, CustomStringConvertible, @unchecked Sendable {
    // Sound: a weak reference may be read from any thread, and this one is never written.
    private weak var base: (any Subscription)?
    @usableFromInline let description: String

    @usableFromInline
    init(_ base: any Subscription) {
        self.base = base
        description = Diagnostics.name(of: type(of: base))
    }

    @usableFromInline
    static func showing(
        to receive: @escaping @Sendable (any Subscription) -> Void
    ) -> @Sendable (any Subscription) -> Void {
        { receive(BorrowedSubscription($0)) }
    }

    @usableFromInline func request(_ demand: Subscribers.Demand) { base?.request(demand) }
    @usableFromInline func cancel() { base?.cancel() }
}
