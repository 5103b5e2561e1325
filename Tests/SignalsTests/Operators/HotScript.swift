import Signals
import SignalsTesting
import TestSupport

/// A hot source in the notation `210:2 220:3 250|`: a value, a finish `|` or a failure `X` at a tick.
///
/// What is built on it is subscribed to at tick 200, and what comes out is written down in the same notation.
struct HotScript {
    let scheduler = VirtualTimeScheduler()
    let subject = PassthroughSubject<Int, Broken>()
    let cancels = Log<Int>()

    init(_ script: String) {
        for event in script.split(separator: " ") {
            let time = event.prefix { $0.isNumber }
            let action: @Sendable () -> Void =
                switch event.dropFirst(time.count).first {
                case "|": { [subject] in subject.send(completion: .finished) }
                case "X": { [subject] in subject.send(completion: .failure(.upstream)) }
                default: { [subject] in subject.send(Int(event.dropFirst(time.count + 1))!) }
                }
            _ = scheduler.schedule(after: Self.instant(Int(time)!), action)
        }
    }

    /// What `build` makes of the source, up to tick 1,000.
    func output<P: Publisher>(
        demand: Subscribers.Demand = .unlimited, _ build: (OperatorCase.Input) -> P
    ) -> String where P.Output: Sendable {
        let watched = subject.handleEvents(receiveCancel: { [scheduler, cancels] in
            cancels.append(Self.tick(scheduler.now))
        })
        let publisher = build(watched.eraseToAnyPublisher())
        scheduler.advance(to: Self.instant(200))
        let recorder = publisher.record(on: scheduler, demand: demand)
        scheduler.advance(to: Self.instant(1_000))
        return recorder.events.compactMap { event in
            switch event.signal {
            case .subscription: nil
            case .value(let value): "\(Self.tick(event.time)):\(value)"
            case .completion(.finished): "\(Self.tick(event.time))|"
            case .completion(.failure): "\(Self.tick(event.time))X"
            }
        }.joined(separator: " ")
    }

    static func instant(_ tick: Int) -> SchedulerInstant { SchedulerInstant(offset: .milliseconds(tick)) }
    static func tick(_ instant: SchedulerInstant) -> Int { Int(instant.offset / .milliseconds(1)) }
}
