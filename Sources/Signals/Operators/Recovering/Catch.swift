extension Publisher {
    /// Goes on with another publisher where this one fails.
    ///
    /// ```
    /// input                --1--2--#
    /// other                        --3--4--|
    /// catch { _ in other } --1--2----3--4--|
    /// ```
    ///
    /// - Demand: What this publisher leaves open is asked of the other.
    /// - Parameter handler: Makes the other publisher of the error.
    @inlinable
    public func `catch`<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) -> P
    ) -> Publishers.Catch<Self, P> where P.Output == Output {
        Publishers.Catch(upstream: self) { (error) throws(P.Failure) in handler(error) }
    }

    /// Goes on with another publisher where this one fails; the handler may throw the other's kind of error, which then ends
    /// the stream.
    ///
    /// - Demand: What this publisher leaves open is asked of the other.
    /// - Parameter handler: Makes the other publisher of the error.
    @inlinable
    @_disfavoredOverload
    public func `catch`<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) throws(P.Failure) -> P
    ) -> Publishers.Catch<Self, P> where P.Output == Output {
        Publishers.Catch(upstream: self, handler: handler)
    }

    /// Goes on with another publisher where this one fails; the handler may throw any error, which then ends the stream.
    ///
    /// - Demand: What this publisher leaves open is asked of the other.
    /// - Parameter handler: Makes the other publisher of the error.
    @inlinable
    public func tryCatch<P: Publisher>(
        _ handler: @escaping @Sendable (Failure) throws -> P
    )
        -> Publishers.Catch<
            Self, Publishers.Applied<P, Publishers.MapError<P.Output, P.Failure, any Error>>
        > where P.Output == Output
    {
        `catch` { (error) throws(any Error) in try handler(error).mapError { $0 as any Error } }
    }
}

extension Publishers {
    /// The publisher behind `catch(_:)`.
    @frozen
    public struct Catch<Upstream: Publisher, NewPublisher: Publisher>: Publisher
    where Upstream.Output == NewPublisher.Output {
        public typealias Output = Upstream.Output
        public typealias Failure = NewPublisher.Failure

        public let upstream: Upstream
        public let handler: @Sendable (Upstream.Failure) throws(NewPublisher.Failure) -> NewPublisher

        @inlinable
        public init(
            upstream: Upstream,
            handler: @escaping @Sendable (Upstream.Failure) throws(NewPublisher.Failure) -> NewPublisher
        ) {
            self.upstream = upstream
            self.handler = handler
        }

        @inlinable public var _home: DeliveryHome? { upstream.home(with: NewPublisher.self) }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let plan = CatchPlan(upstream: upstream, handler: handler)
            Relay(plan, home: _home, name: Self.self, downstream: subscriber).start()
        }
    }
}

extension Publishers.Catch: MainActorPublisher where Upstream: MainActorPublisher, NewPublisher: MainActorPublisher {}

@usableFromInline
struct CatchPlan<Upstream: Publisher, NewPublisher: Publisher>: RelayPlan
where Upstream.Output == NewPublisher.Output {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = NewPublisher.Failure
    @usableFromInline typealias InputFailure = Either<Upstream.Failure, NewPublisher.Failure>
    @usableFromInline let upstream: Upstream
    @usableFromInline let handler: @Sendable (Upstream.Failure) throws(Failure) -> NewPublisher

    @inlinable
    init(upstream: Upstream, handler: @escaping @Sendable (Upstream.Failure) throws(Failure) -> NewPublisher) {
        self.upstream = upstream
        self.handler = handler
    }

    @inlinable
    mutating func next(after ended: Subscribers.Completion<InputFailure>?) -> RelayStep<Self> {
        switch ended {
        case nil:
            return .follow { [upstream] in $0.connect(upstream) { .first($0) } }
        case .finished:
            return .complete(.finished)
        case .failure(.second(let error)):
            return .complete(.failure(error))
        case .failure(.first(let error)):
            do throws(Failure) {
                let replacement = try handler(error)
                return .follow { $0.connect(replacement) { .second($0) } }
            } catch {
                return .complete(.failure(error))
            }
        }
    }
}
