/// The publishers that an operator with several inputs begins with.
///
/// What there is: ``Publishers/Pair`` and ``Publishers/Alike`` for two, ``Publishers/Many`` for any number of one type,
/// ``Publishers/One``, and ``Publishers/Signalled`` where only the coming of the second one's values counts.
public protocol InputGroup<Input, Failure>: Sendable {
    /// What the machine is told of a value.
    associatedtype Input
    associatedtype Failure: Error
    /// Where all of them deliver, if all of them deliver on the main actor.
    var _home: DeliveryHome? { get }
    func _attach<M: OperatorMachine>(to inputs: MachineInputs<M>) where M.Input == Input, M.Failure == Failure
    /// What an operator of them is made of, if a fold of it is one operator with many inputs.
    func _parts<M: OperatorMachine>(for machine: M.Type) -> (any AnyObject & Sendable)?
    where M.Input == Input, M.Failure == Failure
}

extension InputGroup {
    @inlinable
    public func _parts<M: OperatorMachine>(for machine: M.Type) -> (any AnyObject & Sendable)?
    where M.Input == Input, M.Failure == Failure { nil }
}

/// Inputs that all deliver on the main actor.
public protocol MainActorInputGroup: InputGroup {}

/// A value of one of two inputs whose values differ in type.
@frozen
public enum Either<A, B> {
    case first(A)
    case second(B)
}

extension Either: Sendable where A: Sendable, B: Sendable {}
extension Either: Error where A: Error, B: Error {}
extension Either: Equatable where A: Equatable, B: Equatable {}

extension Publishers {
    /// An ``OperatorMachine`` with inputs that are there from the start: the one publisher of all operators that join
    /// others.
    ///
    /// The inputs are subscribed to one after the other, and only while the machine still needs them.
    @frozen
    public struct Joined<Group: InputGroup, M: OperatorMachine>: Publisher
    where M.Input == Group.Input, M.Failure == Group.Failure {
        public typealias Output = M.Output
        public typealias Failure = M.Failure

        public let inputs: Group
        @usableFromInline let machine: M

        @inlinable
        init(of inputs: Group, _ machine: M) {
            self.inputs = inputs
            self.machine = machine
        }

        @inlinable public var _home: DeliveryHome? { inputs._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            subscription(of: subscriber).start()
        }

        // Apart, so that what it needs of the stack is free again while the inputs are subscribed to.
        @inlinable
        @inline(never)
        func subscription<S: Subscriber<Output, Failure>>(of subscriber: S) -> MachineSubscription<M> {
            let subscription = MachineSubscription(machine, home: inputs._home, downstream: subscriber)
            subscription.attachInputs = { [inputs] in inputs._attach(to: $0) }
            return subscription
        }
    }

    /// One input.
    @frozen
    public struct One<Upstream: Publisher>: InputGroup {
        public typealias Input = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream

        @inlinable
        public init(_ upstream: Upstream) {
            self.upstream = upstream
        }

        @inlinable public var _home: DeliveryHome? { upstream._home }

        @inlinable
        public func _attach<M: OperatorMachine>(to inputs: MachineInputs<M>)
        where M.Input == Upstream.Output, M.Failure == Upstream.Failure {
            inputs.begin(upstream, as: 0)
        }
    }

    /// Two inputs, whose values are told apart by ``Either``.
    @frozen
    public struct Pair<A: Publisher, B: Publisher>: InputGroup
    where A.Failure == B.Failure, A.Output: Sendable, B.Output: Sendable {
        public typealias Input = Either<A.Output, B.Output>
        public typealias Failure = A.Failure
        public let a: A
        public let b: B
        @usableFromInline let isSecondFirst: Bool

        /// Two inputs, the first of which is subscribed to first unless `beginWithSecond` says otherwise.
        @inlinable
        public init(_ a: A, _ b: B, beginWithSecond: Bool = false) {
            self.a = a
            self.b = b
            isSecondFirst = beginWithSecond
        }

        @inlinable public var _home: DeliveryHome? { b._home == nil ? nil : a._home }

        @inlinable
        public func _attach<M: OperatorMachine>(to inputs: MachineInputs<M>)
        where M.Input == Either<A.Output, B.Output>, M.Failure == A.Failure {
            if isSecondFirst { inputs.begin(b, as: 1) { .second($0) } }
            inputs.begin(a, as: 0) { .first($0) }
            if !isSecondFirst { inputs.begin(b, as: 1) { .second($0) } }
        }
    }

    /// Two inputs with values of one type.
    @frozen
    public struct Alike<A: Publisher, B: Publisher>: InputGroup
    where A.Output == B.Output, A.Failure == B.Failure, A.Output: Sendable {
        public typealias Input = A.Output
        public typealias Failure = A.Failure
        public let a: A
        public let b: B

        @inlinable
        public init(_ a: A, _ b: B) {
            self.a = a
            self.b = b
        }

        @inlinable public var _home: DeliveryHome? { b._home == nil ? nil : a._home }

        @inlinable
        public func _attach<M: OperatorMachine>(to inputs: MachineInputs<M>)
        where M.Input == A.Output, M.Failure == A.Failure {
            if let tree = tree(for: M.self) { return inputs.begin(tree) }
            inputs.begin(a, as: 0)
            inputs.begin(b, as: 1)
        }

        @inlinable
        public func _parts<M: OperatorMachine>(for machine: M.Type) -> (any AnyObject & Sendable)?
        where M.Input == A.Output, M.Failure == A.Failure { tree(for: machine) }

        @inlinable
        func tree<M: OperatorMachine>(for machine: M.Type) -> PublisherTree<MachineInputs<M>.Part>?
        where M.Input == A.Output, M.Failure == A.Failure {
            if !M.isAssociative { return nil }
            return PublisherTree(.of(a, { $0.begin(a, as: $1) }), .of(b, { $0.begin(b, as: $1) }), home: _home)
        }
    }

    /// Any number of inputs of one type.
    @frozen
    public struct Many<Upstream: Publisher>: InputGroup where Upstream.Output: Sendable {
        public typealias Input = Upstream.Output
        public typealias Failure = Upstream.Failure
        public let publishers: [Upstream]

        @inlinable
        public init(_ publishers: [Upstream]) {
            self.publishers = publishers
        }

        @inlinable public var _home: DeliveryHome? { publishers.commonHome }

        @inlinable
        public func _attach<M: OperatorMachine>(to inputs: MachineInputs<M>)
        where M.Input == Upstream.Output, M.Failure == Upstream.Failure {
            for (id, publisher) in publishers.enumerated() { inputs.begin(publisher, as: id) }
        }
    }

    /// An input and a signal. Of a signal's values only the coming counts: they are `nil` to the machine.
    @frozen
    public struct Signalled<Upstream: Publisher, Signal: Publisher>: InputGroup
    where Upstream.Failure == Signal.Failure, Upstream.Output: Sendable {
        public typealias Input = Upstream.Output?
        public typealias Failure = Upstream.Failure
        public let upstream: Upstream
        public let signal: Signal
        @usableFromInline let isSignalFirst: Bool

        /// An input and a signal, which is subscribed to after it unless `beginWithSignal` says otherwise.
        @inlinable
        public init(_ upstream: Upstream, by signal: Signal, beginWithSignal: Bool = false) {
            self.upstream = upstream
            self.signal = signal
            isSignalFirst = beginWithSignal
        }

        @inlinable public var _home: DeliveryHome? { signal._home == nil ? nil : upstream._home }

        @inlinable
        public func _attach<M: OperatorMachine>(to inputs: MachineInputs<M>)
        where M.Input == Upstream.Output?, M.Failure == Upstream.Failure {
            if isSignalFirst { inputs.begin(signal, as: 1) { _ in nil } }
            inputs.begin(upstream, as: 0) { $0 }
            if !isSignalFirst { inputs.begin(signal, as: 1) { _ in nil } }
        }
    }
}

extension Publishers.Joined: CompositePublisher {
    @inlinable var parts: (any AnyObject & Sendable)? { inputs._parts(for: M.self) }
}

extension Publishers.Joined: MainActorPublisher where Group: MainActorInputGroup {}
extension Publishers.One: MainActorInputGroup where Upstream: MainActorPublisher {}
extension Publishers.Pair: MainActorInputGroup where A: MainActorPublisher, B: MainActorPublisher {}
extension Publishers.Alike: MainActorInputGroup where A: MainActorPublisher, B: MainActorPublisher {}
extension Publishers.Many: MainActorInputGroup where Upstream: MainActorPublisher {}
extension Publishers.Signalled: MainActorInputGroup where Upstream: MainActorPublisher, Signal: MainActorPublisher {}

extension Publishers.Joined {
    /// Two inputs that differ in type.
    @inlinable
    public init<A: Publisher, B: Publisher>(_ inputs: Publishers.Pair<A, B>, _ machine: M)
    where Group == Publishers.Pair<A, B> {
        self.init(of: inputs, machine)
    }

    /// Two inputs with values of one type.
    @inlinable
    public init<A: Publisher, B: Publisher>(_ inputs: Publishers.Alike<A, B>, _ machine: M)
    where Group == Publishers.Alike<A, B> {
        self.init(of: inputs, machine)
    }

    /// Any number of inputs of one type.
    @inlinable
    public init<P: Publisher>(_ inputs: Publishers.Many<P>, _ machine: M) where Group == Publishers.Many<P> {
        self.init(of: inputs, machine)
    }

    /// One input.
    @inlinable
    public init<P: Publisher>(_ input: Publishers.One<P>, _ machine: M) where Group == Publishers.One<P> {
        self.init(of: input, machine)
    }

    /// An input and a signal.
    @inlinable
    public init<P: Publisher, Signal: Publisher>(_ inputs: Publishers.Signalled<P, Signal>, _ machine: M)
    where Group == Publishers.Signalled<P, Signal> {
        self.init(of: inputs, machine)
    }
}

extension Publishers.Many {
    /// Any number of inputs of one type.
    @inlinable public static func many(_ publishers: [Upstream]) -> Self { Self(publishers) }
}
