/// A publisher of one value that is yet to come, or of a failure.
///
/// The work begins when the future is made, not when somebody subscribes, and it is done once: each subscriber gets the
/// result, however late it comes. Work that is to be done for each subscriber is `Deferred { Future { … } }`.
///
/// ```swift
/// let answer = Future<Int, Never> { promise in
///     queue.async { promise(.success(work())) }
/// }
/// ```
///
/// The promise may be called from any thread. The first call settles the result, and every other is ignored. A future
/// whose promise is never called gives nothing; what it holds is let go of with the last of the two.
///
/// - Demand: The value waits until it is asked for. A failure does not.
public final class Future<Output: Sendable, Failure: Error>: Publisher {
    /// Settles the result of a ``Future``.
    public typealias Promise = @Sendable (Result<Output, Failure>) -> Void

    @usableFromInline let fanOut = FanOut<Output, Failure>(replay: .last(1), name: Future.self)

    /// The task that does the work, if one does.
    @usableFromInline let work: FutureWork?

    /// Begins the work.
    ///
    /// - Parameter attemptToFulfill: Is called at once, and given the promise to call when the work is done.
    public init(_ attemptToFulfill: (@escaping Promise) -> Void) {
        work = nil
        // The promise holds the fan-out and not the future: with it the result still reaches those who have subscribed.
        attemptToFulfill { [fanOut] result in fanOut.settle(result) }
    }

    init(beginning: (@escaping Promise) -> FutureWork) {
        work = beginning { [fanOut] result in fanOut.settle(result) }
    }

    deinit {
        work?.abandon()
    }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        if let work {
            work.subscribe(subscriber, to: fanOut)
        } else {
            fanOut.subscribe(subscriber)
        }
    }
}
