extension Publisher where Output: Sendable {
    /// Gathers all values into one array, which is given when this publisher finishes.
    ///
    /// ```
    /// input     --1--2--3--|
    /// collect() -----------([1,2,3]|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The array waits until it is asked for. After a failure there is none.
    @inlinable public func collect() -> Publishers.Collect<Self> {
        apply(.init(initial: []) { (values, input) throws(Failure) in values.append(input) })
    }

    /// Gathers values into arrays of `count`, and what is left into a shorter one when this publisher finishes.
    ///
    /// ```
    /// input      --1--2--3--4--5--|
    /// collect(2) -----[1,2]-[3,4]-([5]|)
    /// ```
    ///
    /// - Demand: Asks for `count` times as many values as it is asked for arrays. What had been gathered before a failure
    ///   is dropped.
    @inlinable public func collect(_ count: Int) -> Publishers.CollectByCount<Self> {
        apply(Operators.CollectByCount(count: count))
    }

    /// Gathers neighbours into an array, as long as each belongs together with the one before it.
    ///
    /// ```
    /// input                --1--2--9--8--|
    /// collect { $0 < $1 }  --------[1,2]-[9]-([8]|)
    /// ```
    ///
    /// An array is given when a value comes that does not belong to it, and the last one when this publisher finishes. After
    /// a failure the last one is dropped.
    ///
    /// - Demand: One for one; for a value that is gathered another is asked for.
    /// - Parameter predicate: Whether a value, its second argument, belongs together with the one before it.
    @inlinable public func collect(
        while predicate: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Applied<Self, Operators.CollectWhile<Output, Failure>> {
        apply(Operators.CollectWhile(predicate: predicate))
    }

    /// Another name for ``collect(while:)``: the one that it has for collections.
    @inlinable public func chunked(
        by predicate: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Applied<Self, Operators.CollectWhile<Output, Failure>> {
        collect(while: predicate)
    }

    /// Gathers neighbours into an array, as long as `key` makes the same of them.
    ///
    /// ```
    /// input               --"a"--"b"--"cd"--"e"--|
    /// chunked(on: \.count) ------------["a","b"]-["cd"]-(["e"]|)
    /// ```
    ///
    /// - Demand: One for one; for a value that is gathered another is asked for.
    @inlinable public func chunked<Key: Equatable & SendableMetatype>(
        on key: @escaping @Sendable (Output) -> Key
    ) -> Publishers.Applied<Self, Operators.CollectWhile<Output, Failure>> {
        collect { key($0) == key($1) }
    }
}

extension Publishers {
    /// The publisher behind `collect()`.
    public typealias Collect<Upstream: Publisher> = Applied<
        Upstream, Operators.Reduce<Upstream.Output, [Upstream.Output], Upstream.Failure>
    > where Upstream.Output: Sendable

    /// The publisher behind `collect(_:)`.
    public typealias CollectByCount<Upstream: Publisher> = Applied<
        Upstream, Operators.CollectByCount<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The operator behind `collect(_:)`.
    @frozen public struct CollectByCount<Input: Sendable, Failure: Error>: Operator {
        @usableFromInline let count: Int

        @inlinable public init(count: Int) {
            precondition(count > 0, "collect(_:) takes one or more; it was given \(count)")
            self.count = count
        }

        @inlinable public var demandPolicy: DemandPolicy { .batches(of: count) }

        @inlinable public func makeState() -> [Input] { [] }

        @inlinable public func next(_ input: Input, _ batch: inout [Input]) throws(Failure) -> Step<[Input]> {
            batch.append(input)
            if batch.count < count { return .skip }
            defer { batch = [] }
            return .emit(batch)
        }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<Failure>, _ batch: inout [Input]
        ) -> Ending<[Input], Failure> {
            if case .failure = completion { return .completion(completion) }
            return batch.isEmpty ? .finish : .last(batch)
        }
    }

    /// The operator behind `collect(while:)`.
    @frozen public struct CollectWhile<Input: Sendable, Failure: Error>: Operator {
        @usableFromInline let predicate: @Sendable (Input, Input) -> Bool

        @inlinable public init(predicate: @escaping @Sendable (Input, Input) -> Bool) { self.predicate = predicate }

        @inlinable public func makeState() -> [Input] { [] }

        @inlinable public func next(_ input: Input, _ batch: inout [Input]) throws(Failure) -> Step<[Input]> {
            if let last = batch.last, !predicate(last, input) {
                defer { batch = [input] }
                return .emit(batch)
            }
            batch.append(input)
            return .skip
        }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<Failure>, _ batch: inout [Input]
        ) -> Ending<[Input], Failure> {
            if case .failure = completion { return .completion(completion) }
            return batch.isEmpty ? .finish : .last(batch)
        }
    }
}
