extension Publisher where Output: Sendable {
    /// Has subscribers subscribe to `subject`, which gets this publisher's values while it is connected.
    ///
    /// - Demand: The subject's affair, which is given the subscription: a ``PassthroughSubject`` asks for everything once one of
    ///   its subscribers has asked. What becomes of a value that a subscriber has not asked for is its affair too.
    @inlinable
    public func multicast<S: Subject<Output, Failure>>(subject: S) -> Publishers.Multicast<Self, S> {
        Publishers.Multicast(upstream: self) { subject }
    }

    /// Has subscribers subscribe to a subject, which gets this publisher's values while it is connected.
    ///
    /// - Demand: The subject's affair, which is given the subscription: a ``PassthroughSubject`` asks for everything once one of
    ///   its subscribers has asked. What becomes of a value that a subscriber has not asked for is its affair too.
    /// - Parameter createSubject: Makes the subject when it is first needed. If two threads need it at once, one of the two
    ///   that are made is thrown away.
    @inlinable public func multicast<S: Subject<Output, Failure>>(
        _ createSubject: @escaping @Sendable () -> S
    ) -> Publishers.Multicast<Self, S> {
        Publishers.Multicast(upstream: self, createSubject: createSubject)
    }

    /// Lets this publisher wait until it is told to start, so that several can subscribe before its first value.
    ///
    /// - Demand: Asks upstream for everything, once it is connected and a subscriber has asked. A value is dropped for a
    ///   subscriber that has not asked for it.
    @inlinable
    public func makeConnectable() -> Publishers.MakeConnectable<Self> {
        multicast { PassthroughSubject() }
    }
}

extension Publishers {
    /// The publisher behind `makeConnectable()`.
    public typealias MakeConnectable<Upstream: Publisher> = Multicast<
        Upstream, PassthroughSubject<Upstream.Output, Upstream.Failure>
    > where Upstream.Output: Sendable

    /// The publisher behind `multicast` and `makeConnectable()`. Copies of it are the same publisher.
    public final class Multicast<Upstream: Publisher, SubjectType: Subject>: ConnectablePublisher
    where Upstream.Output == SubjectType.Output, Upstream.Failure == SubjectType.Failure, Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// Makes the subject.
        public let createSubject: @Sendable () -> SubjectType
        @usableFromInline let state = Locked(MulticastState<SubjectType>())

        @inlinable public init(upstream: Upstream, createSubject: @escaping @Sendable () -> SubjectType) {
            self.upstream = upstream
            self.createSubject = createSubject
        }

        @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            subject().receive(subscriber: subscriber)
        }

        /// Subscribes to upstream, or returns the connection under way.
        ///
        /// A connection that upstream has ended is returned too: there is nothing more to come through this subject. Only
        /// when the last one was cancelled is upstream subscribed to again.
        @inlinable
        public func connect() -> any Cancellable {
            let feed = SubjectFeed(subject())
            let (connection, old) = state.withLock { $0.connection(or: feed.end) }
            withExtendedLifetime(old) {}
            if connection === feed.end { upstream.receive(subscriber: feed) }
            return connection
        }

        @usableFromInline func subject() -> SubjectType {
            if let subject = state.withLock({ $0.subject }) { return subject }
            let new = createSubject()
            return state.withLock { state in
                let subject = state.subject ?? new
                state.subject = subject
                return subject
            }
        }
    }
}

@usableFromInline
struct MulticastState<SubjectType: Subject>: Sendable {
    var subject: SubjectType?
    private var connection: EndSlot?

    @usableFromInline init() {}

    /// The connection, which becomes `new` if there is none or it was cancelled, and what was there before.
    @usableFromInline mutating func connection(or new: EndSlot) -> (EndSlot, EndSlot?) {
        let old = connection
        if let old, !old.wasCancelled { return (old, nil) }
        connection = new
        return (new, old)
    }
}
