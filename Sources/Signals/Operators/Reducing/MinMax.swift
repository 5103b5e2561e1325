extension Publisher where Output: Sendable {
    /// Gives the smallest value by an order of your own, when this publisher finishes; of equal ones, the first.
    ///
    /// ```
    /// input     --3--1--2--|
    /// min(by <) -----------(1|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The value waits until it is asked for. After a failure there is none.
    @inlinable
    public func min(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        apply(.init(smallestBy: areInIncreasingOrder))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func min(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.Comparison<Self> {
        apply(.init(smallestBy: areInIncreasingOrder))
    }

    /// Gives the greatest value by an order of your own, when this publisher finishes; of equal ones, the first.
    ///
    /// ```
    /// input     --1--3--2--|
    /// max(by <) -----------(3|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The value waits until it is asked for. After a failure there is none.
    @inlinable
    public func max(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) -> Bool
    ) -> Publishers.Comparison<Self> {
        apply(.init(greatestBy: areInIncreasingOrder))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func max(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.Comparison<Self> {
        apply(.init(greatestBy: areInIncreasingOrder))
    }

    /// Gives the smallest value by an order that may throw anything, when this publisher finishes.
    ///
    /// ```
    /// input        --3--1--2--|
    /// tryMin(by <) -----------(1|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The value waits until it is asked for. After a failure there is none.
    @inlinable
    public func tryMin(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        apply(Operators.Try(Operators.Selection(smallestBy: areInIncreasingOrder)))
    }

    /// Gives the greatest value by an order that may throw anything, when this publisher finishes.
    ///
    /// ```
    /// input        --1--3--2--|
    /// tryMax(by <) -----------(3|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The value waits until it is asked for. After a failure there is none.
    @inlinable
    public func tryMax(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws -> Bool
    ) -> Publishers.TryComparison<Self> {
        apply(Operators.Try(Operators.Selection(greatestBy: areInIncreasingOrder)))
    }
}

extension Publisher where Output: Sendable & Comparable {
    /// Gives the smallest value, when this publisher finishes; of equal ones, the first.
    ///
    /// ```
    /// input --3--1--2--|
    /// min() -----------(1|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The value waits until it is asked for. After a failure there is none.
    @inlinable public func min() -> Publishers.Comparison<Self> {
        min { $0 < $1 }
    }

    /// Gives the greatest value, when this publisher finishes; of equal ones, the first.
    ///
    /// ```
    /// input --1--3--2--|
    /// max() -----------(3|)
    /// ```
    ///
    /// - Demand: Asks upstream for everything. The value waits until it is asked for. After a failure there is none.
    @inlinable public func max() -> Publishers.Comparison<Self> {
        max { $0 < $1 }
    }
}

extension Operators.Selection {
    @inlinable
    init(smallestBy areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool) {
        self.init { (kept, input) throws(Failure) in
            if let kept { try areInIncreasingOrder(input, kept) } else { true }
        }
    }

    @inlinable
    init(greatestBy areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool) {
        self.init { (kept, input) throws(Failure) in
            if let kept { try areInIncreasingOrder(kept, input) } else { true }
        }
    }
}

extension Publishers {
    /// The publisher behind `min(by:)` and `max(by:)`.
    public typealias Comparison<Upstream: Publisher> = Applied<
        Upstream, Operators.Selection<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable

    /// The publisher behind `tryMin(by:)` and `tryMax(by:)`.
    public typealias TryComparison<Upstream: Publisher> = Applied<
        Upstream, Operators.Try<Operators.Selection<Upstream.Output, any Error>, Upstream.Failure>
    > where Upstream.Output: Sendable
}
