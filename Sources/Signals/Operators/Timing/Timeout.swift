extension Publisher where Output: Sendable {
    /// Ends the stream if nothing comes for `interval`, counted from the subscription and from each value.
    ///
    /// ```
    /// input        -1--2--------3-|
    /// timeout(4)   -1--2---|
    /// ```
    ///
    /// It finishes then, or fails if there is a custom error, and cancels upstream. Values and the ending are delivered
    /// on `scheduler`. There is one timer, whatever the rate of values, and none after the ending.
    ///
    /// - Demand: Passed on. Time goes by whether or not anything has been asked for.
    ///
    /// - Parameters:
    ///   - interval: How long it waits for a value.
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - options: Nothing; for code that was written for Combine.
    ///   - customError: Makes the error to fail with.
    @inlinable
    public func timeout<S: Scheduler>(
        _ interval: some SchedulerTimeIntervalConvertible, scheduler: S, options: Never? = nil,
        customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timed<Self, Operators.Timeout<Output, Failure>, S.Home> {
        timed(Operators.Timeout(interval._duration, customError: customError), on: scheduler)
    }

    /// Ends the stream if the first value takes longer than `first`, or another longer than `each` after the one before.
    ///
    /// ```
    /// input                       -----1--2--------3-|
    /// timeout(first: 8, each: 4)  -----1--2---|
    /// ```
    ///
    /// It finishes then, or fails if there is a custom error, and cancels upstream.
    ///
    /// - Demand: Passed on. Time goes by whether or not anything has been asked for.
    /// - Parameters:
    ///   - first: How long it waits for the first value, counted from the subscription.
    ///   - each: How long it waits for each other value. `nil` stands for ever.
    ///   - scheduler: Whose time it goes by, and whose jobs deliver.
    ///   - customError: Makes the error to fail with.
    @inlinable
    public func timeout<S: Scheduler>(
        first: Duration, each: Duration? = nil, scheduler: S, customError: (@Sendable () -> Failure)? = nil
    ) -> Publishers.Timed<Self, Operators.Timeout<Output, Failure>, S.Home> {
        timed(Operators.Timeout(first: first, each: each, customError: customError), on: scheduler)
    }
}

extension Publishers {
    /// The publisher behind `timeout(_:scheduler:options:customError:)`.
    public typealias Timeout<Upstream: Publisher> = Timed<
        Upstream, Operators.Timeout<Upstream.Output, Upstream.Failure>, Never
    > where Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `timeout(_:scheduler:options:customError:)`.
    @frozen
    public struct Timeout<Output: Sendable, Failure: Error>: OperatorMachine {
        @usableFromInline let first: Duration
        @usableFromInline let each: Duration?
        @usableFromInline let customError: (@Sendable () -> Failure)?
        @usableFromInline var deadline = SchedulerInstant.zero
        @usableFromInline var isArmed = true

        @inlinable
        public init(_ interval: Duration, customError: (@Sendable () -> Failure)? = nil) {
            self.init(first: interval, each: interval, customError: customError)
        }

        @inlinable
        public init(first: Duration, each: Duration?, customError: (@Sendable () -> Failure)? = nil) {
            self.first = first
            self.each = each
            self.customError = customError
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start:
                deadline = effects.now.advanced(by: first)
                // In this order, so that what upstream gives at once comes before a deadline that has come already.
                effects.request(effects.demand, from: 0)
                effects.arm(at: deadline)
            case .demand(let added): effects.request(added, from: 0)
            case .input(let value, _):
                guard effects.hasDemand else { return effects.refuse() }
                if let each {
                    // The timer is left alone. When it fires it sleeps on, unless it would fire too late.
                    let next = effects.now.advanced(by: each)
                    if !isArmed || next < deadline { effects.arm(at: next) }
                    deadline = next
                    isArmed = true
                } else if isArmed {
                    effects.disarm()
                    isArmed = false
                }
                effects.emit(value)
            case .timer:
                if effects.now < deadline { return effects.arm(at: deadline) }
                effects.complete(customError.map { .failure($0()) } ?? .finished)
            case .timerLost: isArmed = false
            case .finished: effects.complete(.finished)
            default: break
            }
        }
    }
}
