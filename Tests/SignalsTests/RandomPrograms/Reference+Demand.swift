extension Reference {
    /// What `program`'s subscriber is given.
    func events(of program: Program) throws(Undecided) -> [TimedEvent] {
        var events: [TimedEvent]
        if program.asking == .everything {
            events = try self.events(of: program.root, from: Moment(tick: 0))
        } else {
            events = try answer(to: program.asking, try pull(program.root, from: Moment(tick: 0)))
        }
        if let cancelTick = program.cancelTick {
            let cancel = Moment(tick: cancelTick)
            events = events.filter { !isDeadline(cancel, before: $0.at) }
        }
        return events
    }

    /// What `node` gives to a subscriber of that moment who asks for `demand`.
    func events(of node: Node, from start: Moment, _ demand: Demand) throws(Undecided) -> [TimedEvent] {
        let source = try pull(node, from: start)
        var output: [TimedEvent] = []
        while let item = try source.next(demand) {
            output.append(item)
            if item.event.isEnd { break }
        }
        return output
    }

    private func answer(to asking: Asking, _ source: Pull) throws(Undecided) -> [TimedEvent] {
        let limited = asking.requests.flatMap { Array(repeating: Moment(tick: $0.tick), count: $0.count ?? 0) }
        let unlimited = asking.requests.filter { $0.count == nil }.map(\.tick).min()
        let demand = Demand(limited, unlimitedFrom: unlimited.map { Moment(tick: $0) } ?? .never)
        var output: [TimedEvent] = []
        while let item = try source.next(demand) {
            output.append(item)
            if item.event.isEnd { return output }
            if output.count > 500 { throw .tooLong }
            demand.ask(item.at, count: asking.perValue)
        }
        return output
    }

    /// `node` as it is for a subscriber of that moment who asks for some values at some times.
    func pull(_ node: Node, from start: Moment) throws(Undecided) -> Pull {
        switch node {
        case .origin(.hot): return dropping(try events(of: node, from: start), from: start)
        case .origin(.current): throw .demand
        case .origin: return .keeping(try events(of: node, from: start))
        case .stage(let upstream, let stage): return try pull(upstream, through: stage, from: start)
        case .join(let left, .append, let right): return try inTurn([left, right], from: start)
        case .join(let left, .prepend, let right): return try inTurn([right, left], from: start)
        case .join(let left, .zip, let right): return try zip(left, right, from: start)
        case .join(let left, .catching, let right):
            return try following(left, from: start) { (ending, count) in
                ending.event.isFailure && count == 0 ? (right, ending.at) : nil
            }
        case .all(let nodes, .concatenate): return try inTurn(nodes, from: start)
        case .flatten(let outer, .flatMap(1?), let inners): return try oneByOne(outer, inners, from: start)
        default: throw .demand
        }
    }

    /// Values that come before they are asked for are lost.
    private func dropping(_ events: [TimedEvent], from start: Moment) -> Pull {
        var rest = events[...]
        return Pull { [unowned self] (demand) throws(Undecided) in
            while let item = rest.popFirst() {
                if item.event.isEnd { return item }
                // Whether the next has been asked for in time when several come at once, nothing says.
                let isLate = demand.unlimitedFrom > start || start.tick > 0 && demand.next.tick == start.tick
                if item.at == start, isLate { throw .order }
                if demand.next <= start || isAsked(demand.next, before: item.at) {
                    demand.use()
                    return item
                }
            }
            return nil
        }
    }

    private func isAsked(_ asked: Moment, before moment: Moment) -> Bool {
        if asked.tick != moment.tick { return asked.tick < moment.tick }
        return asked == moment ? prefersFormer() : asked < moment
    }

    // MARK: One input

    private func pull(_ upstream: Node, through stage: Stage, from start: Moment) throws(Undecided) -> Pull {
        switch stage {
        case .retry(let count):
            return try following(upstream, from: start) { (ending, round) in
                ending.event.isFailure && round < count ? (upstream, ending.at) : nil
            }
        case .retryAfter(let count, let delay), .retryRecovering(let count, let delay):
            return try following(upstream, from: start) { (ending, round) in
                ending.event.isFailure && round < count ? (upstream, ending.at.later(by: delay)) : nil
            }
        case .repeating(let times):
            return try following(upstream, from: start) { (ending, round) in
                ending.event == .finish && round < times - 1 ? (upstream, ending.at) : nil
            }
        case .repeatingAfter(let times, let delay):
            return try following(upstream, from: start) { (ending, round) in
                ending.event == .finish && round < times ? (upstream, ending.at.later(by: delay)) : nil
            }
        case .delaySubscription(let ticks): return try pull(upstream, from: start.later(by: ticks))
        case .subscribe: return try pull(upstream, from: start.turnLater)
        case .shareKept where isAgain: throw .order
        case .share, .shareKept: return dropping(try events(of: upstream, from: start), from: start)
        case .partition(let question):
            return dropping(
                apply(.filter(question), to: try events(of: upstream, from: start), from: start), from: start)
        case .shareReplay: return .keeping(try events(of: upstream, from: start))
        case .buffer(let size, .keepFull, _): return full(try pull(upstream, from: start), size: size, from: start)
        case .buffer(let size, .byRequest, let overflow):
            return buffer(try events(of: upstream, from: start), size: size, overflow)
        case .timeout(let ticks, let code):
            let ending = code.map(Event.failure) ?? .finish
            return end(try pull(upstream, from: start), with: ending, start.later(by: ticks)) { $0.later(by: ticks) }
        case .prefixFor(let ticks):
            let deadline = start.later(by: ticks)
            return end(try pull(upstream, from: start), with: .finish, deadline) { _ in deadline }
        case .collectCount(let count):
            let source = try pull(upstream, from: start)
            return collect(source, by: count, from: start)
        case .groupBy, .groupByUntil, .windowCount, .windowByTime, .shareExpiring, .debounce, .debounceEach,
            .timeoutFirst, .throttle, .collectByTime,
            .collectByTimeOrCount:
            throw .demand
        default:
            if stage.asksForEverything {
                return .keeping(apply(stage, to: try events(of: upstream, from: start), from: start))
            }
            return oneForOne(stage, try pull(upstream, from: start), from: start)
        }
    }

    /// An operator that asks again for what it leaves out: what it gives is what it makes of what has come so far.
    private func oneForOne(_ stage: Stage, _ source: Pull, from start: Moment) -> Pull {
        var input: [TimedEvent] = []
        var given = 0
        return Pull { [unowned self] (demand) throws(Undecided) in
            while true {
                let output = apply(stage, to: input, from: start)
                if given < output.count {
                    var item = output[given]
                    given += 1
                    // A value has used demand up when it came. What is made of the ending has not, nor has the finish.
                    let last = input.last
                    let isMadeOfEnding = !item.event.isEnd && (last?.event.isEnd ?? false)
                    let isMadeOfValue = stage == .rematerialize && item.event.isEnd
                    if isMadeOfEnding || isMadeOfValue {
                        item.at = max(item.at, demand.next)
                        if isMadeOfEnding { demand.use() }
                        if item.at >= .never { return nil }
                        for index in input.indices.suffix(1) { input[index].at = item.at }
                    }
                    return item
                }
                if let last = input.last {
                    if last.event.isEnd || output.last?.event.isEnd ?? false { return nil }
                    if output.count == apply(stage, to: input.dropLast(), from: start).count { demand.ask(last.at) }
                }
                guard let item = try source.next(demand) else { return nil }
                input.append(item)
                // A value that ends the stream, and is not given, leaves what it used up to what comes after.
                let further = apply(stage, to: input, from: start)
                if !item.event.isEnd, further.count == output.count + 1, further.last!.event.isEnd { demand.giveBack() }
            }
        }
    }

    private func collect(_ source: Pull, by count: Int, from start: Moment) -> Pull {
        var upstream: Demand?
        var ending: TimedEvent?
        return Pull { (demand) throws(Undecided) in
            if let ending { return ending }
            upstream = upstream ?? demand.passedOn(times: count)
            var batch: [Int] = []
            while let item = try source.next(upstream!) {
                guard case .value(let value) = item.event else {
                    ending = item
                    if batch.isEmpty || item.event.isFailure { return item }
                    ending!.at = max(item.at, demand.next)
                    demand.use()
                    return ending!.at < .never ? TimedEvent(ending!.at, .value(fold(batch))) : nil
                }
                batch.append(value)
                if batch.count == count {
                    demand.use()
                    return TimedEvent(item.at, .value(fold(batch)))
                }
            }
            return nil
        }
    }

    /// Asks ahead for as much as there is room for.
    private func full(_ source: Pull, size: Int, from start: Moment) -> Pull {
        let upstream = Demand(Array(repeating: start, count: size))
        var last = start
        return Pull { (demand) throws(Undecided) in
            guard let item = try source.next(upstream) else { return nil }
            if item.event.isEnd { return TimedEvent(max(item.at, last), item.event) }
            last = max(item.at, demand.next, last)
            demand.use()
            upstream.ask(last)
            return last < .never ? TimedEvent(last, item.event) : nil
        }
    }

    private func buffer(_ input: [TimedEvent], size: Int, _ overflow: Overflow) -> Pull {
        var rest = input[...]
        var kept: [Event] = []
        var last = Moment(tick: 0)
        var ending: TimedEvent?
        return Pull { [unowned self] (demand) throws(Undecided) in
            let asked = demand.next
            // What comes before the next value is asked for is kept, or not.
            while let item = rest.first, ending == nil, !isAsked(asked, before: item.at) {
                rest.removeFirst()
                if item.event.isEnd {
                    ending = item
                } else if kept.count < size {
                    kept.append(item.event)
                } else {
                    switch overflow {
                    case .dropNewest: break
                    case .dropOldest: kept = kept.dropFirst() + [item.event]
                    case .failure(let code): ending = TimedEvent(item.at, .failure(code))
                    }
                }
            }
            if !kept.isEmpty {
                if asked == .never { return nil }
                demand.use()
                last = max(asked, last)
                return TimedEvent(last, kept.removeFirst())
            }
            if let ending { return TimedEvent(max(ending.at, last), ending.event) }
            guard let item = rest.popFirst() else { return nil }
            if !item.event.isEnd { demand.use() }
            last = item.at
            return item
        }
    }

    private func end(
        _ source: Pull, with ending: Event, _ deadline: Moment, after value: @escaping (Moment) -> Moment
    ) -> Pull {
        var deadline = deadline
        var upstream: Demand?
        return Pull { [unowned self] (demand) throws(Undecided) in
            // What is used up after the deadline is not used up for those who come after.
            upstream = upstream ?? demand.passedOn()
            guard let item = try source.next(upstream!), !isDeadline(deadline, before: item.at) else {
                return TimedEvent(deadline, ending)
            }
            if !item.event.isEnd { demand.use() }
            deadline = value(item.at)
            return TimedEvent(item.at.turnLater, item.event)
        }
    }

    // MARK: One after another

    private func inTurn(_ nodes: [Node], from start: Moment) throws(Undecided) -> Pull {
        guard let first = nodes.first else { return .keeping([TimedEvent(start, .finish)]) }
        return try following(first, from: start) { (ending, count) in
            ending.event == .finish && count + 1 < nodes.count ? (nodes[count + 1], ending.at) : nil
        }
    }

    private func following(
        _ first: Node, from start: Moment, _ next: @escaping (TimedEvent, Int) -> (Node, Moment)?
    ) throws(Undecided) -> Pull {
        var source = try pull(first, from: start)
        var count = 0
        // What one leaves open, also of what it has used up without giving anything, is asked of the next.
        var current: Demand?
        return Pull { [unowned self] (demand) throws(Undecided) in
            while true {
                current = current ?? demand.passedOn()
                guard let item = try source.next(current!) else { return nil }
                if !item.event.isEnd { demand.use() }
                guard item.event.isEnd, let (node, moment) = next(item, count) else { return item }
                count += 1
                source = try again { () throws(Undecided) in try pull(node, from: moment) }
                current = nil
            }
        }
    }

    // MARK: Several inputs

    private func zip(_ left: Node, _ right: Node, from start: Moment) throws(Undecided) -> Pull {
        // What is asked for ahead of its partner may fail ahead of it.
        if left.canFail || right.canFail { throw .demand }
        let sources = (try pull(left, from: start), try pull(right, from: start))
        var demands: (Demand, Demand)?
        var last = start
        return Pull { (demand) throws(Undecided) in
            // Each is asked for as much as the subscriber asks for.
            demands = demands ?? (demand.passedOn(), demand.passedOn())
            let (former, latter) = (try sources.0.next(demands!.0), try sources.1.next(demands!.1))
            if case .value(let one)? = former?.event, case .value(let other)? = latter?.event {
                last = max(former!.at, latter!.at)
                demand.use()
                return TimedEvent(last, .value(fold([one, other])))
            }
            let endings = [former, latter].compactMap { $0 }.filter(\.event.isEnd)
            return endings.map(\.at).min().map { TimedEvent(max($0, last), .finish) }
        }
    }

    /// `flatMap` with one publisher at a time.
    private func oneByOne(_ outer: Node, _ inners: [Node], from start: Moment) throws(Undecided) -> Pull {
        // What a publisher has given may wait while it fails, and so may the publisher while the outer one does.
        if outer.canFail || inners.contains(where: \.canFail) { throw .demand }
        let values = try pull(outer, from: start)
        let outerDemand = Demand([start])
        var current: (value: Int, source: Pull, demand: Demand)?
        var last = start
        var freed = start
        return Pull { [unowned self] (demand) throws(Undecided) in
            while true {
                guard let (value, source, innerDemand) = current else {
                    guard let item = try values.next(outerDemand) else { return nil }
                    guard case .value(let new) = item.event else {
                        return TimedEvent(max(item.at, last, freed), item.event)
                    }
                    let inner = try pull(inners[remainder(new, inners.count)], from: item.at)
                    let unlimited = max(item.at, demand.unlimitedFrom)
                    current = (new, inner, Demand([item.at], unlimitedFrom: unlimited))
                    continue
                }
                guard let item = try source.next(innerDemand) else { return nil }
                guard case .value(let inner) = item.event else {
                    // Another is asked for, although what this one gave may still wait.
                    freed = item.at
                    outerDemand.ask(freed)
                    current = nil
                    continue
                }
                last = max(item.at, last, demand.next)
                demand.use()
                // It is asked for another when this one has been given.
                innerDemand.ask(last)
                return last < .never ? TimedEvent(last, .value(fold([value, inner]))) : nil
            }
        }
    }
}

extension Node {
    /// Whether there is anything in it that fails.
    var canFail: Bool {
        switch self {
        case .origin(.sequence): false
        case .origin(.record(let events)): events.contains(where: \.isFailure)
        case .origin(.cold(let beats)), .origin(.hot(let beats)), .origin(.current(_, let beats)),
            .origin(.replay(_, let beats)):
            beats.contains(where: \.event.isFailure)
        case .stage(let node, let stage): node.canFail || stage.canFail
        case .join(let left, _, let right): left.canFail || right.canFail
        case .all(let nodes, _): nodes.contains(where: \.canFail)
        case .flatten(let outer, _, let inners): outer.canFail || inners.contains(where: \.canFail)
        case .diamond(let base, let left, _, let right): base.canFail || (left + right).contains(where: \.canFail)
        }
    }
}

extension Stage {
    fileprivate var canFail: Bool {
        switch self {
        case .failing, .tryFilter, .timeout(_, _?), .buffer(_, _, .failure): true
        default: false
        }
    }

    /// Whether it asks for everything, whatever it is asked for.
    fileprivate var asksForEverything: Bool {
        switch self {
        case .last, .lastWhere, .ignoreOutput, .collect, .reduce, .count, .min, .max, .contains, .allSatisfy: true
        default: false
        }
    }
}
