extension Publisher {
    /// Combines all values into one, which is given when this publisher finishes.
    ///
    /// ```
    /// input        --1--2--3--|
    /// reduce(0, +) -----------(6|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The result waits until it is asked for. After a failure there is none.
    @inlinable
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) -> T
    ) -> Publishers.Reduce<Self, T> {
        apply(.init(initial: initialResult, combine: nextPartialResult))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func reduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws(Failure) -> T
    ) -> Publishers.Reduce<Self, T> {
        apply(.init(initial: initialResult, combine: nextPartialResult))
    }

    /// Combines all values into one, with a closure that may throw anything.
    ///
    /// ```
    /// input           --1--2--3--|
    /// tryReduce(0, +) -----------(6|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The result waits until it is asked for. After a failure there is none.
    @inlinable
    public func tryReduce<T: Sendable>(
        _ initialResult: T, _ nextPartialResult: @escaping @Sendable (T, Output) throws -> T
    ) -> Publishers.TryReduce<Self, T> {
        apply(Operators.Try(Operators.Reduce(initial: initialResult, combine: nextPartialResult)))
    }

    /// Counts the values, and gives their number when this publisher finishes.
    ///
    /// ```
    /// input   --a--b--c--|
    /// count() -----------(3|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The number waits until it is asked for. After a failure there is none.
    @inlinable public func count() -> Publishers.Count<Self> {
        apply(.init(initial: 0) { (count, _) throws(Failure) in count += 1 })
    }
}

extension Publishers {
    /// The publisher behind `reduce(_:_:)`.
    public typealias Reduce<Upstream: Publisher, Output: Sendable> = Applied<
        Upstream, Operators.Reduce<Upstream.Output, Output, Upstream.Failure>
    >

    /// The publisher behind `tryReduce(_:_:)`.
    public typealias TryReduce<Upstream: Publisher, Output: Sendable> = Applied<
        Upstream, Operators.Try<Operators.Reduce<Upstream.Output, Output, any Error>, Upstream.Failure>
    >

    /// The publisher behind `count()`.
    public typealias Count<Upstream: Publisher> = Applied<
        Upstream, Operators.Reduce<Upstream.Output, Int, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `reduce(_:_:)` and what is made of it.
    @frozen public struct Reduce<Input, Output: Sendable, Failure: Error>: Operator {
        @usableFromInline let initial: Output
        @usableFromInline let update: @Sendable (inout Output, Input) throws(Failure) -> Void

        @inlinable public init(
            initial: Output, update: @escaping @Sendable (inout Output, Input) throws(Failure) -> Void
        ) {
            self.initial = initial
            self.update = update
        }

        @inlinable public init(
            initial: Output, combine: @escaping @Sendable (Output, Input) throws(Failure) -> Output
        ) {
            self.init(initial: initial) { (result, input) throws(Failure) in result = try combine(result, input) }
        }

        @inlinable public var demandPolicy: DemandPolicy { .everything }

        @inlinable public func makeState() -> Output { initial }

        @inlinable public func next(_ input: Input, _ result: inout Output) throws(Failure) -> Step<Output> {
            try update(&result, input)
            return .skip
        }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<Failure>, _ result: inout Output
        ) -> Ending<Output, Failure> {
            if case .failure = completion { .completion(completion) } else { .last(result) }
        }
    }
}
