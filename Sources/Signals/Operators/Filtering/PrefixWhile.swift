extension Publisher {
    /// Gives values until there is one that `predicate` does not accept, and then finishes.
    ///
    /// ```
    /// input              --1--2--3--1--|
    /// prefix { $0 < 3 }  --1--2--|
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable
    public func prefix(while predicate: @escaping @Sendable (Output) -> Bool) -> Publishers.PrefixWhile<Self> {
        apply(.init(predicate: predicate))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func prefix(
        while predicate: @escaping @Sendable (Output) throws(Failure) -> Bool
    ) -> Publishers.PrefixWhile<Self> {
        apply(.init(predicate: predicate))
    }

    /// Gives values until there is one that `predicate` does not accept, that one too if so wanted, and then finishes.
    ///
    /// ```
    /// input                          --1--2--3--1--|
    /// prefix(while: <3, .inclusive)  --1--2--(3|)
    /// ```
    ///
    /// - Demand: One for one.
    /// - Parameters:
    ///   - predicate: Whether there is more to come behind this value.
    ///   - boundary: What becomes of the first value that is not accepted.
    @inlinable
    public func prefix(
        while predicate: @escaping @Sendable (Output) -> Bool, _ boundary: Publishers.PrefixBoundary
    ) -> Publishers.PrefixWhile<Self> {
        apply(.init(predicate: predicate, boundary: boundary))
    }

    /// Gives values until there is one that `predicate`, which may throw anything, does not accept.
    ///
    /// ```
    /// input                 --1--2--3--1--|
    /// tryPrefix { $0 < 3 }  --1--2--|
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable
    public func tryPrefix(
        while predicate: @escaping @Sendable (Output) throws -> Bool
    ) -> Publishers.TryPrefixWhile<Self> {
        apply(Operators.Try(Operators.PrefixWhile(predicate: predicate)))
    }
}

extension Publishers {
    /// What becomes of the value that ends a `prefix(while:_:)`.
    @frozen public enum PrefixBoundary: Hashable, Sendable {
        /// It is left out.
        case exclusive
        /// It is the last value.
        case inclusive
    }

    /// The publisher behind `prefix(while:)`.
    public typealias PrefixWhile<Upstream: Publisher> = Applied<
        Upstream, Operators.PrefixWhile<Upstream.Output, Upstream.Failure>
    >

    /// The publisher behind `tryPrefix(while:)`.
    public typealias TryPrefixWhile<Upstream: Publisher> = Applied<
        Upstream, Operators.Try<Operators.PrefixWhile<Upstream.Output, any Error>, Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `prefix(while:)`.
    @frozen public struct PrefixWhile<Output, Failure: Error>: Operator {
        @usableFromInline let predicate: @Sendable (Output) throws(Failure) -> Bool
        @usableFromInline let boundary: Publishers.PrefixBoundary

        @inlinable public init(
            predicate: @escaping @Sendable (Output) throws(Failure) -> Bool,
            boundary: Publishers.PrefixBoundary = .exclusive
        ) {
            self.predicate = predicate
            self.boundary = boundary
        }

        @inlinable public func next(_ input: Output, _ state: inout Void) throws(Failure) -> Step<Output> {
            if try predicate(input) { return .emit(input) }
            return boundary == .inclusive ? .last(input) : .finish
        }
    }
}
