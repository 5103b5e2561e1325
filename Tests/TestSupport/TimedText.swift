import Signals
import SignalsTesting

/// An error for tests.
package struct Problem: Error, Hashable {
    package let number: Int
    package init(_ number: Int = 0) { self.number = number }
    /// For giving a stream that cannot fail this failure.
    package init(never: Never) { self.init() }
}

/// Events with their times in milliseconds, as text: `210:2 250:3 500|`, and `500X` for a failure.
package struct TimedText {
    package enum Event: Sendable {
        case value(Int)
        case completion(Subscribers.Completion<Problem>)
    }

    package let events: [(time: Int, event: Event)]

    package init(_ text: String) {
        events = text.split(separator: " ").map { item in
            if item.hasSuffix("|") { return (Int(item.dropLast())!, .completion(.finished)) }
            if item.hasSuffix("X") { return (Int(item.dropLast())!, .completion(.failure(Problem()))) }
            let parts = item.split(separator: ":")
            return (Int(parts[0])!, .value(Int(parts[1])!))
        }
    }
}

extension VirtualTimeScheduler {
    /// Does `action` at a time in milliseconds.
    package func at(_ milliseconds: Int, _ action: @escaping @Sendable () -> Void) {
        _ = schedule(after: .at(milliseconds), action)
    }

    /// A subject to which everything in `text` will be sent: scheduled now, so it comes before what others schedule for
    /// the same instants later.
    package func subject(_ text: String) -> PassthroughSubject<Int, Problem> {
        let subject = PassthroughSubject<Int, Problem>()
        for (time, event) in TimedText(text).events { at(time) { subject.send(event) } }
        return subject
    }

    /// A subject to which everything in `text` is sent live, after time has moved on: so it comes behind what is
    /// scheduled for the same instants. `body` has its chance before.
    package func sendingLive(_ text: String, _ body: (PassthroughSubject<Int, Problem>) -> Void) {
        let subject = PassthroughSubject<Int, Problem>()
        body(subject)
        for (time, event) in TimedText(text).events {
            advance(to: .at(time))
            subject.send(event)
        }
    }
}

extension SchedulerInstant {
    package static func at(_ milliseconds: Int) -> SchedulerInstant {
        SchedulerInstant(offset: .milliseconds(milliseconds))
    }

    package var milliseconds: Int { Int(offset / .milliseconds(1)) }
}

extension PassthroughSubject<Int, Problem> {
    package func send(_ event: TimedText.Event) {
        switch event {
        case .value(let value): send(value)
        case .completion(let completion): send(completion: completion)
        }
    }
}

extension Recorder {
    /// What was recorded, in the notation of ``TimedText``.
    package var text: String {
        events.compactMap { event in
            switch event.signal {
            case .subscription: nil
            case .value(let value): "\(event.time.milliseconds):\(value)".replacing(" ", with: "")
            case .completion(.finished): "\(event.time.milliseconds)|"
            case .completion(.failure): "\(event.time.milliseconds)X"
            }
        }.joined(separator: " ")
    }
}
