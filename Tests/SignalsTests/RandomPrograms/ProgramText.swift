extension Program: CustomStringConvertible {
    /// The chain as it would be written, and what the subscriber does.
    var description: String {
        var lines = [root.text]
        if asking != .everything {
            let requests = asking.requests.map { "\($0.count.map(String.init) ?? "everything") at \($0.tick)" }
            let returned = asking.perValue > 0 ? ", and \(asking.perValue) more with each value" : ""
            lines.append("asked for: " + requests.joined(separator: ", ") + returned)
        }
        if let cancelTick { lines.append("cancelled at \(cancelTick)") }
        return lines.joined(separator: "\n")
    }
}

extension Node {
    /// Swift, with `s` for the scheduler, and a tick for a millisecond.
    var text: String {
        switch self {
        case .origin(let origin): return origin.text
        case .stage(let node, let stage): return node.text + stage.text
        case .join(let left, let join, let right): return left.text + join.text(with: right.text)
        case .all(let nodes, let gathering):
            return "[" + nodes.map(\.text).joined(separator: ", ") + "].\(gathering)()"
        case .flatten(let outer, let flattening, let inners):
            return outer.text + flattening.text(inners.map(\.text))
        case .diamond(let base, let left, let join, let right):
            let (left, right) = (left.map(\.text).joined(), right.map(\.text).joined())
            return "{ let shared = \(base.text).share(); return shared\(left)\(join.text(with: "shared" + right)) }()"
        }
    }
}

extension Origin {
    fileprivate var text: String {
        switch self {
        case .sequence(let values): "\(values).publisher"
        case .record(let events): "record(\"\(events.map(\.text).joined(separator: " "))\")"
        case .cold(let beats): "cold(\"\(text(beats))\")"
        case .hot(let beats): "hot(\"\(text(beats))\")"
        case .current(let value, let beats): "current(\(value), \"\(text(beats))\")"
        case .replay(let count, let beats): "replay(\(count), \"\(text(beats))\")"
        }
    }

    private func text(_ beats: [Beat]) -> String {
        beats.map { "\($0.tick):\($0.event.text)" }.joined(separator: " ")
    }
}

extension Event {
    var text: String {
        switch self {
        case .value(let value): "\(value)"
        case .finish: "|"
        case .failure(let code): "#\(code)"
        }
    }
}

extension Question {
    fileprivate var text: String { "remainder($0, \(divisor)) == \(rest)" }
}

extension Stage {
    fileprivate var text: String {
        switch self {
        case .map(let summand): ".map { $0 + \(summand) }"
        case .replaceNil(let question): ".map { \(question.text) ? nil : $0 }.replaceNil(with: 99)"
        case .compactMap(let question): ".compactMap { \(question.text) ? nil : $0 + 1 }"
        case .filter(let question): ".filter { \(question.text) }"
        case .scan(let start): ".scan(\(start)) { $0 + $1 }"
        case .removeDuplicates(let divisor):
            ".removeDuplicates { remainder($0, \(divisor)) == remainder($1, \(divisor)) }"
        case .prefix(let count): ".prefix(\(count))"
        case .dropFirst(let count): ".dropFirst(\(count))"
        case .prefixWhile(let question): ".prefix { !(\(question.text)) }"
        case .prefixThrough(let question): ".prefix(while: { !(\(question.text)) }, .inclusive)"
        case .removeAllDuplicates(let divisor): ".removeAllDuplicates { remainder($0, \(divisor)) }"
        case .nwise(let count): ".nwise(\(count)).map(fold)"
        case .mapMany(let summand): ".map { [$0, $0 + 1] }.mapMany { $0 + \(summand) }.map(fold)"
        case .toggle(let question): ".map { \(question.text) }.toggle().map { $0 ? 1 : 0 }"
        case .dropWhile(let question): ".drop { !(\(question.text)) }"
        case .first: ".first()"
        case .firstWhere(let question): ".first { \(question.text) }"
        case .last: ".last()"
        case .lastWhere(let question): ".last { \(question.text) }"
        case .outputAt(let index): ".output(at: \(index))"
        case .outputIn(let start, let end): ".output(in: \(start)..<\(end))"
        case .ignoreOutput: ".ignoreOutput()"
        case .replaceEmpty(let value): ".replaceEmpty(with: \(value))"
        case .pairwise: ".pairwise().map(fold)"
        case .enumerated: ".enumerated().map(fold)"
        case .materialize: ".materialize().map(fold)"
        case .rematerialize: ".materialize().dematerialize()"
        case .passing: ".handleEvents()"
        default: furtherText
        }
    }

    private var furtherText: String {
        switch self {
        case .collect: ".collect().map(fold)"
        case .collectCount(let count): ".collect(\(count)).map(fold)"
        case .collectWhile(let divisor):
            ".collect { remainder($0, \(divisor)) == remainder($1, \(divisor)) }.map(fold)"
        case .groupBy(let divisor):
            ".groupBy { remainder($0, \(divisor)) }.flatMap { group in group.map { fold([group.key, $0]) } }"
        case .chunkedOn(let divisor): ".chunked { remainder($0, \(divisor)) }.map(fold)"
        case .groupByUntil(let divisor, let count):
            ".groupBy({ remainder($0, \(divisor)) }) { $0.dropFirst(\(count - 1)) }.flatMap { $0.collect().map(fold) }"
        case .windowCount(let count): ".window(count: \(count)).flatMap { $0.collect().map(fold) }"
        case .reduce(let start): ".reduce(\(start)) { $0 + $1 }"
        case .count: ".count()"
        case .min: ".min()"
        case .max: ".max()"
        case .contains(let question): ".contains { \(question.text) }.map { $0 ? 1 : 0 }"
        case .allSatisfy(let question): ".allSatisfy { !(\(question.text)) }.map { $0 ? 1 : 0 }"
        case .failing(let question, let code): ".map { if \(question.text) { throw Fault(\(code)) } else { $0 } }"
        case .tryFilter(let question, let failing, let code):
            ".tryFilter { if \(failing.text) { throw Fault(\(code)) } else { \(question.text) } }"
        case .mapError(let summand): ".mapError { Fault($0.code + \(summand)) }"
        case .replaceError(let value): ".replaceError(with: \(value))"
        case .ignoreFailure: ".ignoreFailure()"
        case .retry(let count): ".retry(\(count))"
        case .retryAfter(let count, let delay): ".retry(\(count), delay: .constant(\(delay)), scheduler: s)"
        case .repeating(let times): ".repeat(\(times))"
        case .retryRecovering(let count, let delay):
            ".retry(\(count), recoveringWith: { _ in Just(1).delay(\(delay), s) })"
        case .repeatingAfter(let times, let delay): ".repeat { $0.prefix(\(times)).delay(\(delay), s) }"
        case .share: ".share()"
        case .shareReplay(let count): ".share(replay: \(count))"
        case .shareKept(let ticks): ".share(keepingAliveFor: \(ticks), s)"
        case .shareExpiring(let count, let ticks): ".share(replay: \(count), expiringAfter: \(ticks), s)"
        case .partition(let question): ".partition { \(question.text) }.matches"
        case .buffer(let size, let prefetch, let overflow): ".buffer(\(size), .\(prefetch), .\(overflow))"
        case .delay(let ticks): ".delay(\(ticks), s)"
        case .debounce(let ticks): ".debounce(\(ticks), s)"
        case .debounceEach(let ticks): ".debounce(s) { (remainder($0, 3) + 1) * \(ticks) }"
        case .timeoutFirst(let first, let each): ".timeout(first: \(first), each: \(each.map(String.init) ?? "nil"), s)"
        case .throttle(let ticks, let latest): ".throttle(\(ticks), s, latest: \(latest))"
        case .timeout(let ticks, let code): ".timeout(\(ticks), s\(code.map { ", Fault(\($0))" } ?? ""))"
        case .collectByTime(let ticks): ".collect(byTime: \(ticks), s).map(fold)"
        case .collectByTimeOrCount(let ticks, let count): ".collect(byTime: \(ticks), orCount: \(count), s).map(fold)"
        case .windowByTime(let ticks):
            ".prefix(for: 300, s).window(byTime: \(ticks), s).flatMap { $0.collect().map(fold) }"
        case .receive: ".receive(on: s)"
        case .subscribe: ".subscribe(on: s)"
        case .delaySubscription(let ticks): ".delaySubscription(\(ticks), s)"
        case .prefixFor(let ticks): ".prefix(for: \(ticks), s)"
        case .measureInterval: ".measureInterval(using: s)"
        default: "?"
        }
    }
}

extension Join {
    fileprivate func text(with other: String) -> String {
        switch self {
        case .merge: ".merge(with: \(other))"
        case .zip: ".zip(\(other)).map(fold)"
        case .combineLatest: ".combineLatest(\(other)).map(fold)"
        case .withLatestFrom: ".withLatestFrom(\(other)).map(fold)"
        case .sample: ".sample(\(other))"
        case .race: ".race(with: \(other))"
        case .append: ".append(\(other))"
        case .prepend: ".prepend(\(other))"
        case .prefixUntil: ".prefix(untilOutputFrom: \(other))"
        case .dropUntil: ".drop(untilOutputFrom: \(other))"
        case .catching: ".catch { _ in \(other) }"
        case .windowUntil: ".window(until: \(other)).flatMap { $0.collect().map(fold) }"
        case .collectUntil: ".collect(until: \(other)).map(fold)"
        case .bufferWhile: ".buffer(while: \(other).map { remainder($0, 2) == 1 })"
        case .throttleWhile: ".throttle(while: \(other).map { remainder($0, 2) == 1 })"
        case .throttleFirstWhile: ".throttle(while: \(other).map { remainder($0, 2) == 1 }, latest: false)"
        case .delayUntil: ".delay(until: \(other))"
        case .delaySubscriptionUntil: ".delaySubscription(until: \(other))"
        }
    }
}

extension Flattening {
    fileprivate func text(_ inners: [String]) -> String {
        let list = inners.joined(separator: ", ")
        let inner = inners.count == 1 ? list : "[\(list)][remainder(v, \(inners.count))]"
        let body = "{ v in \(inner).map { fold([v, $0]) } }"
        return switch self {
        case .flatMap(nil): ".flatMap \(body)"
        case .flatMap(let limit?): ".flatMap(maxPublishers: .max(\(limit))) \(body)"
        case .inOrder(let limit): ".flatMapInOrder(maxPublishers: .max(\(limit))) \(body)"
        case .latest: ".flatMapLatest \(body)"
        case .latestWithOuter: ".flatMapLatest(endingWithOuter: true) \(body)"
        case .first: ".flatMapFirst \(body)"
        case .mergeMembers: ".map { v in members([\(list)], of: v) }.mergeMembers()"
        case .combineLatestMembers: ".map { v in members([\(list)], of: v) }.combineLatestMembers().map(fold)"
        case .mapAndSwitch: ".map \(body).switchToLatest()"
        case .expand: ".expand { v in v == 0 ? Empty() : \(inner).prefix(2).map { _ in shrunken(v) } }"
        }
    }
}
