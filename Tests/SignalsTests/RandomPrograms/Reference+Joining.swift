extension Reference {
    /// Several lists as one, in the order in which things happen, each with the number of its list.
    ///
    /// What comes at the very moment of the subscription comes while the inputs are subscribed to, one after the other.
    func interleave(_ lists: [[TimedEvent]], from start: Moment) -> [(Int, TimedEvent)] {
        var rests = lists.map { $0[...] }
        var result: [(Int, TimedEvent)] = []
        while true {
            var next: Int?
            for index in rests.indices {
                guard let item = rests[index].first else { continue }
                if let other = next.map({ rests[$0].first! }), isBefore(other.at, item.at, from: start) { continue }
                next = index
            }
            guard let next else { return result }
            result.append((next, rests[next].removeFirst()))
        }
    }

    /// Whether `former`, of a list that was subscribed to earlier, comes before `latter`, of another.
    func isBefore(_ former: Moment, _ latter: Moment, from start: Moment) -> Bool {
        if former.tick != latter.tick { return former.tick < latter.tick }
        if former == start { return true }
        if latter == start { return false }
        if former.turn != latter.turn, min(former.turn, latter.turn) == 0 { return former.turn < latter.turn }
        return prefersFormer()
    }

    // MARK: Any number of inputs

    func gather(_ inputs: [(Int, TimedEvent)], _ gathering: Gathering, of count: Int) -> [TimedEvent] {
        switch gathering {
        case .merge: merge(inputs, of: count)
        case .zip: zip(inputs, of: count)
        case .combineLatest: combineLatest(inputs, of: count)
        case .race: race(inputs)
        case .concatenate: fatalError("it does not have all its inputs at once")
        }
    }

    private func merge(_ inputs: [(Int, TimedEvent)], of count: Int) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var open = count
        for (_, item) in inputs {
            if item.event == .finish { open -= 1 }
            if item.event != .finish || open == 0 { output.append(item) }
            if item.event.isFailure { break }
        }
        return output
    }

    private func zip(_ inputs: [(Int, TimedEvent)], of count: Int) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var queues = [[Int]](repeating: [], count: count)
        var isOpen = [Bool](repeating: true, count: count)
        for (index, item) in inputs {
            switch item.event {
            case .value(let value): queues[index].append(value)
            case .finish: isOpen[index] = false
            case .failure: return output + [item]
            }
            if queues.allSatisfy({ !$0.isEmpty }) {
                output.append(TimedEvent(item.at, .value(fold(queues.map { $0[0] }))))
                for index in queues.indices { queues[index].removeFirst() }
            }
            let isOver = queues.indices.contains { !isOpen[$0] && queues[$0].isEmpty }
            if isOver { return output + [TimedEvent(item.at, .finish)] }
        }
        return output
    }

    private func combineLatest(_ inputs: [(Int, TimedEvent)], of count: Int) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var newest = [Int?](repeating: nil, count: count)
        var open = count
        for (index, item) in inputs {
            switch item.event {
            case .value(let value):
                newest[index] = value
                let row = newest.compactMap { $0 }
                if row.count == count { output.append(TimedEvent(item.at, .value(fold(row)))) }
            case .finish:
                open -= 1
                if open == 0 { return output + [item] }
            case .failure: return output + [item]
            }
        }
        return output
    }

    private func race(_ inputs: [(Int, TimedEvent)]) -> [TimedEvent] {
        inputs.filter { $0.0 == inputs[0].0 }.map(\.1)
    }

    // MARK: Two inputs

    /// What an operator with two inputs gives. The number 0 is the one that was subscribed to first.
    func joined(_ inputs: [(Int, TimedEvent)], _ join: Join, from start: Moment) -> [TimedEvent] {
        switch join {
        case .merge: return merge(inputs, of: 2)
        case .zip: return zip(inputs, of: 2)
        case .combineLatest: return combineLatest(inputs, of: 2)
        case .race: return race(inputs)
        case .sample: return sample(inputs)
        case .withLatestFrom: return withLatestFrom(inputs)
        case .prefixUntil:
            let word = inputs.firstIndex { $0 == 0 && !$1.event.isEnd }
            let before = word.map { inputs.prefix($0) } ?? inputs[...]
            let output = before.filter { $0.0 == 1 }.map(\.1)
            if output.last.map(\.event.isEnd) ?? false { return output }
            return output + (word.map { [TimedEvent(inputs[$0].1.at, .finish)] } ?? [])
        case .dropUntil: return dropUntil(inputs)
        case .collectUntil, .windowUntil: return collectUntil(inputs)
        case .bufferWhile: return gated(inputs) { $0 + [$1] }
        case .throttleWhile: return gated(inputs) { [$1] }
        case .throttleFirstWhile: return gated(inputs) { kept, new in kept.isEmpty ? [new] : kept }
        case .delayUntil: return gated(inputs, untilFirst: true) { $0 + [$1] }
        case .append, .prepend, .catching, .delaySubscriptionUntil: fatalError("it does not have both inputs at once")
        }
    }

    private func sample(_ inputs: [(Int, TimedEvent)]) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var waiting: Event?
        var isOpen = true
        for (index, item) in inputs {
            if item.event.isFailure { return output + [item] }
            if index == 0 {
                if item.event.isEnd { isOpen = false } else { waiting = item.event }
            } else {
                if let value = waiting { output.append(TimedEvent(item.at, value)) }
                waiting = nil
                if !isOpen || item.event.isEnd { return output + [TimedEvent(item.at, .finish)] }
            }
        }
        return output
    }

    private func withLatestFrom(_ inputs: [(Int, TimedEvent)]) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var newest: Int?
        for (index, item) in inputs {
            switch item.event {
            case .value(let value):
                if index == 0 { newest = value }
                if index == 1, let newest { output.append(TimedEvent(item.at, .value(fold([value, newest])))) }
            case .finish: if index == 1 { return output + [item] }
            case .failure: return output + [item]
            }
        }
        return output
    }

    private func dropUntil(_ inputs: [(Int, TimedEvent)]) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var hasSpoken = false
        for (index, item) in inputs {
            if index == 0 {
                if item.event.isEnd, !hasSpoken { return output + [item] }
                hasSpoken = true
            } else if hasSpoken || item.event.isEnd {
                output.append(item)
                if item.event.isEnd { return output }
            }
        }
        return output
    }

    private func collectUntil(_ inputs: [(Int, TimedEvent)]) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var batch: [Int] = []
        for (index, item) in inputs {
            if item.event.isFailure { return output + [item] }
            if index == 1, case .value(let value) = item.event { batch.append(value) }
            let isDue = index == 0 ? !item.event.isEnd : item.event.isEnd
            if isDue, !batch.isEmpty {
                output.append(TimedEvent(item.at, .value(fold(batch))))
                batch = []
            }
            if index == 1, item.event.isEnd { return output + [item] }
        }
        return output
    }

    /// Holds back while the other's newest value is odd, or, for a signal, until there is one.
    private func gated(
        _ inputs: [(Int, TimedEvent)], untilFirst: Bool = false, keeping: ([Event], Event) -> [Event]
    ) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var kept: [Event] = []
        var ending: Event?
        var isClosed = untilFirst
        var hasSignalled = false
        for (index, item) in inputs {
            switch (index, item.event) {
            case (0, _) where hasSignalled: break
            case (0, .failure): return output + [item]
            case (0, .finish): isClosed = false
            case (0, .value(let value)):
                isClosed = !untilFirst && remainder(value, 2) == 1
                hasSignalled = untilFirst
            case (_, .value): kept = isClosed ? keeping(kept, item.event) : [item.event]
            case (_, let event): ending = event
            }
            if !isClosed {
                output += kept.map { TimedEvent(item.at, $0) }
                kept = []
            }
            if let ending, kept.isEmpty { return output + [TimedEvent(item.at, ending)] }
        }
        return output
    }
}
