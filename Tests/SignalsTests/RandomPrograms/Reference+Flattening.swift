extension Reference {
    /// What an operator that makes publishers of values gives.
    func flatten(
        _ outer: Node, _ flattening: Flattening, _ inners: [Node], from start: Moment
    ) throws(Undecided) -> [TimedEvent] {
        switch flattening {
        case .flatMap(nil):
            return try flatMap(.all(try events(of: outer, from: start)), limit: .max, inners, from: start)
        case .flatMap(let limit?):
            // One that may not be asked just now may fail all the same.
            if outer.canFail { throw .demand }
            return try flatMap(try pull(outer, from: start), limit: limit, inners, from: start)
        case .inOrder(let limit):
            if outer.canFail { throw .demand }
            return try inOrder(try pull(outer, from: start), limit: limit, inners, from: start)
        case .first:
            let values = Pull.all(try events(of: outer, from: start))
            return try flatMap(values, limit: .max, inners, from: start, ignoringWhileBusy: true)
        case .latest, .mapAndSwitch: return try latest(try events(of: outer, from: start), inners, from: start)
        case .latestWithOuter:
            return try latest(try events(of: outer, from: start), inners, from: start, endingWithOuter: true)
        case .mergeMembers, .combineLatestMembers:
            let sets = try events(of: outer, from: start)
            return try members(sets, inners, areCombined: flattening == .combineLatestMembers)
        case .expand: return try expand(try events(of: outer, from: start), inners)
        }
    }

    /// What is made of a value: one of `inners`, with the value folded into each of its own.
    func inner(_ value: Int, _ inners: [Node], from start: Moment) throws(Undecided) -> Stream {
        let events = try events(of: inners[remainder(value, inners.count)], from: start)
        return Stream(
            start: start,
            rest: events.map { item in
                if case .value(let inner) = item.event { return TimedEvent(item.at, .value(fold([value, inner]))) }
                return item
            }[...])
    }

    /// What is still to come of one publisher among several.
    struct Stream {
        var start: Moment
        var rest: ArraySlice<TimedEvent>
    }

    /// The place of the one whose event is next.
    private func next(of streams: [Stream]) -> Int? {
        var next: Int?
        for (index, stream) in streams.enumerated() {
            guard let item = stream.rest.first else { continue }
            // What a publisher gives as soon as it is subscribed to is given before anything else happens.
            if item.at == stream.start { return index }
            if let other = next, isBefore(streams[other].rest.first!.at, item.at, from: .never) { continue }
            next = index
        }
        return next
    }

    private func flatMap(
        _ outer: Pull, limit: Int, _ inners: [Node], from start: Moment, ignoringWhileBusy: Bool = false
    ) throws(Undecided) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var active: [Stream] = []
        let demand = limit == .max ? Demand(unlimitedFrom: start) : Demand(Array(repeating: start, count: limit))
        var head: TimedEvent?
        var isOuterOpen = true
        var isOuterSilent = false
        var now = start
        while true {
            if isOuterOpen, !isOuterSilent, head == nil, demand.next < .never {
                head = try outer.next(demand)
                if let item = head { head = TimedEvent(max(item.at, now), item.event) }
                isOuterSilent = head == nil
            }
            let index = next(of: active)
            let item = index.map { active[$0].rest.first! }
            let isInner: Bool
            switch (item, head) {
            case (nil, nil): return output
            case (nil, _?): isInner = false
            case (_?, nil): isInner = true
            case (let item?, let head?):
                isInner = item.at == active[index!].start || !isBefore(head.at, item.at, from: .never)
            }
            if isInner, let index, let item {
                active[index].rest.removeFirst()
                now = item.at
                if item.event == .finish {
                    active.remove(at: index)
                    demand.ask(item.at)
                } else {
                    output.append(item)
                    if item.event.isFailure { return output }
                }
                if active.isEmpty, !isOuterOpen { return output + [TimedEvent(item.at, .finish)] }
            } else if let item = head {
                head = nil
                now = item.at
                switch item.event {
                case .value where ignoringWhileBusy && !active.isEmpty: break
                case .value(let value): active.append(try inner(value, inners, from: item.at))
                case .failure: return output + [item]
                case .finish:
                    isOuterOpen = false
                    if active.isEmpty { return output + [item] }
                }
            }
        }
    }

    private func inOrder(
        _ outer: Pull, limit: Int, _ inners: [Node], from start: Moment
    ) throws(Undecided) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var failures: [TimedEvent] = []
        var ending: TimedEvent?
        var turn: Moment? = start
        let demand = Demand(Array(repeating: start, count: limit))
        while ending == nil {
            guard demand.next < .never, let item = try outer.next(demand) else { break }
            guard case .value(let value) = item.event else {
                ending = item
                break
            }
            let events = try inner(value, inners, from: item.at).rest
            for event in events where !event.event.isEnd {
                if let turn { output.append(TimedEvent(max(event.at, turn), event.event)) }
            }
            if let last = events.last, last.event.isFailure { failures.append(last) }
            turn = events.last.flatMap { last in turn.flatMap { last.event == .finish ? max(last.at, $0) : nil } }
            if let turn { demand.ask(turn) }
        }
        if let first = failures.min(by: { $0.at < $1.at }) {
            if output.contains(where: { $0.at.tick == first.at.tick })
                || failures.count(where: { $0.at == first.at }) > 1
            {
                throw .order
            }
            return output.filter { $0.at < first.at } + [first]
        }
        if let ending, let turn { output.append(TimedEvent(max(ending.at, turn), .finish)) }
        return output
    }

    private func latest(
        _ outer: [TimedEvent], _ inners: [Node], from start: Moment, endingWithOuter: Bool = false
    ) throws(Undecided) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var innerEnd: Moment? = start
        for (index, item) in outer.enumerated() {
            switch item.event {
            case .failure: return output + [item]
            case .finish where endingWithOuter: return output + [item]
            case .finish:
                if let innerEnd { output.append(TimedEvent(max(innerEnd, item.at), .finish)) }
                return output
            case .value(let value):
                let next = outer.dropFirst(index + 1).first { endingWithOuter || $0.event != .finish }?.at
                innerEnd = nil
                for event in try inner(value, inners, from: item.at).rest {
                    // What a publisher gives as soon as it is subscribed to comes before the next one.
                    if let next, event.at != item.at, !isBefore(event.at, next, from: .never) { break }
                    if event.event == .finish { innerEnd = event.at } else { output.append(event) }
                    if event.event.isFailure { return output }
                }
            }
        }
        return output
    }

    private func members(
        _ sets: [TimedEvent], _ inners: [Node], areCombined: Bool
    ) throws(Undecided) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var members: Set<Int>?
        var isOuterOpen = true
        var active: [(key: Int, stream: Stream)] = []
        var latest: [Int: Int] = [:]
        var sets = sets[...]
        func combine(at moment: Moment) {
            guard areCombined, latest.count == members?.count else { return }
            let values = latest.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }
            output.append(TimedEvent(moment, .value(fold(values))))
        }
        while true {
            let index = next(of: active.map(\.stream))
            let item = index.flatMap { active[$0].stream.rest.first }
            guard let first = item ?? sets.first else { return output }
            if let index, let item,
                sets.isEmpty || item.at == active[index].stream.start
                    || !isBefore(sets.first!.at, item.at, from: .never)
            {
                active[index].stream.rest.removeFirst()
                switch item.event {
                case .failure: return output + [item]
                case .finish: active.remove(at: index)
                case .value(let value):
                    latest[active[index].key] = value
                    if areCombined { combine(at: item.at) } else { output.append(item) }
                }
                if active.isEmpty, !isOuterOpen { return output + [TimedEvent(first.at, .finish)] }
                continue
            }
            let set = sets.removeFirst()
            guard case .value(let value) = set.event else {
                if set.event.isFailure || active.isEmpty { return output + [set] }
                isOuterOpen = false
                continue
            }
            let keys = Set(inners.indices.filter { isMember($0, of: value) })
            active.removeAll { !keys.contains($0.key) }
            latest = latest.filter { keys.contains($0.key) }
            let added = keys.subtracting(members ?? [])
            let isChanged = keys != members || keys.isEmpty
            members = keys
            if isChanged { combine(at: set.at) }
            for key in added { active.append((key, try inner(key, inners, from: set.at))) }
            // Nothing says which of them is subscribed to first.
            if active.count(where: { $0.stream.start == set.at && $0.stream.rest.first?.at == set.at }) > 1 {
                throw .order
            }
        }
    }

    private func expand(_ outer: [TimedEvent], _ inners: [Node]) throws(Undecided) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var active = [Stream(start: .never, rest: outer[...])]
        while let index = next(of: active) {
            let item = active[index].rest.removeFirst()
            // Whether what comes at once of a value comes before the next value of the same tick, nothing says.
            let rivals = active.count { $0.rest.first?.at.tick == item.at.tick }
            if item.event == .finish {
                active.remove(at: index)
                if active.isEmpty { output.append(item) }
                continue
            }
            output.append(item)
            guard case .value(let value) = item.event else { return output }
            if value == 0 { continue }
            let stream = try inner(value, inners, from: item.at)
            let spawned = apply(.prefix(2), to: Array(stream.rest), from: item.at).map { event in
                event.event.isEnd ? event : TimedEvent(event.at, .value(shrunken(value)))
            }
            if rivals > 0, spawned.first?.at == item.at { throw .order }
            active.append(Stream(start: item.at, rest: spawned[...]))
            if output.count > 500 { throw .tooLong }
        }
        return output
    }
}
