import TestSupport

/// Makes programs by chance.
struct Generator {
    /// What a program is to be about.
    enum Theme: CaseIterable {
        /// All operators, with a subscriber that asks for everything.
        case everything
        /// The same, cancelled at some time.
        case cancelled
        /// Operators that lose nothing, with a subscriber that asks bit by bit.
        case demand
        /// All operators with such a subscriber. For many of them there is no telling what it is given, but never is it
        /// more than it has asked for, or anything after the end.
        case hesitation
    }

    private var random: SplitMix64
    private let theme: Theme
    /// Inside of a publisher that may be subscribed to several times at once, nothing may be shared.
    private var isInside = false

    init(seed: UInt64, theme: Theme) {
        random = SplitMix64(seed: seed)
        self.theme = theme
    }

    mutating func program() -> Program {
        var program = Program(root: chain(length: number(1...6), branches: 2))
        switch theme {
        case .everything: break
        case .cancelled: program.cancelTick = number(0...250)
        case .demand, .hesitation: program.asking = asking()
        }
        return program
    }

    // MARK: Chance

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func happens(_ percent: Int) -> Bool { number(1...100) <= percent }
    private mutating func pick<T>(_ choices: [T]) -> T { choices[number(0...choices.count - 1)] }
    private mutating func question() -> Question {
        let divisor = number(2...4)
        return Question(divisor: divisor, rest: number(0...divisor - 1))
    }
    private mutating func span() -> Int { number(1...80) }

    private mutating func asking() -> Asking {
        var asking = Asking(requests: [], perValue: happens(20) ? number(1...2) : 0)
        if happens(80) { asking.requests.append(.init(tick: 0, count: number(1...3))) }
        var tick = 0
        for _ in 0..<number(0...4) {
            tick += number(1...90)
            asking.requests.append(.init(tick: tick, count: happens(15) ? nil : number(1...4)))
        }
        return asking
    }

    // MARK: Chains

    private mutating func chain(length: Int, branches: Int) -> Node {
        var node = Node.origin(origin())
        for _ in 0..<length { node = longer(node, branches: branches) }
        return node
    }

    private mutating func branch(_ branches: Int) -> Node {
        chain(length: number(0...2), branches: branches - 1)
    }

    private mutating func inside(_ branches: Int) -> Node {
        let wasInside = isInside
        isInside = true
        defer { isInside = wasInside }
        return branch(branches)
    }

    private mutating func longer(_ node: Node, branches: Int) -> Node {
        if branches == 0 || happens(60) { return .stage(node, stage()) }
        switch number(1...(isInside ? 9 : 11)) {
        case 1...5:
            let join = theme == .demand ? pick([.append, .prepend, .catching, .zip]) : pick(Join.allCases)
            return .join(node, join, branch(branches))
        case 6:
            let gathering = theme == .demand ? .concatenate : pick(Gathering.allCases)
            let count = number(0...2)
            return .all([node] + (0..<count).map { _ in branch(branches) }, gathering)
        case 7...9:
            let inners = (0..<number(1...2)).map { _ in inside(branches) }
            return .flatten(node, theme == .demand ? .flatMap(1) : flattening(), inners)
        default:
            if theme == .demand { return .stage(node, stage()) }
            let apart: [Join] = [.append, .prepend, .catching, .delaySubscriptionUntil]
            let join = pick(Join.allCases.filter { !apart.contains($0) })
            return .diamond(node, plainStages(), join, plainStages())
        }
    }

    private mutating func flattening() -> Flattening {
        switch number(1...14) {
        case 13: .mergeMembers
        case 14: .combineLatestMembers
        case 1...3: .flatMap(nil)
        case 4...5: .flatMap(number(1...2))
        case 6: .inOrder(number(1...3))
        case 7...8: .latest
        case 9: .mapAndSwitch
        case 10: .latestWithOuter
        case 11: .first
        default: .expand
        }
    }

    private mutating func plainStages() -> [Stage] {
        (0..<number(0...2)).map { _ in plainStage() }
    }

    // MARK: Origins

    private mutating func origin() -> Origin {
        switch number(1...(theme == .demand ? 9 : 12)) {
        case 1...2: .sequence((0..<number(0...5)).map { _ in number(0...9) })
        case 3: .record((0..<number(0...3)).map { _ in .value(number(0...9)) } + [happens(50) ? .finish : .failure(1)])
        case 4...7: .cold(beats())
        case 8...9: .hot(beats())
        case 10...11: .current(number(0...9), beats())
        default: .replay(number(1...3), beats())
        }
    }

    private mutating func beats() -> [Beat] {
        var beats: [Beat] = []
        var tick = 0
        for _ in 0..<number(0...5) {
            // Bursts and gaps.
            tick += tick > 0 && happens(20) ? 0 : number(1...60)
            beats.append(Beat(tick: tick, event: .value(number(0...9))))
        }
        tick += tick > 0 && happens(20) ? 0 : number(1...60)
        if happens(85) { beats.append(Beat(tick: tick, event: happens(75) ? .finish : .failure(number(1...3)))) }
        return beats
    }

    // MARK: Operators

    private mutating func stage() -> Stage {
        switch number(1...10) {
        case 1...5: plainStage()
        case 6...7: recoveringStage()
        default: theme == .demand ? lossless() : timedStage()
        }
    }

    private mutating func plainStage() -> Stage {
        switch number(1...45) {
        case 1: .map(number(1...9))
        case 2: .replaceNil(question())
        case 3: .compactMap(question())
        case 4: .filter(question())
        case 5: .scan(number(0...3))
        case 6: .removeDuplicates(number(2...9))
        case 7: .prefix(number(0...4))
        case 8: .dropFirst(number(0...3))
        case 9: .prefixWhile(question())
        case 10: .dropWhile(question())
        case 11: .first
        case 12: .firstWhere(question())
        case 13: .last
        case 14: .lastWhere(question())
        case 15: .outputAt(number(0...3))
        case 16: .outputIn(number(0...2), number(2...5))
        case 17: .ignoreOutput
        case 18: .replaceEmpty(number(0...9))
        case 19: .pairwise
        case 20: .enumerated
        case 21: .materialize
        case 22: .rematerialize
        case 23: .passing
        case 24: .collect
        case 25: .collectCount(number(1...3))
        case 26: .reduce(number(0...3))
        case 27: .count
        case 28: .min
        case 29: .max
        case 30: .contains(question())
        case 31: .allSatisfy(question())
        case 32: .failing(question(), number(1...3))
        case 33: .tryFilter(question(), question(), number(1...3))
        case 34: .mapError(number(1...9))
        case 35: happens(50) ? .replaceError(number(0...9)) : .ignoreFailure
        case 42: .mapMany(number(1...9))
        case 43: .toggle(question())
        case 44: theme == .demand ? .passing : .groupByUntil(number(2...4), number(1...3))
        case 45: .chunkedOn(number(2...4))
        case 39: .collectWhile(number(2...4))
        case 40: theme == .demand ? .passing : .groupBy(number(2...4))
        case 41: theme == .demand ? .passing : .windowCount(number(1...3))
        case 36: .prefixThrough(question())
        case 37: .removeAllDuplicates(number(2...9))
        default: .nwise(number(1...3))
        }
    }

    private mutating func recoveringStage() -> Stage {
        switch number(1...(isInside ? 5 : 10)) {
        case 1: .retry(number(0...3))
        case 2: happens(50) ? .retryAfter(number(1...2), span()) : .retryRecovering(number(1...2), span())
        case 3: .repeating(number(1...3))
        case 4: buffer()
        case 5: .repeatingAfter(number(1...2), span())
        case 6: .share
        case 8: .shareKept(span())
        case 9: theme == .demand ? .share : .shareExpiring(number(1...3), span())
        case 10: .partition(question())
        default: .shareReplay(number(1...3))
        }
    }

    private mutating func buffer() -> Stage {
        let overflow = pick([Overflow.dropNewest, .dropOldest, .failure(number(1...3))])
        return .buffer(number(1...3), pick([.byRequest, .keepFull]), overflow)
    }

    private mutating func lossless() -> Stage {
        switch number(1...8) {
        case 7: .delaySubscription(span())
        case 1: .delay(number(0...60))
        case 2: .receive
        case 3: .subscribe
        case 4: .timeout(number(40...150), happens(50) ? number(1...3) : nil)
        case 5: .prefixFor(number(50...300))
        case 6: .measureInterval
        default: buffer()
        }
    }

    private mutating func timedStage() -> Stage {
        switch number(1...13) {
        case 13: .windowByTime(span())
        case 11: .debounceEach(number(1...30))
        case 12: .timeoutFirst(number(40...150), happens(50) ? number(40...150) : nil)
        case 1: .debounce(span())
        case 2: .throttle(span(), latest: true)
        case 3: .throttle(span(), latest: false)
        case 4: .collectByTime(span())
        case 5: .collectByTimeOrCount(span(), number(1...3))
        default: lossless()
        }
    }
}
