extension Publisher where Output: Sendable {
    /// Gives a live stream of each `count` values.
    ///
    /// ```
    /// input             --1--2--3--4--5--|
    /// window(count: 2)  --A-----B-----C--|
    /// A                 --1--2|
    /// B                         3--4|
    /// C                               5--|
    /// ```
    ///
    /// A window opens with its first value, so none is empty, and its ``GroupedPublisher/key`` is its number. What comes
    /// before anybody has subscribed to it is kept for the first who does. The last window ends as this publisher does, and
    /// before the stream; where the stream is cancelled it finishes.
    ///
    /// - Demand: Asks upstream for everything. Windows wait until they are asked for, and values for a window's subscriber.
    @inlinable
    public func window(count: Int) -> Publishers.Window<Self, Empty<Never, Failure>> {
        Publishers.Joined(
            Publishers.Signalled(self, by: Empty(completeImmediately: false)), Operators.Window(count: count))
    }

    /// Gives a live stream of what comes between two values of another publisher.
    ///
    /// ```
    /// input                 --1--2-----3--4--|
    /// signal                -------x-x-----x--
    /// window(until: signal) --A--------B----C|
    /// ```
    ///
    /// A window opens with its first value, so none is empty, and ends with the next value of the signal. When the signal has
    /// finished, the window is open until this publisher ends; a failure of either is one of the window and of the stream. The
    /// signal is subscribed to first.
    ///
    /// - Demand: Asks both for everything. Windows wait until they are asked for, and values for a window's subscriber.
    @inlinable
    public func window<Signal: Publisher>(
        until signal: Signal
    ) -> Publishers.Window<Self, Signal> where Signal.Failure == Failure {
        Publishers.Joined(Publishers.Signalled(self, by: signal, beginWithSignal: true), Operators.Window())
    }

    /// Gives a live stream of what comes within each span of time.
    ///
    /// ```
    /// input              --1--2-----3--4--|
    /// window(byTime: 6)  --A--------B--C--|
    /// ```
    ///
    /// The spans lie on a grid that begins with the subscription. A window opens with its first value, so none is empty. It is
    /// ended by a job of `scheduler`: what comes at that instant belongs to either, whichever is first. Its values come on
    /// whatever thread this publisher delivers on.
    ///
    /// - Demand: Asks upstream for everything. Windows wait until they are asked for, and values for a window's subscriber.
    public func window(
        byTime interval: some SchedulerTimeIntervalConvertible, scheduler: some Scheduler
    )
        -> Publishers.Window<
            Self, Publishers.Applied<Publishers.Ticks, Operators.MapError<SchedulerInstant, Never, Failure>>
        >
    {
        let ticks = Publishers.Ticks(scheduler: scheduler, interval: interval._duration)
        return window(until: ticks.setFailureType(to: Failure.self))
    }
}

extension Publishers {
    /// The publisher behind `window(count:)`, `window(until:)` and `window(byTime:scheduler:)`.
    public typealias Window<Upstream: Publisher, Signal: Publisher> = Joined<
        Signalled<Upstream, Signal>, Operators.Window<Upstream.Output, Upstream.Failure>
    > where Upstream.Failure == Signal.Failure, Upstream.Output: Sendable
}

extension Operators {
    /// The machine behind `window(count:)`, `window(until:)` and `window(byTime:scheduler:)`.
    @frozen
    public struct Window<Value: Sendable, Failure: Error>: OperatorMachine {
        public typealias Output = GroupedPublisher<Int, Value, Failure>
        @usableFromInline let count: Int
        @usableFromInline var open: Branch<Value, Failure>?
        @usableFromInline var room = 0
        @usableFromInline var number = 0
        @usableFromInline var waiting = Queue<Output>()
        @usableFromInline var isFinished = false

        @inlinable public static var takesFailures: Bool { true }

        @inlinable
        public init(count: Int = .max) {
            precondition(count > 0, "window(count:) takes one or more; it was given \(count)")
            self.count = count
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Value?, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: for id in 0...1 { effects.request(.unlimited, from: id) }
            case .input(let value?, _): give(value)
            case .input(nil, _): open = nil
            case .finished(0):
                open = nil
                isFinished = true
            case .failed(let error, _):
                open?.end(.failure(error))
                return effects.complete(.failure(error))
            default: break
            }
            while effects.hasDemand, let window = waiting.popFirst() { effects.emit(window) }
            if isFinished, waiting.isEmpty { effects.complete(.finished) }
        }

        /// A window ends with the last reference to its branch.
        @inlinable
        mutating func give(_ value: Value) {
            if open == nil {
                let branch = Branch<Value, Failure>(keeping: .max, name: Output.self)
                waiting.append(Output(key: number, source: branch.source))
                (open, room) = (branch, count)
                number += 1
            }
            _ = open?.send(value)
            room -= 1
            if room == 0 { open = nil }
        }
    }
}
