// One side that cannot fail, beside one that can: the side that cannot is given the other's failure type. Every form is behind
// those for sides that fail alike, also by this file's name, since the compiler tries them in that order.

extension Publisher where Failure == Never {
    /// Gives the values of `publisher`, which may fail, when this one has finished.
    @inlinable @_disfavoredOverload
    public func append<P: Publisher>(_ publisher: P)
        -> Publishers.Concatenate<Publishers.Applied<Self, Operators.MapError<Output, Never, P.Failure>>, P>
    where P.Output == Output {
        setFailureType(to: P.Failure.self).append(publisher)
    }

    /// Gives the values of `publisher`, which may fail, and then those of this one.
    @inlinable @_disfavoredOverload
    public func prepend<P: Publisher>(_ publisher: P)
        -> Publishers.Concatenate<P, Publishers.Applied<Self, Operators.MapError<Output, Never, P.Failure>>>
    where P.Output == Output {
        setFailureType(to: P.Failure.self).prepend(publisher)
    }
}

extension Publisher where Failure == Never, Output: Sendable {
    /// Gives the values of this publisher and of another, which may fail, as they come.
    @inlinable @_disfavoredOverload
    public func merge<P: Publisher>(with publisher: P)
        -> Publishers.Joined<
            Publishers.Alike<Publishers.Applied<Self, Operators.MapError<Output, Never, P.Failure>>, P>,
            Operators.Merge<Output, P.Failure>
        > where P.Output == Output
    {
        setFailureType(to: P.Failure.self).merge(with: publisher)
    }

    /// Gives the newest values of this publisher and of another, which may fail.
    @inlinable @_disfavoredOverload
    public func combineLatest<P: Publisher>(_ publisher: P)
        -> Publishers.Joined<
            Publishers.Pair<Publishers.Applied<Self, Operators.MapError<Output, Never, P.Failure>>, P>,
            Operators.CombineLatest<Operators.LatestPair<Output, P.Output>, P.Failure>
        > where P.Output: Sendable
    {
        setFailureType(to: P.Failure.self).combineLatest(publisher)
    }

    /// Gives the values of this publisher and of another, which may fail, in pairs.
    @inlinable @_disfavoredOverload
    public func zip<P: Publisher>(_ publisher: P)
        -> Publishers.Joined<
            Publishers.Pair<Publishers.Applied<Self, Operators.MapError<Output, Never, P.Failure>>, P>,
            Operators.Zip<Operators.ZipPairs<Output, P.Output>, P.Failure>
        > where P.Output: Sendable
    {
        setFailureType(to: P.Failure.self).zip(publisher)
    }

    /// Goes on with this publisher or another, which may fail, whichever gives something first.
    @inlinable @_disfavoredOverload
    public func race<P: Publisher>(with publisher: P)
        -> Publishers.Joined<
            Publishers.Alike<Publishers.Applied<Self, Operators.MapError<Output, Never, P.Failure>>, P>,
            Operators.Race<Output, P.Failure>
        > where P.Output == Output
    {
        setFailureType(to: P.Failure.self).race(with: publisher)
    }
}

extension Publisher {
    /// Gives the values of `publisher`, which cannot fail, when this one has finished.
    @inlinable @_disfavoredOverload
    public func append<P: Publisher>(_ publisher: P)
        -> Publishers.Concatenate<Self, Publishers.Applied<P, Operators.MapError<P.Output, Never, Failure>>>
    where P.Output == Output, P.Failure == Never {
        append(publisher.setFailureType(to: Failure.self))
    }

    /// Gives the values of `publisher`, which cannot fail, and then those of this one.
    @inlinable @_disfavoredOverload
    public func prepend<P: Publisher>(_ publisher: P)
        -> Publishers.Concatenate<Publishers.Applied<P, Operators.MapError<P.Output, Never, Failure>>, Self>
    where P.Output == Output, P.Failure == Never {
        prepend(publisher.setFailureType(to: Failure.self))
    }

    /// Turns each value into a publisher that cannot fail, and gives the values of the newest of them.
    @inlinable @_disfavoredOverload
    public func flatMapLatest<P: Publisher>(
        _ transform: @escaping @Sendable (Output) -> P
    ) -> Publishers.FlatMapLatest<Publishers.Applied<P, Operators.MapError<P.Output, Never, Failure>>, Self>
    where P.Failure == Never, P.Output: Sendable {
        flatMapLatest { transform($0).setFailureType(to: Failure.self) }
    }
}

extension Publisher where Output: Sendable {
    /// Gives the values of this publisher and of another, which cannot fail, as they come.
    @inlinable @_disfavoredOverload
    public func merge<P: Publisher>(with publisher: P)
        -> Publishers.Joined<
            Publishers.Alike<Self, Publishers.Applied<P, Operators.MapError<P.Output, Never, Failure>>>,
            Operators.Merge<Output, Failure>
        > where P.Output == Output, P.Failure == Never
    {
        merge(with: publisher.setFailureType(to: Failure.self))
    }

    /// Gives the newest values of this publisher and of another, which cannot fail.
    @inlinable @_disfavoredOverload
    public func combineLatest<P: Publisher>(_ publisher: P)
        -> Publishers.Joined<
            Publishers.Pair<Self, Publishers.Applied<P, Operators.MapError<P.Output, Never, Failure>>>,
            Operators.CombineLatest<Operators.LatestPair<Output, P.Output>, Failure>
        > where P.Failure == Never, P.Output: Sendable
    {
        combineLatest(publisher.setFailureType(to: Failure.self))
    }

    /// Gives the values of this publisher and of another, which cannot fail, in pairs.
    @inlinable @_disfavoredOverload
    public func zip<P: Publisher>(_ publisher: P)
        -> Publishers.Joined<
            Publishers.Pair<Self, Publishers.Applied<P, Operators.MapError<P.Output, Never, Failure>>>,
            Operators.Zip<Operators.ZipPairs<Output, P.Output>, Failure>
        > where P.Failure == Never, P.Output: Sendable
    {
        zip(publisher.setFailureType(to: Failure.self))
    }

    /// Goes on with this publisher or another, which cannot fail, whichever gives something first.
    @inlinable @_disfavoredOverload
    public func race<P: Publisher>(with publisher: P)
        -> Publishers.Joined<
            Publishers.Alike<Self, Publishers.Applied<P, Operators.MapError<P.Output, Never, Failure>>>,
            Operators.Race<Output, Failure>
        > where P.Output == Output, P.Failure == Never
    {
        race(with: publisher.setFailureType(to: Failure.self))
    }
}

extension Publisher where Output: Publisher, Output.Failure == Never, Output.Output: Sendable {
    /// Gives the values of the newest of the publishers that this one gives, which cannot fail.
    @inlinable @_disfavoredOverload
    public func switchToLatest()
        -> Publishers.Flattened<
            Publishers.Applied<Output, Operators.MapError<Output.Output, Never, Failure>>, Self,
            Operators.SwitchToLatest<Publishers.Applied<Output, Operators.MapError<Output.Output, Never, Failure>>>
        >
    { flatMapLatest { $0 } }
}
