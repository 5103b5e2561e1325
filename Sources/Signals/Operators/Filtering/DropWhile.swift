extension Publisher {
    /// Leaves out values until there is one that `predicate` does not accept, and gives everything from that one on.
    ///
    /// ```
    /// input            --1--2--3--1--|
    /// drop { $0 < 3 }  --------3--1--|
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable
    public func drop(
        while predicate: @escaping @Sendable (Output) -> Bool
    ) -> Publishers.Applied<Self, Publishers.DropWhile<Output, Failure>> {
        apply(Publishers.DropWhile<Output, Failure>(predicate: predicate))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable
    @_disfavoredOverload
    public func drop(
        while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.Applied<Self, Publishers.DropWhile<Output, Failure>> {
        apply(Publishers.DropWhile(predicate: predicate))
    }

    /// Leaves out values until there is one that `predicate`, which may throw anything, does not accept.
    ///
    /// ```
    /// input               --1--2--3--1--|
    /// tryDrop { $0 < 3 }  --------3--1--|
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable
    public func tryDrop(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.Tried<Self, Publishers.DropWhile<Output, any Error>> {
        apply(Publishers.Try(Publishers.DropWhile(predicate: predicate)))
    }
}

extension Publishers {
    /// The operator behind `drop(while:)`.
    @frozen
    public struct DropWhile<Output, Failure: Error>: Operator {
        @usableFromInline let predicate: @Sendable (Output) throws(Failure) -> Bool

        @inlinable
        init(predicate: @escaping @Sendable (Output) throws(Failure) -> Bool) {
            self.predicate = predicate
        }

        @inlinable public func makeState() -> Bool { true }

        @inlinable
        public func next(_ input: Output, _ isDropping: inout Bool) throws(Failure) -> Step<Output> {
            if isDropping, try predicate(input) { return .skip }
            isDropping = false
            return .emit(input)
        }
    }
}
