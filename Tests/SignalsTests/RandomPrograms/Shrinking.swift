extension Program {
    /// The smallest program that `fails` accepts, of those that are made of this one by taking things away.
    ///
    /// - Parameter attempts: How many programs to try at most.
    func shrunk(attempts: Int = 4_000, _ fails: (Program) -> Bool) -> Program {
        var best = self
        var left = attempts
        search: while true {
            for candidate in best.smaller {
                if left == 0 { return best }
                left -= 1
                if candidate != best, fails(candidate) {
                    best = candidate
                    continue search
                }
            }
            return best
        }
    }

    /// Programs with something less, those with a lot less first.
    private var smaller: [Program] {
        var programs: [Program] = []
        for node in root.smaller {
            var program = self
            program.root = node
            programs.append(program)
        }
        if let cancelTick {
            var program = self
            program.cancelTick = nil
            programs.append(program)
            for tick in fewer(cancelTick) {
                program.cancelTick = tick
                programs.append(program)
            }
        }
        if asking != .everything {
            var program = self
            program.asking = .everything
            programs.append(program)
            for asking in asking.smaller {
                program.asking = asking
                programs.append(program)
            }
        }
        return programs
    }
}

/// Smaller numbers, the smallest first.
private func fewer(_ number: Int) -> [Int] {
    Set([0, 1, number / 2, number - 1]).filter { $0 >= 0 && $0 < number }.sorted()
}

/// All that are made by making one element smaller.
private func each<Element>(_ list: [Element], _ smaller: (Element) -> [Element]) -> [[Element]] {
    list.indices.flatMap { index in
        smaller(list[index]).map { element in
            var list = list
            list[index] = element
            return list
        }
    }
}

/// All that are made by taking one element away.
private func withoutOne<Element>(_ list: [Element]) -> [[Element]] {
    list.indices.map { index in
        var list = list
        list.remove(at: index)
        return list
    }
}

extension Asking {
    fileprivate var smaller: [Asking] {
        let lists =
            withoutOne(requests)
            + each(requests) { request in
                fewer(request.tick).map { Request(tick: $0, count: request.count) }
                    + fewer(request.count ?? 4).filter { $0 > 0 }.map { Request(tick: request.tick, count: $0) }
            }
        return fewer(perValue).map { Asking(requests: requests, perValue: $0) }
            + lists.map { Asking(requests: $0, perValue: perValue) }
    }
}

extension Node {
    /// What may stand in the place of a chain: a value, and each ending.
    private var plainer: [Node] {
        if case .origin = self { return [] }
        return [.finish, .failure(1)].map { ending in
            .origin(.cold([Beat(tick: 1, event: .value(1)), Beat(tick: 2, event: ending)]))
        }
    }

    fileprivate var smaller: [Node] {
        switch self {
        case .origin(let origin): return origin.smaller.map(Node.origin)
        case .stage(let node, let stage):
            return [node] + (node.plainer + node.smaller).map { .stage($0, stage) }
                + stage.smaller.map { .stage(node, $0) }
        case .join(let left, let join, let right):
            return [left, right] + left.smaller.map { .join($0, join, right) }
                + right.smaller.map { .join(left, join, $0) }
        case .all(let nodes, let gathering):
            let lists = withoutOne(nodes) + each(nodes, \.smaller)
            return nodes + lists.map { .all($0, gathering) }
        case .flatten(let outer, let flattening, let inners):
            let lists = (inners.count > 1 ? withoutOne(inners) : []) + each(inners, \.smaller)
            return [outer] + inners + outer.smaller.map { .flatten($0, flattening, inners) }
                + lists.map { .flatten(outer, flattening, $0) }
        case .diamond(let base, let left, let join, let right):
            let lefts = withoutOne(left) + each(left, \.smaller)
            let rights = withoutOne(right) + each(right, \.smaller)
            return [base] + base.smaller.map { .diamond($0, left, join, right) }
                + lefts.map { .diamond(base, $0, join, right) } + rights.map { .diamond(base, left, join, $0) }
        }
    }
}

extension Origin {
    fileprivate var smaller: [Origin] {
        switch self {
        case .sequence(let values):
            return (withoutOne(values) + each(values, fewer)).map(Origin.sequence)
        case .record(let events):
            return withoutOne(events).filter { $0.last?.isEnd ?? false }.map(Origin.record)
                + each(events, \.smaller).map(Origin.record)
        case .cold(let beats): return Self.smaller(beats).map(Origin.cold)
        case .hot(let beats): return [.cold(beats)] + Self.smaller(beats).map(Origin.hot)
        case .current(let value, let beats):
            return [.hot(beats)] + Self.smaller(beats).map { .current(value, $0) }
                + fewer(value).map { .current($0, beats) }
        case .replay(let count, let beats):
            return [.hot(beats)] + Self.smaller(beats).map { .replay(count, $0) }
        }
    }

    private static func smaller(_ beats: [Beat]) -> [[Beat]] {
        // All ticks halved, and all from some beat on a bit earlier.
        let halved = beats.map { Beat(tick: max(1, $0.tick / 2), event: $0.event) }
        let earlier = beats.indices.flatMap { index -> [[Beat]] in
            let gap = beats[index].tick - (index > 0 ? beats[index - 1].tick : 1)
            return Set([gap, gap - 1, gap / 2, 1]).filter { $0 > 0 && $0 <= gap }.sorted(by: >).map { cut in
                beats.enumerated().map { Beat(tick: $1.tick - ($0 < index ? 0 : cut), event: $1.event) }
            }
        }
        let tamer = each(beats) { beat in beat.event.smaller.map { Beat(tick: beat.tick, event: $0) } }
        return withoutOne(beats) + [halved] + earlier + tamer
    }
}

extension Event {
    fileprivate var smaller: [Event] {
        switch self {
        case .value(let value): fewer(value).map(Event.value)
        case .finish: []
        case .failure(let code): [.finish] + fewer(code).filter { $0 > 0 }.map(Event.failure)
        }
    }
}

extension Stage {
    fileprivate var smaller: [Stage] {
        switch self {
        case .map(let number): fewer(number).map(Stage.map)
        case .prefix(let number): fewer(number).map(Stage.prefix)
        case .dropFirst(let number): fewer(number).map(Stage.dropFirst)
        case .collectCount(let number): fewer(number).filter { $0 > 0 }.map(Stage.collectCount)
        case .retry(let number): fewer(number).map(Stage.retry)
        case .repeating(let number): fewer(number).filter { $0 > 0 }.map(Stage.repeating)
        case .shareReplay(let number): fewer(number).filter { $0 > 0 }.map(Stage.shareReplay)
        case .buffer(let size, let prefetch, let overflow):
            fewer(size).filter { $0 > 0 }.map { .buffer($0, prefetch, overflow) }
        case .delay(let ticks): fewer(ticks).map(Stage.delay)
        case .debounce(let ticks): fewer(ticks).filter { $0 > 0 }.map(Stage.debounce)
        case .throttle(let ticks, let latest): fewer(ticks).filter { $0 > 0 }.map { .throttle($0, latest: latest) }
        case .timeout(let ticks, let code): fewer(ticks).filter { $0 > 0 }.map { .timeout($0, code) }
        case .collectByTime(let ticks): fewer(ticks).filter { $0 > 0 }.map(Stage.collectByTime)
        case .collectByTimeOrCount(let ticks, let count):
            fewer(ticks).filter { $0 > 0 }.map { .collectByTimeOrCount($0, count) }
        case .prefixFor(let ticks): fewer(ticks).filter { $0 > 0 }.map(Stage.prefixFor)
        case .retryAfter(let count, let delay): fewer(delay).map { .retryAfter(count, $0) }
        default: []
        }
    }
}
