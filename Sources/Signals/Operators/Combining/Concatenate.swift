extension Publisher {
    /// Gives the values of `publisher` when this one has finished.
    ///
    /// ```
    /// input          --1--2--|
    /// other          ---3-|
    /// append(other)  --1--2-----3-|
    /// ```
    ///
    /// The other is subscribed to when this one has finished. A failure of either ends the stream. Chains that are built in
    /// a loop may be as long as memory allows: they are subscribed to, delivered and released without recursion.
    ///
    /// - Demand: What one leaves open is asked of the next.
    @inlinable
    public func append<P: Publisher<Output, Failure>>(_ publisher: P) -> Publishers.Concatenate<Self, P> {
        Publishers.Concatenate(prefix: self, suffix: publisher)
    }

    /// Gives the values of `publisher`, and those of this one when that has finished.
    ///
    /// ```
    /// input           --1--2--|
    /// other           ---3-|
    /// prepend(other)  ---3---1--2--|
    /// ```
    ///
    /// - Demand: What one leaves open is asked of the next.
    @inlinable
    public func prepend<P: Publisher<Output, Failure>>(_ publisher: P) -> Publishers.Concatenate<P, Self> {
        Publishers.Concatenate(prefix: publisher, suffix: self)
    }
}

extension Publisher where Output: Sendable {
    /// Gives `elements` when this publisher has finished.
    @inlinable
    @_disfavoredOverload
    public func append(
        _ elements: Output...
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>> {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Gives the elements of a sequence when this publisher has finished.
    @inlinable
    @_disfavoredOverload
    public func append<Elements: Swift.Sequence<Output> & Sendable>(
        _ elements: Elements
    ) -> Publishers.Concatenate<Self, Publishers.Sequence<Elements, Failure>> {
        append(Publishers.Sequence(sequence: elements))
    }

    /// Gives `elements` before the values of this publisher.
    @inlinable
    @_disfavoredOverload
    public func prepend(
        _ elements: Output...
    ) -> Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self> {
        prepend(Publishers.Sequence(sequence: elements))
    }

    /// Gives the elements of a sequence before the values of this publisher.
    @inlinable
    @_disfavoredOverload
    public func prepend<Elements: Swift.Sequence<Output> & Sendable>(
        _ elements: Elements
    ) -> Publishers.Concatenate<Publishers.Sequence<Elements, Failure>, Self> {
        prepend(Publishers.Sequence(sequence: elements))
    }
}

// A sequence delivers wherever it is asked. Beside a main-actor publisher that is the main actor, since the relay asks
// for what is still open there.
extension MainActorPublisher where Output: Sendable {
    /// Gives `elements` when this publisher has finished, on the main actor too.
    @inlinable
    public func append(
        _ elements: Output...
    ) -> Publishers.MainActorDelivery<Publishers.Concatenate<Self, Publishers.Sequence<[Output], Failure>>> {
        append(elements)
    }

    /// Gives the elements of a sequence when this publisher has finished, on the main actor too.
    @inlinable
    public func append<Elements: Swift.Sequence<Output> & Sendable>(
        _ elements: Elements
    ) -> Publishers.MainActorDelivery<Publishers.Concatenate<Self, Publishers.Sequence<Elements, Failure>>> {
        let home = _home ?? .main
        let values = Publishers.Sequence<Elements, Failure>(sequence: elements)
        return Publishers.MainActorDelivery(Publishers.Concatenate(self, values, home: home), home: home)
    }

    /// Gives `elements` before the values of this publisher, on the main actor too.
    @inlinable
    public func prepend(
        _ elements: Output...
    ) -> Publishers.MainActorDelivery<Publishers.Concatenate<Publishers.Sequence<[Output], Failure>, Self>> {
        prepend(elements)
    }

    /// Gives the elements of a sequence before the values of this publisher, on the main actor too.
    @inlinable
    public func prepend<Elements: Swift.Sequence<Output> & Sendable>(
        _ elements: Elements
    ) -> Publishers.MainActorDelivery<Publishers.Concatenate<Publishers.Sequence<Elements, Failure>, Self>> {
        let home = _home ?? .main
        let values = Publishers.Sequence<Elements, Failure>(sequence: elements)
        return Publishers.MainActorDelivery(Publishers.Concatenate(values, self, home: home), home: home)
    }
}

extension Collection where Self: Sendable, Element: Publisher {
    /// A publisher of the values of all these publishers, one after the other. Of none it finishes at once.
    @inlinable
    public func concatenate() -> Publishers.ConcatenateMany<Element> {
        let publishers = Array(self)
        return Publishers.Followed(Operators.ConcatenateMany(publishers), home: publishers.commonHome)
    }
}

extension Publishers {
    /// The publisher behind `append(_:)` and `prepend(_:)`.
    @frozen
    public struct Concatenate<Prefix: Publisher, Suffix: Publisher>: Publisher, CompositePublisher
    where Prefix.Output == Suffix.Output, Prefix.Failure == Suffix.Failure {
        public typealias Output = Prefix.Output
        public typealias Failure = Prefix.Failure

        // Only this is kept, and not the two: a chain that was built in a loop would be released by recursion.
        @usableFromInline let chain: Operators.Concatenate<Output, Failure>.Chain

        @inlinable
        public init(prefix: Prefix, suffix: Suffix) {
            self.init(prefix, suffix, home: suffix._home == nil ? nil : prefix._home)
        }

        @inlinable
        init(_ prefix: Prefix, _ suffix: Suffix, home: DeliveryHome?) {
            chain = .init(.of(prefix, { $0.pass(prefix) }), .of(suffix, { $0.pass(suffix) }), home: home)
        }

        @inlinable public var _home: DeliveryHome? { chain.home }
        @inlinable var parts: (any AnyObject & Sendable)? { chain }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            MachineSubscription(
                Operators.Concatenate(chain), home: chain.home, downstream: subscriber, connect: { $0($1) }
            ).start()
        }
    }

    /// The publisher of the values of any number of publishers of one type, one after the other.
    public typealias ConcatenateMany<Upstream: Publisher> = Followed<Upstream, Operators.ConcatenateMany<Upstream>>
}

extension Publishers.Concatenate: MainActorPublisher where Prefix: MainActorPublisher, Suffix: MainActorPublisher {}

extension Operators {
    /// The machine behind `append(_:)` and `prepend(_:)`: one publisher of a chain after the other, as long as they finish.
    public struct Concatenate<Output, Failure: Error>: OperatorMachine {
        public typealias Input = Never
        public typealias Source = @Sendable (MachineInputs<Self>) -> Void
        @usableFromInline package typealias Chain = PublisherTree<Source>
        private var path: [Chain]
        private var current = 0

        public static var passesValues: Bool { true }

        @usableFromInline
        package init(_ chain: Chain) { path = [chain] }

        public mutating func handle(_ event: MachineEvent<Never, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start, .finished:
                guard let part = Chain.nextPart(of: &path) else { return effects.complete(.finished) }
                current = effects.attach(part)
                effects.request(effects.demand, from: current)
            case .demand(let added): effects.request(added, from: current)
            default: break
            }
        }
    }

    /// The machine behind `concatenate()`.
    @frozen
    public struct ConcatenateMany<Upstream: Publisher>: OperatorMachine {
        public typealias Input = Never
        public typealias Output = Upstream.Output
        public typealias Source = Upstream
        @usableFromInline var rest: ArraySlice<Upstream>
        @usableFromInline var current = 0

        @inlinable public static var passesValues: Bool { true }

        @inlinable
        public init(_ publishers: [Upstream]) { rest = publishers[...] }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Never, Upstream.Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start, .finished:
                guard let publisher = rest.popFirst() else { return effects.complete(.finished) }
                current = effects.attach(publisher)
                effects.request(effects.demand, from: current)
            case .demand(let added): effects.request(added, from: current)
            default: break
            }
        }
    }
}
