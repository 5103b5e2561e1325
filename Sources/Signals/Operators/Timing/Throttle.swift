extension Publisher where Output: Sendable {
    /// Gives the first value, and then at most one for each `interval`.
    ///
    /// ```
    /// input                            -a-b-c--d------e-f-|
    /// throttle(for: 4, latest: true)   -a---c---d-----e---(f|)
    /// throttle(for: 4, latest: false)  -a---b---d-----e---(f|)
    /// ```
    ///
    /// What is given opens a window. The newest value of a window, or the first, is given when the window ends, whether
    /// or not another comes; and a value that comes when no window is open is given at once. So any two are at least
    /// `interval` apart. An ending, a failure too, waits for the value that waits. There is one timer at most, and none
    /// while nothing waits.
    ///
    /// - Demand: Asks upstream for everything. Without demand the newest value that could have been given is held.
    ///
    /// - Parameters:
    ///   - interval: How far two values are apart at least.
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - latest: Whether the newest value of a window is given; else it is the first.
    @inlinable
    @_disfavoredOverload
    public func throttle(
        for interval: Duration, scheduler: some Scheduler, latest: Bool
    ) -> Publishers.Throttle<Self> {
        Publishers.Throttle(upstream: self, interval: interval, latest: latest, scheduler: scheduler)
    }

    /// Gives the first value, and then at most one for each `interval`, on the main actor.
    ///
    /// - Demand: Asks upstream for everything. Without demand the newest value that could have been given is held.
    ///
    /// - Parameters:
    ///   - interval: How far two values are apart at least.
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - latest: Whether the newest value of a window is given; else it is the first.
    @inlinable
    public func throttle(
        for interval: Duration, scheduler: some MainActorScheduler, latest: Bool
    ) -> Publishers.MainActorDelivery<Publishers.Throttle<Self>> {
        Publishers.MainActorDelivery(
            Publishers.Throttle(upstream: self, interval: interval, latest: latest, scheduler: scheduler),
            on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `throttle(for:scheduler:latest:)`.
    @frozen
    public struct Throttle<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let interval: Duration
        @usableFromInline let latest: Bool
        @usableFromInline let scheduler: any Scheduler

        @inlinable
        init(upstream: Upstream, interval: Duration, latest: Bool, scheduler: any Scheduler) {
            self.upstream = upstream
            self.interval = interval
            self.latest = latest
            self.scheduler = scheduler
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let machine = ThrottleMachine<Output, Failure>(interval: interval, latest: latest)
            Junction(machine, scheduler: scheduler, name: Self.self, downstream: subscriber).start { [upstream] in
                $0.connect(upstream) { $0 }
            }
        }
    }
}

@frozen
@usableFromInline
struct ThrottleMachine<Value, Failure: Error>: Machine {
    @usableFromInline typealias Input = Value
    @usableFromInline typealias Output = Value
    @usableFromInline let interval: Duration
    @usableFromInline let latest: Bool
    @usableFromInline var pending: Value?
    /// Whether the pending value waits for demand only, no longer for its window's end.
    @usableFromInline var isDue = false
    /// When the last window ends or has ended.
    @usableFromInline var windowEnd: SchedulerInstant?
    @usableFromInline var ending: Subscribers.Completion<Failure>?

    @inlinable
    init(interval: Duration, latest: Bool) {
        self.interval = interval
        self.latest = latest
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        effects.request(.unlimited, from: 0)
    }

    @inlinable
    mutating func receive(_ value: Value, from id: Int, _ effects: inout Effects<Self>) {
        if pending != nil, !isDue {
            // The timer for this window's end is armed already.
            if latest { pending = value }
            return
        }
        let now = effects.now
        if let end = windowEnd, now < end {
            if pending == nil {
                effects.arm(at: end)
                pending = value
            } else if latest {
                pending = value
            }
        } else {
            pending = value
            isDue = true
            flush(&effects)
        }
    }

    @inlinable
    mutating func timerFired(_ effects: inout Effects<Self>) {
        isDue = true
        flush(&effects)
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        if isDue { flush(&effects) }
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        end(.finished, &effects)
    }

    @inlinable
    mutating func fail(_ error: Failure, _ id: Int, _ effects: inout Effects<Self>) {
        end(.failure(error), &effects)
    }

    @inlinable
    mutating func end(_ completion: Subscribers.Completion<Failure>, _ effects: inout Effects<Self>) {
        ending = completion
        if pending == nil { effects.complete(completion) }
    }

    /// Gives the pending value, whose time has come, and opens a window; so does one that has to be held, since the
    /// next one to take its place has to be a window apart.
    @inlinable
    mutating func flush(_ effects: inout Effects<Self>) {
        windowEnd = effects.now.advanced(by: interval)
        guard effects.hasDemand, let value = pending.take() else { return }
        isDue = false
        effects.emit(value)
        if let ending { effects.complete(ending) }
    }
}
