extension Publisher where Output: Sendable {
    /// This publisher's values for a `for await` loop. None is lost.
    ///
    /// ```swift
    /// for await name in names.values { print(name) }
    /// ```
    ///
    /// Each loop is a subscription of its own, which begins where the loop does (at `makeAsyncIterator()`). Everything is
    /// asked for, and what comes while the loop's body runs is kept without bound: a publisher that gives values for as
    /// long as they are asked for, such as a long sequence, is drained at once. Where that is too much, say what may be
    /// dropped with ``values(buffering:)``.
    ///
    /// The loop ends with the publisher, throwing its failure if it has one. It ends too when its task is cancelled;
    /// upstream is cancelled at that moment if the loop waits for a value, and otherwise when it next does. Leaving the
    /// loop, with `break` or by throwing, cancels upstream.
    @inlinable
    public var values: AsyncPublisher<Self> { values(buffering: .unbounded) }

    /// This publisher's values for a `for await` loop, with a limit to how many wait for it.
    ///
    /// - Parameter buffering: What is kept while the loop's body runs. The iterator's
    ///   ``AsyncPublisher/Iterator/droppedCount`` tells how many values were not.
    @inlinable
    public func values(buffering: ValueBuffering) -> AsyncPublisher<Self> {
        AsyncPublisher(self, buffering: buffering)
    }
}

/// The values of a publisher as an asynchronous sequence with the publisher's failure.
@frozen
public struct AsyncPublisher<Upstream: Publisher>: AsyncSequence, Sendable where Upstream.Output: Sendable {
    public typealias Element = Upstream.Output
    public typealias Failure = Upstream.Failure

    public let upstream: Upstream
    public let buffering: ValueBuffering

    /// - Precondition: A limit is zero or more. With zero a value is kept only if the loop waits for it.
    @inlinable
    public init(_ upstream: Upstream, buffering: ValueBuffering = .unbounded) {
        switch buffering {
        case .newest(let limit), .oldest(let limit):
            precondition(limit >= 0, "values(buffering:) takes a limit of zero or more; it was given \(limit)")
        case .unbounded: break
        }
        self.upstream = upstream
        self.buffering = buffering
    }

    /// Subscribes.
    @inlinable
    public func makeAsyncIterator() -> Iterator {
        let buffer = AsyncBuffer<Element, Failure>(buffering, name: Self.self)
        let owner = AsyncBufferOwner(buffer)
        upstream.receive(subscriber: buffer)
        return Iterator(owner)
    }

    /// One subscription. It is cancelled when the iterator goes.
    @frozen
    public struct Iterator: AsyncIteratorProtocol {
        @usableFromInline let owner: AsyncBufferOwner<Element, Failure>

        @inlinable
        init(_ owner: AsyncBufferOwner<Element, Failure>) {
            self.owner = owner
        }

        /// How many values were dropped so far because the loop was too slow for its ``ValueBuffering``.
        @inlinable public var droppedCount: Int { owner.buffer.droppedCount }

        /// The next value, or `nil` after the last one.
        ///
        /// A failure that came while nobody waited is kept and thrown here, once.
        @inlinable
        public mutating func next(isolation actor: isolated (any Actor)?) async throws(Failure) -> Element? {
            try await owner.buffer.next(isolation: actor).get()
        }

        @inlinable
        public mutating func next() async throws(Failure) -> Element? {
            try await next(isolation: nil)
        }
    }
}
