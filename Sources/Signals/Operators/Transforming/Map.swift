extension Publisher {
    /// Turns each value into another.
    ///
    /// ```
    /// input    --1--2--3--|
    /// map(×10) --10-20-30-|
    /// ```
    ///
    /// A key path literal works too: `map(\.count)`. One that is kept in a variable goes into a closure:
    /// `map { $0[keyPath: path] }`.
    ///
    /// - Demand: One for one.
    @inlinable public func map<T>(_ transform: @escaping @Sendable (Output) -> T) -> Publishers.Map<Self, T> {
        apply(.init(transform: transform))
    }

    /// The same with a function that may throw. If it does, the stream fails with its error.
    ///
    /// A closure has to say what it throws, `{ (x) throws(E) in … }`, unless the failure type is `any Error`.
    @inlinable @_disfavoredOverload
    public func map<T>(_ transform: @escaping @Sendable (Output) throws(Failure) -> T) -> Publishers.Map<Self, T> {
        apply(.init(transform: transform))
    }

    /// Turns each value into another with a closure that may throw anything.
    ///
    /// ```
    /// input        --1--2--x--3--|
    /// tryMap(×10)  --10-20-#
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable
    public func tryMap<T>(_ transform: @escaping @Sendable (Output) throws -> T) -> Publishers.TryMap<Self, T> {
        apply(Operators.Try(Operators.Map(transform: transform)))
    }

    /// Turns each value into a tuple of what several functions, usually key path literals, make of it.
    ///
    /// ```
    /// input                    --"a"-------"bc"------|
    /// map(\.count, \.isEmpty)  --(1,false)-(2,false)-|
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable
    public func map<First, Second, each Other>(
        _ first: @escaping @Sendable (Output) -> First, _ second: @escaping @Sendable (Output) -> Second,
        _ other: repeat @escaping @Sendable (Output) -> each Other
    ) -> Publishers.Map<Self, (First, Second, repeat each Other)> {
        map { value in (first(value), second(value), repeat (each other)(value)) }
    }

    /// Gives `output` in place of `nil`.
    ///
    /// ```
    /// input               --1--nil--3--|
    /// replaceNil(with: 0) --1--0----3--|
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable public func replaceNil<T: Sendable>(with output: T) -> Publishers.Map<Self, T> where Output == T? {
        map { value in value ?? output }
    }

    /// Turns each element of each value, which is a sequence, into another.
    ///
    /// ```
    /// input         --[1,2]---[3]--|
    /// mapMany(×10)  --[10,20]-[30]-|
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable public func mapMany<T>(
        _ transform: @escaping @Sendable (Output.Element) -> T
    ) -> Publishers.Map<Self, [T]> where Output: Sequence {
        map { $0.map(transform) }
    }

    /// Gives the opposite of each value.
    ///
    /// ```
    /// input     --true--false--|
    /// toggle()  --false-true---|
    /// ```
    ///
    /// - Demand: One for one.
    @inlinable public func toggle() -> Publishers.Map<Self, Bool> where Output == Bool { map { !$0 } }
}

extension Publishers {
    /// The publisher behind `map(_:)`.
    public typealias Map<Upstream: Publisher, Output> = Applied<
        Upstream, Operators.Map<Upstream.Output, Output, Upstream.Failure>
    >

    /// The publisher behind `tryMap(_:)`.
    public typealias TryMap<Upstream: Publisher, Output> = Applied<
        Upstream, Operators.Try<Operators.Map<Upstream.Output, Output, any Error>, Upstream.Failure>
    >

    /// The publisher behind `map(_:)` with a key path`.
    public typealias MapKeyPath<Upstream: Publisher, Output> = Applied<
        Upstream, Operators.Map<Upstream.Output, Output, Upstream.Failure>
    >

    /// The publisher behind `map(_:_:)` with key paths`.
    public typealias MapKeyPath2<Upstream: Publisher, Output0, Output1> = Applied<
        Upstream, Operators.Map<Upstream.Output, (Output0, Output1), Upstream.Failure>
    >

    /// The publisher behind `map(_:_:_:)` with key paths`.
    public typealias MapKeyPath3<Upstream: Publisher, Output0, Output1, Output2> = Applied<
        Upstream, Operators.Map<Upstream.Output, (Output0, Output1, Output2), Upstream.Failure>
    >
}

extension Operators {
    /// The operator behind `map(_:)`.
    @frozen public struct Map<Input, Output, Failure: Error>: Operator {
        @usableFromInline let transform: @Sendable (Input) throws(Failure) -> Output

        @inlinable public init(transform: @escaping @Sendable (Input) throws(Failure) -> Output) {
            self.transform = transform
        }

        @inlinable public func next(_ input: Input, _ state: inout Void) throws(Failure) -> Step<Output> {
            .emit(try transform(input))
        }
    }
}
