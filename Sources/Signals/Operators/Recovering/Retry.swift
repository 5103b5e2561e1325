extension Publisher {
    /// Subscribes to this publisher again where it fails, `retries` times at most.
    ///
    /// ```
    /// input     --1--#
    /// retry(1)  --1----1--#
    /// ```
    ///
    /// The stack stays flat however often a publisher fails at once, and each attempt is let go of before the next.
    ///
    /// - Demand: What one attempt leaves open is asked of the next.
    @inlinable
    public func retry(_ retries: Int) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries)
    }

    /// Subscribes to this publisher again wherever it fails, for ever.
    @inlinable
    public func retry() -> Publishers.Retry<Self> { retry(.max) }

    /// Subscribes to this publisher again where it fails with an error that `condition` accepts, `retries` times at most.
    @inlinable
    public func retry(
        _ retries: Int = .max, if condition: @escaping @Sendable (Failure) -> Bool
    ) -> Publishers.Retry<Self> {
        Publishers.Retry(upstream: self, retries: retries, condition: condition)
    }

    /// Subscribes to this publisher again some time after it failed.
    ///
    /// ```
    /// publisher.retry(5, delay: .exponential(from: .milliseconds(100), limit: .seconds(5), jitter: 0.1), scheduler: queue)
    /// ```
    ///
    /// The new attempt is made by a job of `scheduler`; its values come from wherever this publisher delivers. Nothing is
    /// scheduled but while a new attempt is being waited for, and cancelling calls that off.
    ///
    /// - Demand: What one attempt leaves open is asked of the next.
    /// - Parameters:
    ///   - retries: How many new attempts to make at most.
    ///   - delay: How long to wait before each.
    ///   - scheduler: Whose time it goes by.
    ///   - generator: Where chance comes from. Each subscription begins with a copy of it.
    ///   - condition: Whether it is worth trying again after this error.
    @inlinable
    public func retry(
        _ retries: Int = .max, delay: RetryDelay, scheduler: some Scheduler,
        using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
        if condition: @escaping @Sendable (Failure) -> Bool = { _ in true }
    ) -> Publishers.Retry<Self> {
        let pace = RetryPace(delay: delay, scheduler: scheduler, generator: generator)
        return Publishers.Retry(upstream: self, retries: retries, condition: condition, pace: pace)
    }
}

extension Publishers {
    /// The publisher behind `retry(_:)` and its kin.
    public struct Retry<Upstream: Publisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        /// How many times it is subscribed to again at most.
        public let retries: Int
        @usableFromInline let condition: (@Sendable (Failure) -> Bool)?
        @usableFromInline let pace: RetryPace?

        @usableFromInline
        init(
            upstream: Upstream, retries: Int, condition: (@Sendable (Failure) -> Bool)? = nil, pace: RetryPace? = nil
        ) {
            precondition(retries >= 0, "retry(_:) takes zero or more; it was given \(retries)")
            self.upstream = upstream
            self.retries = retries
            self.condition = condition
            self.pace = pace
        }

        @inlinable public var _home: DeliveryHome? { upstream._home }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let plan = RetryPlan(upstream: upstream, retries: retries, condition: condition, pace: pace)
            Relay(plan, home: upstream._home, name: Self.self, downstream: subscriber).start()
        }
    }
}

extension Publishers.Retry: MainActorPublisher where Upstream: MainActorPublisher {}

/// When the next attempt is made.
@usableFromInline
struct RetryPace: Sendable {
    private let delay: RetryDelay
    @usableFromInline let scheduler: any Scheduler
    private var generator: any RandomNumberGenerator & Sendable
    private var wait: Duration

    @usableFromInline
    init(delay: RetryDelay, scheduler: any Scheduler, generator: any RandomNumberGenerator & Sendable) {
        self.delay = delay
        self.scheduler = scheduler
        self.generator = generator
        wait = delay.initial
    }

    @usableFromInline
    mutating func nextInstant() -> SchedulerInstant {
        defer { wait = delay.wait(after: wait) }
        return scheduler.now.advanced(by: delay.jittered(wait, using: &generator))
    }
}

@usableFromInline
struct RetryPlan<Upstream: Publisher>: RelayPlan {
    @usableFromInline typealias Output = Upstream.Output
    @usableFromInline typealias Failure = Upstream.Failure
    @usableFromInline let upstream: Upstream
    @usableFromInline let condition: (@Sendable (Failure) -> Bool)?
    @usableFromInline var left: Int
    @usableFromInline var pace: RetryPace?

    @inlinable
    init(upstream: Upstream, retries: Int, condition: (@Sendable (Failure) -> Bool)?, pace: RetryPace?) {
        self.upstream = upstream
        self.condition = condition
        left = retries
        self.pace = pace
    }

    @inlinable
    mutating func next(after ended: Subscribers.Completion<Failure>?) -> RelayStep<Self> {
        if case .finished = ended { return .complete(.finished) }
        if case .failure(let error) = ended {
            guard left > 0, condition?(error) ?? true else { return .complete(.failure(error)) }
            if left < .max { left -= 1 }
            if let scheduler = pace?.scheduler, let instant = pace?.nextInstant() {
                return .wait { resume in
                    scheduler.schedule(after: instant, tolerance: scheduler.minimumTolerance) { resume(nil) }
                }
            }
        }
        return .follow { [upstream] in $0.connect(upstream) }
    }
}
