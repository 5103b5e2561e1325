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
        expanded(by: transform)
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable
    @_disfavoredOverload
    public func expand<P: Publisher<Output, Failure>>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.Expand<P, Self> {
        expanded(by: transform)
    }
}

extension Publisher where Output: Sendable {
    /// The publisher of a value is made on the thread that the value comes on, before the mailbox.
    @inlinable
    func expanded<P: Publisher<Output, Failure>>(
        by transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.Expand<P, Self> {
        let lift: @Sendable (Output) throws(Failure) -> (Output, P) = { (value) throws(Failure) in
            (value, try transform(value))
        }
        return Publishers.Flattened(self, Operators.Expand(), outer: lift, inner: lift)
    }
}

extension Publishers {
    /// The publisher behind `expand(_:)`.
    public typealias Expand<Inner: Publisher, Upstream: Publisher> = Flattened<
        Inner, Upstream, Operators.Expand<Inner>
    > where Inner.Output == Upstream.Output, Inner.Failure == Upstream.Failure, Inner.Output: Sendable
}

extension Operators {
    /// The machine behind `expand(_:)`. It is told a value and the publisher that was made of it.
    @frozen
    public struct Expand<Inner: Publisher>: OperatorMachine where Inner.Output: Sendable {
        public typealias Input = (Inner.Output, Inner)
        public typealias Output = Inner.Output
        public typealias Source = Inner
        @usableFromInline var open = 1
        /// The last of those that are asked for one value at a time.
        @usableFromInline var lastCounted = -1
        @usableFromInline var waiting = Queue<(input: Input, id: Int)>()

        @inlinable public static var takesFailures: Bool { true }

        @inlinable public init() {}

        @inlinable
        public mutating func handle(_ event: MachineEvent<Input, Inner.Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: begin(0, &effects)
            case .input(let input, let id):
                if effects.hasDemand { give(input, from: id, &effects) } else { waiting.append((input, id)) }
            case .demand:
                while effects.hasDemand, let (input, id) = waiting.popFirst() { give(input, from: id, &effects) }
                finishIfDone(&effects)
            case .finished:
                open -= 1
                finishIfDone(&effects)
            // What has been given at once by those that were made of earlier values goes before it.
            case .failed(let error, _): effects.completeLater(.failure(error))
            case .timer, .timerLost, .echo, .delivered: break
            }
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
}
