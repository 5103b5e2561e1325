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
    ) -> Publishers.Applied<Self, Publishers.Selection<Output, Failure>> {
        apply(Publishers.Selection<Output, Failure>(smallestBy: areInIncreasingOrder))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable
    @_disfavoredOverload
    public func min(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.Applied<Self, Publishers.Selection<Output, Failure>> {
        apply(Publishers.Selection(smallestBy: areInIncreasingOrder))
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
    ) -> Publishers.Applied<Self, Publishers.Selection<Output, Failure>> {
        apply(Publishers.Selection<Output, Failure>(greatestBy: areInIncreasingOrder))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable
    @_disfavoredOverload
    public func max(
        by areInIncreasingOrder: @escaping @Sendable (Output, Output) throws(Failure) -> Bool
    ) -> Publishers.Applied<Self, Publishers.Selection<Output, Failure>> {
        apply(Publishers.Selection(greatestBy: areInIncreasingOrder))
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
    ) -> Publishers.Tried<Self, Publishers.Selection<Output, any Error>> {
        apply(Publishers.Try(Publishers.Selection(smallestBy: areInIncreasingOrder)))
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
    ) -> Publishers.Tried<Self, Publishers.Selection<Output, any Error>> {
        apply(Publishers.Try(Publishers.Selection(greatestBy: areInIncreasingOrder)))
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
    @inlinable
    public func min() -> Publishers.Applied<Self, Publishers.Selection<Output, Failure>> {
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
    @inlinable
    public func max() -> Publishers.Applied<Self, Publishers.Selection<Output, Failure>> {
        max { $0 < $1 }
    }
}

extension Publishers.Selection {
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
