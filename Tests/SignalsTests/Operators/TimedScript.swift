import Signals
import SignalsTesting

enum ScriptError: Error { case source, other }

/// Sources with a time line in the notation `210:2 220:3 250|`: values, a finish `|` or a failure `X`, each with its tick.
///
/// What is built on them is subscribed to at tick 200, and what comes out is written down in the same notation.
struct TimedScript {
    let scheduler = VirtualTimeScheduler()

    /// A subject to which `script` happens, whoever listens.
    func hot(_ script: String) -> PassthroughSubject<String, ScriptError> {
        let subject = PassthroughSubject<String, ScriptError>()
        play(script, on: subject)
        return subject
    }

    /// A publisher to whose every subscriber `script` happens from the subscription on.
    func cold(_ script: String) -> Deferred<PassthroughSubject<String, ScriptError>> {
        Deferred { hot(script) }
    }

    /// What comes out of `publisher` from tick 200 on.
    func output<P: Publisher>(
        _ publisher: P, demand: Subscribers.Demand = .unlimited, until end: Int = 1_000
    ) -> String where P.Output: Sendable {
        scheduler.advance(to: Self.instant(200))
        let recorder = publisher.record(on: scheduler, demand: demand)
        scheduler.advance(to: Self.instant(end))
        return recorder.script
    }

    private func play(_ script: String, on subject: PassthroughSubject<String, ScriptError>) {
        for event in script.split(separator: " ") {
            let time = event.prefix { $0.isNumber }
            let what = String(event.dropFirst(time.count))
            let instant = scheduler.now.advanced(by: .milliseconds(Int(time)!))
            _ = scheduler.schedule(after: instant) {
                switch what.first {
                case "|": subject.send(completion: .finished)
                case "X": subject.send(completion: .failure(.source))
                default: subject.send(String(what.dropFirst()))
                }
            }
        }
    }

    static func instant(_ tick: Int) -> SchedulerInstant { SchedulerInstant(offset: .milliseconds(tick)) }
}

extension Recorder {
    /// What was recorded, in the notation of a ``TimedScript``.
    var script: String {
        events.compactMap { event in
            let tick = Int(event.time.offset / .milliseconds(1))
            return switch event.signal {
            case .subscription: nil
            case .value(let value): "\(tick):\(value)"
            case .completion(.finished): "\(tick)|"
            case .completion(.failure): "\(tick)X"
            }
        }.joined(separator: " ")
    }
}
