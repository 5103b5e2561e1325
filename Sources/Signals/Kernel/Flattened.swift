/// What the machine of an operator with inner publishers is told: a new one, or a value of one.
@frozen
public enum InnerInput<Inner: Publisher> {
    case inner(Inner)
    case value(Inner.Output)
}

extension Publishers {
    /// An ``OperatorMachine`` that attaches publishers made of its upstream's values: the one publisher of `flatMap` and its
    /// kin.
    @frozen
    public struct Flattened<Inner: Publisher, Upstream: Publisher, M: OperatorMachine>: Publisher
    where M.Source == Inner, M.Failure == Upstream.Failure, Inner.Failure == Upstream.Failure {
        public typealias Output = M.Output
        public typealias Failure = M.Failure

        public let upstream: Upstream
        @usableFromInline let machine: M
        @usableFromInline let outer: @Sendable (Upstream.Output) throws(Failure) -> M.Input
        @usableFromInline let inner: @Sendable (Inner.Output) throws(Failure) -> M.Input

        /// - Parameters:
        ///   - outer: Makes what the machine is told of a value of upstream, on the thread that the value came on.
        ///   - inner: Makes what the machine is told of a value of an attached publisher.
        @inlinable
        init(
            _ upstream: Upstream, _ machine: M,
            outer: @escaping @Sendable (Upstream.Output) throws(Failure) -> M.Input,
            inner: @escaping @Sendable (Inner.Output) throws(Failure) -> M.Input
        ) {
            self.upstream = upstream
            self.machine = machine
            self.outer = outer
            self.inner = inner
        }

        /// - Parameters:
        ///   - upstream: Of whose values publishers are made.
        ///   - machine: What becomes of the publishers, and of their values.
        ///   - transform: Makes a publisher of a value, on the thread that the value came on.
        @inlinable
        public init(
            _ upstream: Upstream, _ machine: M,
            transform: @escaping @Sendable (Upstream.Output) throws(Failure) -> Inner
        ) where M.Input == InnerInput<Inner> {
            self.init(
                upstream, machine, outer: { (value) throws(Failure) in .inner(try transform(value)) },
                inner: { .value($0) })
        }

        @inlinable public var _home: DeliveryHome? { upstream.home(with: Inner.self) }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            subscription(of: subscriber).start()
        }

        @inlinable
        @inline(never)
        func subscription<S: Subscriber<Output, Failure>>(of subscriber: S) -> MachineSubscription<M> {
            let subscription = MachineSubscription(
                machine, home: _home, downstream: subscriber, connect: { [inner] in $1.attach($0, inner) })
            subscription.attachInputs = { [upstream, outer] in $0.begin(upstream, as: 0, outer) }
            return subscription
        }
    }
}

extension Publishers.Flattened: MainActorPublisher where Upstream: MainActorPublisher, Inner: MainActorPublisher {}
