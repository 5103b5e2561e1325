/// The reference interpreter: what a chain gives, worked out on plain lists of timed events.
///
/// It is written from what the documentation says, knows nothing of the library, and goes for being plainly right: no
/// state machine, no subscription, and no scheduler, only functions from lists to lists. A subscription is the moment it
/// is made at. An operator works on the whole list of what its input gives to a subscriber that has asked for everything;
/// `Reference+Demand.swift` has what comes of asking for less.
///
/// Where two things happen at one tick and nothing says which is first, it has to choose, and notes that it did. A program
/// whose outcome depends on the choice has no right answer, and is left out.
final class Reference {
    /// Of each two things of one tick whether the former comes first, in the order in which that is asked.
    private(set) var choices: [Bool]
    private var made = 0
    private var budget = 2_000
    /// What subjects have given to new subscribers.
    private var answers: Set<Answer> = []
    private struct Answer: Hashable {
        let beats: [Beat]
        let tick: Int
    }
    /// Whether something is subscribed to again, from inside its own delivery.
    private(set) var isAgain = false

    /// - Parameter choices: The first choices to make. In all others the former of two things comes first.
    init(_ choices: [Bool] = []) {
        self.choices = choices
    }

    /// Whether the former of two things of one tick comes first.
    func prefersFormer() -> Bool {
        if made == choices.count { choices.append(true) }
        defer { made += 1 }
        return choices[made]
    }

    /// The choices to make next, if all are to be tried that this one has led to; `nil` when it was the last.
    var nextChoices: [Bool]? {
        guard let last = choices.lastIndex(of: true) else { return nil }
        return choices.prefix(last) + [false]
    }

    /// What `node` gives to a subscriber of that moment, who asks for everything.
    func events(of node: Node, from start: Moment) throws(Undecided) -> [TimedEvent] {
        let result = try computed(node, start)
        budget -= result.count + 1
        if budget < 0 { throw .tooLong }
        return result
    }

    private func computed(_ node: Node, _ start: Moment) throws(Undecided) -> [TimedEvent] {
        switch node {
        case .origin(let origin): return try events(of: origin, from: start)
        case .stage(let upstream, let stage): return try events(of: upstream, through: stage, from: start)
        case .join(let left, let join, let right): return try events(of: left, join, right, from: start)
        case .all(let nodes, .concatenate): return try sequence(nodes, from: start)
        case .all(let nodes, let gathering):
            if nodes.isEmpty { return [TimedEvent(start, .finish)] }
            var lists: [[TimedEvent]] = []
            for node in nodes { lists.append(try events(of: node, from: start)) }
            return gather(interleave(lists, from: start), gathering, of: nodes.count)
        case .flatten(let outer, let flattening, let inners):
            return try flatten(outer, flattening, inners, from: start)
        case .diamond(let base, let left, let join, let right):
            return try diamond(base, left, join, right, from: start)
        }
    }

    // MARK: Origins

    private func events(of origin: Origin, from start: Moment) throws(Undecided) -> [TimedEvent] {
        switch origin {
        case .sequence(let values): return (values.map(Event.value) + [.finish]).map { TimedEvent(start, $0) }
        case .record(let events): return events.map { TimedEvent(start, $0) }
        case .cold(let beats): return beats.map { TimedEvent(start.later(by: $0.tick), $0.event) }
        case .hot(let beats):
            let (past, future) = try split(beats, at: start)
            if let last = past.last, last.event.isEnd { return [TimedEvent(answer(of: beats, at: start), last.event)] }
            return future
        case .current(let value, let beats):
            let (past, future) = try split(beats, at: start)
            return [TimedEvent(answer(of: beats, at: start), past.last?.event ?? .value(value))] + future
        case .replay(let count, let beats):
            let (past, future) = try split(beats, at: start)
            let values = past.filter { !$0.event.isEnd }.suffix(count)
            let ending = past.filter(\.event.isEnd)
            let moment = answer(of: beats, at: start)
            return (values + ending).map { TimedEvent(moment, $0.event) } + future
        }
    }

    /// When a subject gives what it has for a new subscriber: at once, or, if it is just giving something to others, behind
    /// that.
    private func answer(of beats: [Beat], at start: Moment) -> Moment {
        // It may be giving what it has to another new subscriber, who then leads to this one.
        let isNew = answers.insert(Answer(beats: beats, tick: start.tick)).inserted
        return isNew || prefersFormer() ? start : start.turnLater
    }

    /// What a subject has been sent before a moment, and after it.
    private func split(
        _ beats: [Beat], at start: Moment
    ) throws(Undecided) -> (past: [TimedEvent], future: [TimedEvent]) {
        // What a subject sends at the very tick may come before the subscription, after it, or be what has led to it.
        if start.turn == 0, start.tick > 0, beats.contains(where: { $0.tick == start.tick }) { throw .order }
        let all = beats.map { TimedEvent(Moment(tick: $0.tick), $0.event) }
        let count = all.prefix { $0.at.tick <= start.tick }.count
        let future = Array(all.dropFirst(count))
        return (Array(all.prefix(count)), future)
    }

    // MARK: One after another

    private func events(of node: Node, through stage: Stage, from start: Moment) throws(Undecided) -> [TimedEvent] {
        switch stage {
        case .retry(let count):
            return try again(node, from: start, count) { item in item.event.isFailure ? item.at : nil }
        case .retryAfter(let count, let delay), .retryRecovering(let count, let delay):
            return try again(node, from: start, count) { item in
                item.event.isFailure ? item.at.later(by: delay) : nil
            }
        case .repeating(let times):
            return try again(node, from: start, times - 1) { item in item.event == .finish ? item.at : nil }
        case .repeatingAfter(let times, let delay):
            return try again(node, from: start, times) { item in
                item.event == .finish ? item.at.later(by: delay) : nil
            }
        case .shareKept:
            // Whoever comes again may come within the time, or not.
            if isAgain { throw .order }
            return try events(of: node, from: start)
        case .subscribe: return try events(of: node, from: start.turnLater)
        case .delaySubscription(let ticks): return try events(of: node, from: start.later(by: ticks))
        case .buffer(_, .keepFull, _):
            // It does not ask for everything: what that loses depends on the one that it asks.
            return try events(of: .stage(node, stage), from: start, Demand(unlimitedFrom: start))
        default: return apply(stage, to: try events(of: node, from: start), from: start)
        }
    }

    /// Subscribes to `node` again where `next` says so of its ending, `count` times at most.
    private func again(
        _ node: Node, from start: Moment, _ count: Int, next: (TimedEvent) -> Moment?
    ) throws(Undecided) -> [TimedEvent] {
        var output = try events(of: node, from: start)
        for _ in 0..<max(count, 0) {
            guard let last = output.last, last.event.isEnd, let moment = next(last) else { break }
            output.removeLast()
            output += try again { () throws(Undecided) in try events(of: node, from: moment) }
        }
        return output
    }

    /// What is found out of a publisher that is subscribed to again.
    func again<Result>(_ body: () throws(Undecided) -> Result) throws(Undecided) -> Result {
        let wasAgain = isAgain
        isAgain = true
        defer { isAgain = wasAgain }
        return try body()
    }

    private func sequence(_ nodes: [Node], from start: Moment) throws(Undecided) -> [TimedEvent] {
        var output = [TimedEvent(start, .finish)]
        for node in nodes {
            guard let last = output.last, last.event == .finish else { break }
            output.removeLast()
            output += try events(of: node, from: last.at)
        }
        return output
    }

    private func events(
        of left: Node, _ join: Join, _ right: Node, from start: Moment
    ) throws(Undecided) -> [TimedEvent] {
        switch join {
        case .append: return try sequence([left, right], from: start)
        case .prepend: return try sequence([right, left], from: start)
        case .catching:
            var output = try events(of: left, from: start)
            if let last = output.last, last.event.isFailure {
                output.removeLast()
                output += try events(of: right, from: last.at)
            }
            return output
        case .delaySubscriptionUntil:
            let signal = apply(.prefix(1), to: try events(of: right, from: start), from: start).drop { !$0.event.isEnd }
            guard let end = signal.first, end.event == .finish else { return Array(signal) }
            return try events(of: left, from: end.at)
        default:
            // Of the other's values only the first matters, and no more is asked for.
            let other =
                join.asksForOne
                ? try events(of: right, from: start, Demand([start])) : try events(of: right, from: start)
            let lists = (try events(of: left, from: start), other)
            let isOtherFirst = join.subscribesToOtherFirst
            let inputs = interleave(isOtherFirst ? [lists.1, lists.0] : [lists.0, lists.1], from: start)
            return joined(inputs, join, from: start)
        }
    }

    // MARK: A shared publisher, twice

    private func diamond(
        _ base: Node, _ left: [Stage], _ join: Join, _ right: [Stage], from start: Moment
    ) throws(Undecided) -> [TimedEvent] {
        let branches = join.subscribesToOtherFirst ? [right, left] : [left, right]
        let first = try events(of: base, from: start)
        // A subscription from inside a delivery may have to wait until that is over, and so see more or less of it.
        if isAgain, first.contains(where: { $0.at == start }) { throw .order }
        // Whoever comes when the stream is over, or when nobody is left, has it started afresh.
        let isOver = first.last.map { $0.event.isEnd && $0.at == start } ?? false
        let atOnce = run(first.filter { $0.at == start }, through: branches[0], from: start)
        let hasLeft = atOnce.contains { $0.event.isEnd || join.asksForOne }
        if isOver || hasLeft {
            let lists = [
                run(first, through: branches[0], from: start),
                run(
                    try again { () throws(Undecided) in try events(of: base, from: start) }, through: branches[1],
                    from: start),
            ]
            return joined(interleave(lists, from: start), join, from: start)
        }
        // What came while the first was subscribed to, the second does not get. From then on each gets what comes in turn.
        var inputs: [(Int, TimedEvent)] = []
        var given = [0, 0]
        let missed = first.count { $0.at == start }
        for count in 0...first.count {
            for branch in 0...1 where branch == 0 || count >= missed {
                let seen = first.prefix(count).dropFirst(branch == 0 ? 0 : missed)
                let output = run(Array(seen), through: branches[branch], from: start)
                for item in output.dropFirst(given[branch]) { inputs.append((branch, item)) }
                given[branch] = output.count
            }
        }
        return joined(inputs, join, from: start)
    }

    private func run(_ input: [TimedEvent], through stages: [Stage], from start: Moment) -> [TimedEvent] {
        stages.reduce(input) { apply($1, to: $0, from: start) }
    }
}

/// Why there is no answer.
enum Undecided: Error {
    /// Nothing says what comes first, and it matters.
    case order
    /// The chain gives more than is worth going into.
    case tooLong
    /// The interpreter cannot tell what comes of limited demand.
    case demand
}

/// A tick, and a turn in it. What a scheduler is given to do at once is done in the next turn.
struct Moment: Hashable, Comparable {
    var tick: Int
    var turn = 0

    static let never = Moment(tick: .max)

    /// The moment so many ticks later: for no ticks, the next turn.
    func later(by ticks: Int) -> Moment {
        ticks > 0 ? Moment(tick: tick + ticks) : turnLater
    }

    var turnLater: Moment { Moment(tick: tick, turn: turn + 1) }

    static func < (left: Moment, right: Moment) -> Bool { (left.tick, left.turn) < (right.tick, right.turn) }
}

/// An event and its moment.
struct TimedEvent: Hashable {
    var at: Moment
    var event: Event

    init(_ at: Moment, _ event: Event) {
        self.at = at
        self.event = event
    }
}

extension Event {
    var isFailure: Bool { if case .failure = self { true } else { false } }
}

extension Join {
    /// Whether the publisher in the brackets is asked for one value.
    fileprivate var asksForOne: Bool { self == .prefixUntil || self == .dropUntil || self == .delayUntil }

    /// Whether the publisher in the brackets is subscribed to before the one in front.
    var subscribesToOtherFirst: Bool {
        switch self {
        case .withLatestFrom, .prefixUntil, .dropUntil, .collectUntil, .windowUntil, .bufferWhile, .throttleWhile,
            .throttleFirstWhile, .delayUntil:
            true
        default: false
        }
    }
}
