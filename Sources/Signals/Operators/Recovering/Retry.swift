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
        Publishers.Followed(Operators.Retry(self, retries), home: _home)
    }

    /// Subscribes to this publisher again wherever it fails, for ever.
    @inlinable
    public func retry() -> Publishers.Retry<Self> { retry(.max) }

    /// Subscribes to this publisher again where it fails with an error that `condition` accepts, `retries` times at most.
    @inlinable
    public func retry(
        _ retries: Int = .max, if condition: @escaping @Sendable (Failure) -> Bool
    ) -> Publishers.Retry<Self> {
        Publishers.Followed(Operators.Retry(self, retries, if: condition), home: _home)
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
        let machine = Operators.Retry(self, retries, pace: Operators.RetryPace(delay, using: generator), if: condition)
        return Publishers.Followed(machine, clock: scheduler, home: _home)
    }
}

extension Publishers {
    /// The publisher behind `retry`.
    public typealias Retry<Upstream: Publisher> = Followed<Upstream, Operators.Retry<Upstream>>
}

extension Operators {
    /// How long each attempt waits for.
    public struct RetryPace: Sendable {
        private let delay: RetryDelay
        private var generator: any RandomNumberGenerator & Sendable
        private var wait: Duration

        public init(
            _ delay: RetryDelay,
            using generator: some RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
        ) {
            self.delay = delay
            self.generator = generator
            wait = delay.initial
        }

        /// The next attempt's wait.
        @usableFromInline
        mutating func next() -> Duration {
            defer { wait = delay.wait(after: wait) }
            return delay.jittered(wait, using: &generator)
        }
    }

    /// The machine behind `retry`.
    @frozen
    public struct Retry<Upstream: Publisher>: OperatorMachine {
        public typealias Input = Never
        public typealias Output = Upstream.Output
        public typealias Source = Upstream
        @usableFromInline let upstream: Upstream
        @usableFromInline let condition: (@Sendable (Upstream.Failure) -> Bool)?
        @usableFromInline var left: Int
        @usableFromInline var pace: RetryPace?
        @usableFromInline var current = 0
        /// What it fails with if the scheduler has no time for another attempt.
        @usableFromInline var failure: Upstream.Failure?

        @inlinable public static var passesValues: Bool { true }
        @inlinable public static var takesFailures: Bool { true }

        @inlinable
        public init(
            _ upstream: Upstream, _ retries: Int, pace: RetryPace? = nil,
            if condition: (@Sendable (Upstream.Failure) -> Bool)? = nil
        ) {
            precondition(retries >= 0, "retry(_:) takes zero or more; it was given \(retries)")
            self.upstream = upstream
            self.condition = condition
            self.pace = pace
            left = retries
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Never, Upstream.Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start, .timer:
                current = effects.attach(upstream)
                effects.request(effects.demand, from: current)
            case .demand(let added): effects.request(added, from: current)
            case .finished: effects.complete(.finished)
            case .timerLost: if let failure { effects.complete(.failure(failure)) }
            case .failed(let error, _):
                guard left > 0, condition?(error) ?? true else { return effects.complete(.failure(error)) }
                if left < .max { left -= 1 }
                if let wait = pace?.next() {
                    failure = error
                    return effects.arm(at: effects.now.advanced(by: wait))
                }
                handle(.timer, &effects)
            default: break
            }
        }
    }
}
