import Signals

extension Recorder {
    /// What was recorded, as marbles: tick 0 is the moment of the subscription, and `!` the one at which
    /// ``cancel()`` was called.
    ///
    /// What happened between two ticks stands at the one before. The line ends with the last event.
    ///
    /// - Parameters:
    ///   - tick: How long a tick is.
    ///   - name: What a value is called.
    public func timeline(
        tick: Duration = .milliseconds(1), naming name: (Input) -> Character
    ) -> MarbleTimeline {
        let origin = events.first?.time ?? .zero
        func place(_ time: SchedulerInstant) -> Int { Self.ticks(from: origin, to: time, tick: tick).whole }
        var entries = events.compactMap { event -> MarbleTimeline.Entry? in
            switch event.signal {
            case .subscription: nil
            case .value(let value): .init(tick: place(event.time), event: .value(name(value)))
            case .completion(.finished): .init(tick: place(event.time), event: .finished)
            case .completion(.failure): .init(tick: place(event.time), event: .failed)
            }
        }
        if let cancelTime { entries.append(.init(tick: place(cancelTime), event: .cancelled)) }
        return MarbleTimeline(entries)
    }

    /// How many ticks lie between two instants, and whether that is exact.
    static func ticks(
        from origin: SchedulerInstant, to time: SchedulerInstant, tick: Duration
    ) -> (whole: Int, isExact: Bool) {
        let (ticks, rest) = origin.duration(to: time).attoseconds.quotientAndRemainder(
            dividingBy: max(tick, .nanoseconds(1)).attoseconds)
        return (Int(clamping: ticks), rest == 0)
    }
}

extension Recorder where Input: Hashable {
    /// What was recorded, as a marble text, to be compared with one.
    ///
    /// ```swift
    /// recorder.marbles(naming: [2: "a", 4: "b"]) == "--a-b-|"
    /// ```
    ///
    /// - Parameters:
    ///   - names: What the values are called. One that is not among them is called `?`.
    ///   - tick: How long a tick is.
    public func marbles(naming names: [Input: Character], tick: Duration = .milliseconds(1)) -> String {
        timeline(tick: tick) { names[$0] ?? "?" }.description
    }
}

extension Recorder<Character, Never> {
    /// What was recorded, as a marble text in which each value stands for itself.
    public func marbles(tick: Duration = .milliseconds(1)) -> String {
        timeline(tick: tick) { $0 }.description
    }
}
