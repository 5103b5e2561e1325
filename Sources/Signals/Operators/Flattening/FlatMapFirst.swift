extension Publisher where Output: Sendable {
    /// Turns a value into a publisher, and leaves out the values that come before that has finished.
    ///
    /// ```
    /// input         --a---b-----c----|
    /// a → 1 2       ----1---2|
    /// c → 3                     --3|
    /// flatMapFirst  ----1---2-----3--|
    /// ```
    ///
    /// For a button that is pressed again while the request that it began is under way. Nothing is made of a value that is
    /// left out. It finishes when this publisher and the one under way have, and fails with the first failure.
    ///
    /// - Demand: Asks upstream for everything. The publisher under way is asked for what the subscriber asks for, so a slow
    ///   subscriber keeps it busy for longer.
    /// - Parameter transform: Makes the publisher of a value.
    @inlinable public func flatMapFirst<P: Publisher>(
        _ transform: @escaping @Sendable (Output) throws(Failure) -> P
    ) -> Publishers.FlatMapFirst<P, Self> where P.Failure == Failure {
        Publishers.Flattened(
            self, Operators.FlatMapFirst(transform: transform), outer: { (value) throws(Failure) in .outer(value) },
            inner: { (value) throws(Failure) in .value(value) })
    }
}

extension Publishers {
    /// The publisher behind `flatMapFirst(_:)`.
    public typealias FlatMapFirst<NewPublisher: Publisher, Upstream: Publisher> = Flattened<
        NewPublisher, Upstream, Operators.FlatMapFirst<Upstream.Output, NewPublisher>
    > where NewPublisher.Failure == Upstream.Failure, Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `flatMapFirst(_:)`. It makes the publishers by itself, since of most values none is made.
    @frozen public struct FlatMapFirst<Value: Sendable, Inner: Publisher>: OperatorMachine {
        /// What it is told: a value to make a publisher of, or a value of that.
        @frozen public enum Input {
            case outer(Value)
            case value(Inner.Output)
        }

        public typealias Output = Inner.Output
        public typealias Failure = Inner.Failure
        public typealias Source = Inner
        @usableFromInline let transform: @Sendable (Value) throws(Inner.Failure) -> Inner
        @usableFromInline var isOuterOpen = true
        @usableFromInline var current: Int?

        @inlinable public static var takesFailures: Bool { true }

        @inlinable public init(transform: @escaping @Sendable (Value) throws(Inner.Failure) -> Inner) {
            self.transform = transform
        }

        @inlinable public mutating func handle(
            _ event: MachineEvent<Input, Inner.Failure>, _ effects: inout Effects<Self>
        ) {
            switch event {
            case .start: effects.request(.unlimited, from: 0)
            case .demand(let added): if let current { effects.request(added, from: current) }
            case .input(.outer(let value), _): if current == nil { begin(value, &effects) }
            case .input(.value(let value), _): if effects.hasDemand { effects.emit(value) } else { effects.refuse() }
            case .finished(let id):
                if id == 0 { isOuterOpen = false } else { current = nil }
                if !isOuterOpen, current == nil { effects.complete(.finished) }
            // What a publisher gives as soon as it is attached goes before a failure of the outer one.
            case .failed(let error, 0): effects.completeLater(.failure(error))
            case .failed(let error, _): effects.complete(.failure(error))
            case .timer, .timerLost, .echo, .delivered: break
            }
        }

        @inlinable mutating func begin(_ value: Value, _ effects: inout Effects<Self>) {
            do {
                let id = effects.attach(try transform(value))
                current = id
                effects.request(effects.demand, from: id)
            } catch {
                effects.complete(.failure(error))
            }
        }
    }
}
