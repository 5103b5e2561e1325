extension Publisher {
    /// Leaves out values until there is one that `predicate` does not accept, and gives everything from that one on.
    ///
    /// ```
    /// input            --1--2--3--1--|
    /// drop { $0 < 3 }  --------3--1--|
    /// ```
    ///
    /// - Demand: One for one; for a value that is left out another is asked for.
    @inlinable public func drop(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.DropWhile<Self> {
        apply(.init(predicate: predicate))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func drop(
        while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.DropWhile<Self> {
        apply(.init(predicate: predicate))
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
    public func tryDrop(while predicate: @escaping @Sendable (Output) throws -> Bool) -> Publishers.TryDropWhile<Self> {
        apply(Operators.Try(Operators.DropWhile(predicate: predicate)))
    }
}

extension Publishers {
    /// The publisher behind `drop(while:)`.
    public typealias DropWhile<Upstream: Publisher> = Applied<
        Upstream, Operators.DropWhile<Upstream.Output, Upstream.Failure>
    >

    /// The publisher behind `tryDrop(while:)`.
    public typealias TryDropWhile<Upstream: Publisher> = Applied<
        Upstream, Operators.Try<Operators.DropWhile<Upstream.Output, any Error>, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `drop(while:)`.
    @frozen public struct DropWhile<Output, Failure: Error>: Operator {
        @usableFromInline let predicate: @Sendable (Output) throws(Failure) -> Bool

        @inlinable public init(predicate: @escaping @Sendable (Output) throws(Failure) -> Bool) {
            self.predicate = predicate
        }

        @inlinable public func makeState() -> Bool { true }

        @inlinable public func next(_ input: Output, _ isDropping: inout Bool) throws(Failure) -> Step<Output> {
            if isDropping, try predicate(input) { return .skip }
            isDropping = false
            return .emit(input)
        }
    }
}
