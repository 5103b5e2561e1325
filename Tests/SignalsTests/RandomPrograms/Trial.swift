import Signals
import SignalsTesting
import TestSupport

/// Has the library run a program, and compares with what the reference interpreter says.
struct Trial {
    /// What the interpreter is given in place of the program: for a test of this test, something else.
    var reading: (Program) -> Program = { $0 }

    enum Verdict {
        case agrees
        /// There is no right answer, or none that the interpreter knows. What holds for every program held.
        case unknown
        case differs(String)
    }

    func verdict(on program: Program) -> Verdict {
        let expected: [Beat]?
        switch expectation(of: reading(program)) {
        case .success(let events): expected = events
        case .failure(.demand), .failure(.order): expected = nil
        case .failure(.tooLong): return .unknown
        }
        let run = LibraryRun(of: program)
        if let expected, run.events != expected {
            return .differs(difference(expected: expected, received: run.events))
        }
        if let complaint = run.complaint { return .differs(complaint) }
        return expected == nil ? .unknown : .agrees
    }

    /// What the program gives, if that does not depend on what comes first of two things of one tick.
    private func expectation(of program: Program) -> Result<[Beat], Undecided> {
        do throws(Undecided) {
            var reference = Reference()
            let events = try reference.beats(of: program)
            var attempts = 1
            while let choices = reference.nextChoices {
                attempts += 1
                if attempts > 40 { throw .order }
                reference = Reference(choices)
                if try reference.beats(of: program) != events { throw .order }
            }
            return .success(events)
        } catch {
            return .failure(error)
        }
    }
}

extension Reference {
    fileprivate func beats(of program: Program) throws(Undecided) -> [Beat] {
        try events(of: program).map { Beat(tick: $0.at.tick, event: $0.event) }
    }
}

/// What became of a program in the library.
struct LibraryRun {
    let events: [Beat]
    /// A rule of those that hold for every program, if it was broken.
    let complaint: String?

    init(of program: Program) {
        let scheduler = VirtualTimeScheduler()
        let visits = Log<ColdScript.Visit>()
        let stream = LibraryChain(scheduler: scheduler, visits: visits).publisher(program.root)
        let lastTick = Self.lastTick(of: program, scheduler)
        let perValue = Subscribers.Demand.max(program.asking.perValue)
        let recorder = Recorder<Int, Fault>(on: scheduler, demand: program.asking.initial) { _, _ in perValue }
        for request in program.asking.requests where request.tick > 0 {
            scheduler.at(request.tick) { recorder.request(request.demand) }
        }
        if let tick = program.cancelTick { scheduler.at(tick) { recorder.cancel() } }
        stream.subscribe(recorder)
        let report = scheduler.run(limit: 20_000)

        events = recorder.events.compactMap { event in
            let tick = event.time.milliseconds
            return switch event.signal {
            case .subscription: nil
            case .value(let value): Beat(tick: tick, event: .value(value))
            case .completion(.finished): Beat(tick: tick, event: .finish)
            case .completion(.failure(let fault)): Beat(tick: tick, event: .failure(fault.code))
            }
        }
        let end = events.last.flatMap { $0.event.isEnd ? $0.tick : nil } ?? program.cancelTick
        var complaints = recorder.violations
        if recorder.events.first?.signal != .subscription { complaints.append("the subscription did not come first") }
        if report.hasReachedLimit { complaints.append("it never comes to rest") }
        if let end {
            if scheduler.now > .at(max(end, lastTick)), !program.root.lingers {
                complaints.append("a timer ran at \(scheduler.now.milliseconds), after the end at \(end)")
            }
            if !program.root.lingers { complaints += visits.entries.compactMap(\.complaint) }
        }
        complaint = complaints.first
    }

    /// The last tick of what is scheduled by the program itself, whatever its chain does.
    private static func lastTick(of program: Program, _ scheduler: VirtualTimeScheduler) -> Int {
        let inputs = scheduler.pendingActions.last?.instant.milliseconds ?? 0
        return max(inputs, program.asking.requests.map(\.tick).max() ?? 0, program.cancelTick ?? 0)
    }
}

extension Asking.Request {
    fileprivate var demand: Subscribers.Demand { count.map { .max($0) } ?? .unlimited }
}

extension Asking {
    fileprivate var initial: Subscribers.Demand {
        requests.reduce(.none) { $1.tick == 0 ? $0 + $1.demand : $0 }
    }
}

extension Node {
    /// Whether there is a share in it that stays for a while when all have left.
    fileprivate var lingers: Bool {
        switch self {
        case .origin: false
        case .stage(_, .shareKept): true
        case .stage(let node, _), .diamond(let node, _, _, _): node.lingers
        case .join(let left, _, let right): left.lingers || right.lingers
        case .all(let nodes, _): nodes.contains(where: \.lingers)
        case .flatten(let outer, _, _): outer.lingers
        }
    }
}

/// Both time lines: as lists, and as marbles if they are short enough.
private func difference(expected: [Beat], received: [Beat]) -> String {
    func list(_ beats: [Beat]) -> String { beats.map { "\($0.tick):\($0.event.text)" }.joined(separator: " ") }
    let text = "reference  \(list(expected))\nlibrary    \(list(received))"
    let last = (expected + received).map(\.tick).max() ?? 0
    if last > 100 { return text }
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ")
    let values = (expected + received).compactMap { if case .value(let value) = $0.event { value } else { nil } }
    let names = Dictionary(zip(Set(values).sorted(), letters)) { former, _ in former }
    func timeline(_ beats: [Beat]) -> MarbleTimeline {
        MarbleTimeline(
            beats.map { beat in
                let event: MarbleEvent =
                    switch beat.event {
                    case .value(let value): .value(names[value] ?? "?")
                    case .finish: .finished
                    case .failure: .failed
                    }
                return MarbleTimeline.Entry(tick: beat.tick, event: event)
            })
    }
    let picture = MarbleDifference(
        expected: timeline(expected), received: timeline(received), names: ("reference", "library"))
    return "\(text)\n\(picture)"
}
