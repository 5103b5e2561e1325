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
    ) -> Publishers.TryCatch<Self, P> where P.Output == Output {
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
            subscription(for: subscriber).start()
        }

        // Apart, since what it needs of the stack would be there while upstream is subscribed to.
        @inlinable
        @inline(never)
        func subscription<S: Subscriber<Output, Failure>>(
            for subscriber: S
        ) -> MachineSubscription<Operators.Catch<NewPublisher>> {
            let subscription = MachineSubscription(
                Operators.Catch<NewPublisher>(), home: _home, downstream: subscriber, connect: { $1.pass($0) })
            subscription.attachInputs = { [upstream, handler] inputs in
                inputs.pass(upstream) { (error, id) in
                    do throws(Failure) { return .input(try handler(error), from: id) } catch {
                        return .failed(error, id)
                    }
                }
            }
            return subscription
        }
    }
}

extension Publishers {
    /// The publisher behind `tryCatch(_:)`.
    public typealias TryCatch<Upstream: Publisher, NewPublisher: Publisher> = Catch<
        Upstream, Applied<NewPublisher, Operators.MapError<NewPublisher.Output, NewPublisher.Failure, any Error>>
    > where Upstream.Output == NewPublisher.Output
}

extension Publishers.Catch: MainActorPublisher where Upstream: MainActorPublisher, NewPublisher: MainActorPublisher {}

extension Operators {
    /// The machine behind `catch(_:)`. What it is told is the publisher that is to follow.
    @frozen
    public struct Catch<NewPublisher: Publisher>: OperatorMachine {
        public typealias Output = NewPublisher.Output
        public typealias Source = NewPublisher
        @usableFromInline var current = 0

        @inlinable public static var passesValues: Bool { true }

        @inlinable public init() {}

        @inlinable
        public mutating func handle(
            _ event: MachineEvent<NewPublisher, NewPublisher.Failure>, _ effects: inout Effects<Self>
        ) {
            switch event {
            case .start: effects.request(effects.demand, from: current)
            case .demand(let added): effects.request(added, from: current)
            case .input(let replacement, _):
                current = effects.attach(replacement)
                effects.request(effects.demand, from: current)
            case .finished: effects.complete(.finished)
            default: break
            }
        }
    }
}
