/// A chain of operators with its inputs, and what its subscriber does, as a value: it can be made by chance, run by the
/// library, worked out by the reference interpreter, made smaller, and printed.
struct Program: Hashable {
    var root: Node
    var asking = Asking.everything
    /// When the subscriber cancels, in ticks.
    var cancelTick: Int?
}

/// How the subscriber asks.
struct Asking: Hashable {
    /// How much is asked for, and when; the tick 0 is the subscription. No count means everything.
    var requests: [Request]
    /// How many more are asked for with each value.
    var perValue = 0

    struct Request: Hashable {
        var tick: Int
        var count: Int?
    }

    static let everything = Asking(requests: [Request(tick: 0, count: nil)])
}

/// A publisher, all of whose values are integers.
indirect enum Node: Hashable {
    case origin(Origin)
    case stage(Node, Stage)
    case join(Node, Join, Node)
    case all([Node], Gathering)
    /// Each value becomes one of the inner publishers, by its remainder, with the value folded into each of that one's.
    case flatten(Node, Flattening, [Node])
    /// A shared publisher that is joined with itself.
    case diamond(Node, [Stage], Join, [Stage])
}

/// Something that happens in a stream.
enum Event: Hashable, Sendable {
    case value(Int)
    case finish
    case failure(Int)

    var isEnd: Bool { if case .value = self { false } else { true } }
}

/// An event of a script, and its tick.
struct Beat: Hashable, Sendable {
    var tick: Int
    var event: Event
}

/// Where values come from.
enum Origin: Hashable {
    case sequence([Int])
    /// Values and an ending, all at once.
    case record([Event])
    /// Ticks count from the subscription. Values wait until they are asked for.
    case cold([Beat])
    /// Ticks count from the beginning. Values that nobody asked for are lost.
    case hot([Beat])
    case current(Int, [Beat])
    case replay(Int, [Beat])
}

/// A question about a value: whether it leaves `rest` when divided by `divisor`.
struct Question: Hashable, Sendable {
    var divisor: Int
    var rest: Int

    func accepts(_ value: Int) -> Bool { remainder(value, divisor) == rest }
}

/// An operator with one input.
enum Stage: Hashable {
    // What transforms and filters
    case map(Int), replaceNil(Question), compactMap(Question), filter(Question), scan(Int), removeDuplicates(Int)
    case prefix(Int), dropFirst(Int), prefixWhile(Question), dropWhile(Question)
    case first, firstWhere(Question), last, lastWhere(Question), outputAt(Int), outputIn(Int, Int)
    case prefixThrough(Question), removeAllDuplicates(Int), nwise(Int), mapMany(Int), toggle(Question)
    case ignoreOutput, replaceEmpty(Int), pairwise, enumerated, materialize, rematerialize, passing
    // What gathers
    case collect, collectCount(Int), collectWhile(Int), chunkedOn(Int), groupBy(Int), groupByUntil(Int, Int),
        windowCount(Int), reduce(Int), count, min, max,
        contains(Question), allSatisfy(
            Question)
    // What has to do with failures, and with starting again
    case failing(Question, Int), tryFilter(Question, Question, Int), mapError(Int), replaceError(Int), ignoreFailure
    case retry(Int), retryAfter(Int, Int), retryRecovering(Int, Int), repeating(Int), repeatingAfter(Int, Int)
    // What shares and keeps
    case share, shareReplay(Int), shareKept(Int), shareExpiring(Int, Int), partition(Question), buffer(
        Int, Prefetch, Overflow)
    // What goes by the clock
    case delay(Int), debounce(Int), debounceEach(Int), timeoutFirst(Int, Int?), throttle(Int, latest: Bool), timeout(
        Int, Int?), collectByTime(Int)
    case collectByTimeOrCount(Int, Int), receive, subscribe, delaySubscription(Int), prefixFor(Int), measureInterval,
        windowByTime(Int)
}

enum Prefetch: Hashable { case byRequest, keepFull }
enum Overflow: Hashable { case dropNewest, dropOldest, failure(Int) }

/// An operator with two inputs.
enum Join: Hashable, CaseIterable {
    case merge, zip, combineLatest, withLatestFrom, sample, race
    case append, prepend, prefixUntil, dropUntil, catching
    case collectUntil, windowUntil, bufferWhile, throttleWhile, throttleFirstWhile, delayUntil, delaySubscriptionUntil
}

/// An operator with any number of inputs.
enum Gathering: Hashable, CaseIterable {
    case merge, zip, combineLatest, race, concatenate
}

/// An operator that makes publishers of values.
enum Flattening: Hashable {
    case flatMap(Int?)
    case inOrder(Int)
    case latest
    case latestWithOuter
    case first
    case mapAndSwitch
    /// Each value says which of the publishers are members.
    case mergeMembers, combineLatestMembers
    /// Values become publishers of smaller ones, down to zero.
    case expand
}

/// What every value is when several are made into one.
func fold(_ values: [Int]) -> Int {
    values.reduce(7) { remainder($0 &* 31 &+ $1, 9_973) }
}

/// What is left of a division: never negative.
func remainder(_ value: Int, _ divisor: Int) -> Int {
    let rest = value % divisor
    return rest < 0 ? rest + divisor : rest
}

/// Whether a value has the publisher of that number among the members.
func isMember(_ number: Int, of value: Int) -> Bool { remainder(value + number, 3) > 0 }

/// What an ``Flattening/expand`` makes of a value, until that is zero.
func shrunken(_ value: Int) -> Int { remainder(value, 9_973) / 8 }

/// The failure of every stream.
struct Fault: Error, Hashable {
    let code: Int
}
