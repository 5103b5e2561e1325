extension Publisher where Output: Sendable {
    /// Gives each value, and the values of a publisher that is made of it, and of publishers made of those, and so on.
    ///
    /// ```
    /// loadPage(1).expand { page in
    ///     page.next.map { loadPage($0).eraseToAnyPublisher() } ?? Empty().eraseToAnyPublisher()
    /// }
    /// ```
    ///
    /// It finishes when this publisher and all of those have, and fails with the first failure. However far it goes, the
    /// stack stays flat.
    ///
    /// - Demand: The publisher that is made of a value is subscribed to when the value has been given. So a subscriber that
    ///   asks for one page at a time has no page loaded ahead. With less than unlimited demand each is asked for one value
    ///   at a time.
    /// - Parameter transform: Makes a publisher of each value: an empty one where there is nothing more.
    @inlinable
    public func expand<P: Publisher<Output, Failure>>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.Expand<P, Self> {
        Publishers.Expand<P, Self>(upstream: self, transform: transform)
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable
    @_disfavoredOverload
    public func expand<P: Publisher<Output, Failure>>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.Expand<P, Self> {
        Publishers.Expand(upstream: self, transform: transform)
    }
}

extension Publishers {
    /// The publisher behind `expand(_:)`.
    @frozen
    public struct Expand<Inner: Publisher, Upstream: Publisher>: Publisher
    where Inner.Output == Upstream.Output, Inner.Failure == Upstream.Failure, Inner.Output: Sendable {
        public typealias Output = Inner.Output
        public typealias Failure = Inner.Failure

        public let upstream: Upstream
        @usableFromInline let transform: @Sendable (Output) throws(Failure) -> Inner

        @inlinable
        init(upstream: Upstream, transform: @escaping @Sendable (Output) throws(Failure) -> Inner) {
            self.upstream = upstream
            self.transform = transform
        }

        @inlinable public var _home: DeliveryHome? { upstream.home(with: Inner.self) }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let lift: @Sendable (Output) throws(Failure) -> (Output, Inner) = { [transform] (value) throws(Failure) in
                (value, try transform(value))
            }
            Junction(ExpandMachine<Inner>(), home: _home, name: Self.self, downstream: subscriber) { inner, port in
                port.connect(inner, throwing: lift)
            }.start { [upstream] in
                $0.nextPort().connect(upstream, throwing: lift)
            }
        }
    }
}

extension Publishers.Expand: MainActorPublisher where Upstream: MainActorPublisher, Inner: MainActorPublisher {}

@frozen
@usableFromInline
struct ExpandMachine<Inner: Publisher>: Machine {
    /// A value, and the publisher that was made of it.
    @usableFromInline typealias Input = (Inner.Output, Inner)
    @usableFromInline typealias Output = Inner.Output
    @usableFromInline typealias Failure = Inner.Failure
    @usableFromInline typealias Source = Inner
    @usableFromInline var open = 1
    /// The last of those that are asked for one value at a time.
    @usableFromInline var lastCounted = -1
    @usableFromInline var waiting = Queue<(Input, Int)>()

    @inlinable init() {}

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        begin(0, &effects)
    }

    @inlinable
    mutating func receive(_ input: Input, from id: Int, _ effects: inout Effects<Self>) {
        if effects.hasDemand { give(input, from: id, &effects) } else { waiting.append((input, id)) }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        open -= 1
        finishIfDone(&effects)
    }

    @inlinable
    mutating func fail(_ error: Failure, _ id: Int, _ effects: inout Effects<Self>) {
        // What has been given at once by those that were made of earlier values goes before it.
        effects.completeLater(.failure(error))
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        while effects.hasDemand, let (input, id) = waiting.popFirst() { give(input, from: id, &effects) }
        finishIfDone(&effects)
    }

    @inlinable
    mutating func give(_ input: Input, from id: Int, _ effects: inout Effects<Self>) {
        effects.emit(input.0)
        open += 1
        begin(effects.attach(input.1), &effects)
        if id <= lastCounted { effects.request(.max(1), from: id) }
    }

    @inlinable
    mutating func begin(_ id: Int, _ effects: inout Effects<Self>) {
        if effects.demand == .unlimited { return effects.request(.unlimited, from: id) }
        effects.request(.max(1), from: id)
        lastCounted = id
    }

    @inlinable
    func finishIfDone(_ effects: inout Effects<Self>) {
        if open == 0, waiting.isEmpty { effects.complete(.finished) }
    }
}
