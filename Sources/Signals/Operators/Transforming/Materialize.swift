extension Publishers {
    /// What a publisher gives, a value or its ending, as a value.
    @frozen
    public enum MaterializedEvent<Output, Failure: Error> {
        case value(Output)
        case completion(Subscribers.Completion<Failure>)

        /// The value, unless this is the ending: `events.compactMap(\.value)` is a stream of the values alone.
        @inlinable public var value: Output? { if case .value(let value) = self { value } else { nil } }

        /// The error, if this is a failure: `events.compactMap(\.failure)` is a stream of the failures alone.
        @inlinable public var failure: Failure? {
            if case .completion(.failure(let error)) = self { error } else { nil }
        }
    }
}

extension Publishers.MaterializedEvent: Sendable where Output: Sendable {}
extension Publishers.MaterializedEvent: Equatable where Output: Equatable, Failure: Equatable {}
extension Publishers.MaterializedEvent: Hashable where Output: Hashable, Failure: Hashable {}

extension Publisher {
    /// Turns values and the ending into values, so that a failure can pass through a chain that cannot fail.
    ///
    /// ```
    /// input         --1--2--#
    /// materialize() --v1-v2-(c#|)
    /// ```
    ///
    /// - Demand: One for one. The ending is a value too, and waits until it is asked for; then the stream finishes.
    @inlinable public func materialize() -> Publishers.Applied<Self, Operators.Materialize<Output, Failure>> {
        apply(Operators.Materialize())
    }

    /// Undoes ``materialize()``.
    ///
    /// ```
    /// input           --v1-v2-c#-v3-|
    /// dematerialize() --1--2--#
    /// ```
    ///
    /// It ends as soon as a value says so, or where this publisher ends.
    ///
    /// - Demand: One for one.
    @inlinable
    public func dematerialize<Value, NewFailure: Error>()
        -> Publishers.Applied<Self, Operators.Dematerialize<Value, NewFailure>>
    where Output == Publishers.MaterializedEvent<Value, NewFailure>, Failure == Never {
        apply(Operators.Dematerialize())
    }
}

extension Operators {
    /// The operator behind `materialize()`.
    @frozen public struct Materialize<Input, InputFailure: Error>: Operator {
        @inlinable public init() {}

        @inlinable public func next(
            _ input: Input, _ state: inout Void
        ) throws(Never) -> Step<Publishers.MaterializedEvent<Input, InputFailure>> {
            .emit(.value(input))
        }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<InputFailure>, _ state: inout Void
        ) -> Ending<Publishers.MaterializedEvent<Input, InputFailure>, Never> {
            .last(.completion(completion))
        }
    }

    /// The operator behind `dematerialize()`.
    @frozen public struct Dematerialize<Output, Failure: Error>: Operator {
        @inlinable public init() {}

        @inlinable public func next(
            _ input: Publishers.MaterializedEvent<Output, Failure>, _ state: inout Void
        ) throws(Failure) -> Step<Output> {
            switch input {
            case .value(let value): return .emit(value)
            case .completion(.finished): return .finish
            case .completion(.failure(let error)): throw error
            }
        }

        @inlinable public func complete(
            _ completion: Subscribers.Completion<Never>, _ state: inout Void
        ) -> Ending<Output, Failure> {
            .finish
        }
    }
}
