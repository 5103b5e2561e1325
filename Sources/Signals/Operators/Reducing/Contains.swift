extension Publisher {
    /// Says whether there is a value that `predicate` accepts: at once when one comes, or else at the end.
    ///
    /// ```
    /// input          --1--3--4--5--|
    /// contains(even) --------(true|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The answer waits until it is asked for. After a failure there is none.
    @inlinable
    public func contains(where predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.ContainsWhere<Self> {
        apply(.init(answer: true, decides: predicate))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func contains(
        where predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.ContainsWhere<Self> {
        apply(.init(answer: true, decides: predicate))
    }

    /// Says whether there is a value that `predicate`, which may throw anything, accepts.
    ///
    /// ```
    /// input             --1--3--4--5--|
    /// tryContains(even) --------(true|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The answer waits until it is asked for. After a failure there is none.
    @inlinable
    public func tryContains(
        where predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryContainsWhere<Self> {
        apply(Operators.Try(Operators.Decision(answer: true, decides: predicate)))
    }

    /// Says whether `predicate` accepts every value: at once when it refuses one, or else at the end.
    ///
    /// ```
    /// input            --2--4--5--6--|
    /// allSatisfy(even) --------(false|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The answer waits until it is asked for. After a failure there is none.
    @inlinable
    public func allSatisfy(_ predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.AllSatisfy<Self> {
        apply(Operators.Decision(answer: false) { (input) throws(Failure) in !predicate(input) })
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func allSatisfy(
        _ predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.AllSatisfy<Self> {
        apply(Operators.Decision(answer: false) { (input) throws(Failure) in try !predicate(input) })
    }

    /// Says whether `predicate`, which may throw anything, accepts every value.
    ///
    /// ```
    /// input               --2--4--5--6--|
    /// tryAllSatisfy(even) --------(false|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The answer waits until it is asked for. After a failure there is none.
    @inlinable
    public func tryAllSatisfy(
        _ predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryAllSatisfy<Self> {
        apply(Operators.Try(Operators.Decision(answer: false) { (input) throws(any Error) in try !predicate(input) }))
    }
}

extension Publisher where Output: Sendable & Equatable {
    /// Says whether there is a value that equals `output`: at once when one comes, or else at the end.
    ///
    /// ```
    /// input        --1--2--3--|
    /// contains(2)  -----(true|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The answer waits until it is asked for. After a failure there is none.
    @inlinable public func contains(_ output: Output) -> Publishers.Contains<Self> {
        contains { $0 == output }
    }
}

extension Publishers {
    /// The publisher behind `contains(where:)`.
    public typealias ContainsWhere<Upstream: Publisher> = Applied<
        Upstream, Operators.Decision<Upstream.Output, Upstream.Failure>
    >

    /// The publisher behind `tryContains(where:)`.
    public typealias TryContainsWhere<Upstream: Publisher> = Applied<
        Upstream, Operators.Try<Operators.Decision<Upstream.Output, any Error>, Upstream.Failure>
    >

    /// The publisher behind `contains(_:)`.
    public typealias Contains<Upstream: Publisher> = Applied<
        Upstream, Operators.Decision<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Equatable

    /// The publisher behind `allSatisfy(_:)`.
    public typealias AllSatisfy<Upstream: Publisher> = Applied<
        Upstream, Operators.Decision<Upstream.Output, Upstream.Failure>
    >

    /// The publisher behind `tryAllSatisfy(_:)`.
    public typealias TryAllSatisfy<Upstream: Publisher> = Applied<
        Upstream, Operators.Try<Operators.Decision<Upstream.Output, any Error>, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `contains(where:)` and `allSatisfy(_:)`.
    @frozen public struct Decision<Input, Failure: Error>: Operator {
        /// What is given when an input decides the question. The opposite is given if none does.
        @usableFromInline let answer: Bool
        @usableFromInline let decides: @Sendable (Input) throws(Failure) -> Bool

        @inlinable public init(answer: Bool, decides: @escaping @Sendable (Input) throws(Failure) -> Bool) {
            self.answer = answer
            self.decides = decides
        }

        @inlinable public var demandPolicy: DemandPolicy { .everything }

        @inlinable public func next(_ input: Input, _ state: inout Void) throws(Failure) -> Step<Bool> {
            try decides(input) ? .last(answer) : .skip
        }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<Failure>, _ state: inout Void
        ) -> Ending<Bool, Failure> {
            if case .failure = completion { .completion(completion) } else { .last(!answer) }
        }
    }
}
