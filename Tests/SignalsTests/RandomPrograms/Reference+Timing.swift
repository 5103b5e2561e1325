extension Reference {
    /// What an operator with a clock makes of what its input gives.
    func applyTimed(_ stage: Stage, to input: [TimedEvent], from start: Moment) -> [TimedEvent] {
        switch stage {
        case .delay(let ticks): return input.map { TimedEvent($0.at.later(by: ticks), $0.event) }
        case .receive: return input.map { TimedEvent($0.at.turnLater, $0.event) }
        case .debounce(let ticks): return debounce(input) { _ in ticks }
        case .debounceEach(let ticks): return debounce(input) { (remainder($0, 3) + 1) * ticks }
        case .timeoutFirst(let first, let each):
            return end(input, with: .finish, start.later(by: first)) { moment in each.map(moment.later) ?? .never }
        case .throttle(let ticks, let latest): return throttle(input, ticks, latest: latest)
        case .timeout(let ticks, let code):
            let ending = code.map(Event.failure) ?? .finish
            return end(input, with: ending, start.later(by: ticks)) { $0.later(by: ticks) }
        case .prefixFor(let ticks):
            let deadline = start.later(by: ticks)
            return end(input, with: .finish, deadline) { _ in deadline }
        case .collectByTime(let ticks): return collect(input, ticks, count: .max, from: start)
        case .collectByTimeOrCount(let ticks, let count): return collect(input, ticks, count: count, from: start)
        case .windowByTime(let ticks): return window(apply(.prefixFor(300), to: input, from: start), ticks, from: start)
        case .measureInterval:
            var last = start.tick
            return input.map { item in
                if item.event.isEnd { return item }
                defer { last = item.at.tick }
                return TimedEvent(item.at, .value(item.at.tick - last))
            }
        default: fatalError("\(stage) has no meaning here")
        }
    }

    /// Whether a deadline comes before something that happens.
    func isDeadline(_ deadline: Moment, before moment: Moment) -> Bool {
        if deadline.tick != moment.tick { return deadline.tick < moment.tick }
        if moment.turn == 0, deadline.turn > 0 { return false }
        return prefersFormer()
    }

    private func debounce(_ input: [TimedEvent], _ ticks: (Int) -> Int) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var waiting: TimedEvent?
        for item in input {
            if let due = waiting, isDeadline(due.at, before: item.at) {
                output.append(due)
                waiting = nil
            }
            switch item.event {
            case .value(let value): waiting = TimedEvent(item.at.later(by: ticks(value)), item.event)
            case .finish: output += (waiting.map { [$0.event] } ?? []).map { TimedEvent(item.at.turnLater, $0) }
            case .failure: break
            }
            if item.event.isEnd { return output + [TimedEvent(item.at.turnLater, item.event)] }
        }
        return output + (waiting.map { [$0] } ?? [])
    }

    private func throttle(_ input: [TimedEvent], _ ticks: Int, latest: Bool) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var windowEnd: Moment?
        var waiting: Event?
        func closeWindows(before moment: Moment) {
            while let end = windowEnd, isDeadline(end, before: moment) {
                windowEnd = waiting == nil ? nil : end.later(by: ticks)
                if let value = waiting { output.append(TimedEvent(end, value)) }
                waiting = nil
            }
        }
        for item in input {
            closeWindows(before: item.at)
            if item.event.isEnd {
                // An ending waits for the value that waits.
                let end = waiting == nil ? item.at.turnLater : windowEnd!
                return output + (waiting.map { [TimedEvent(end, $0)] } ?? []) + [TimedEvent(end, item.event)]
            }
            if windowEnd == nil {
                output.append(TimedEvent(item.at.turnLater, item.event))
                windowEnd = item.at.later(by: ticks)
            } else if latest || waiting == nil {
                waiting = item.event
            }
        }
        return output + (waiting.map { [TimedEvent(windowEnd!, $0)] } ?? [])
    }

    /// Passes everything on until a deadline, which may be another after each value.
    private func end(
        _ input: [TimedEvent], with ending: Event, _ deadline: Moment, after value: (Moment) -> Moment
    ) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var deadline = deadline
        for item in input {
            if isDeadline(deadline, before: item.at) { return output + [TimedEvent(deadline, ending)] }
            output.append(TimedEvent(item.at.turnLater, item.event))
            if item.event.isEnd { return output }
            deadline = value(item.at)
        }
        return deadline == .never ? output : output + [TimedEvent(deadline, ending)]
    }

    private func collect(_ input: [TimedEvent], _ ticks: Int, count: Int, from start: Moment) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var batch: [Int] = []
        var windowEnd = Moment.never
        func give(at moment: Moment) {
            output.append(TimedEvent(moment, .value(fold(batch))))
            batch = []
        }
        for item in input {
            // The instant that ends a window begins the next, so a value of that tick is never in it.
            if !batch.isEmpty, !item.event.isEnd && windowEnd.tick == item.at.tick {
                give(at: min(windowEnd, item.at.turnLater))
            } else if !batch.isEmpty, isDeadline(windowEnd, before: item.at) {
                give(at: windowEnd)
            }
            switch item.event {
            case .value(let value):
                let windows = (item.at.tick - start.tick) / ticks
                if batch.isEmpty { windowEnd = Moment(tick: start.tick + (windows + 1) * ticks) }
                batch.append(value)
                if batch.count == count { give(at: item.at.turnLater) }
            case .finish: if !batch.isEmpty { give(at: item.at.turnLater) }
            case .failure: break
            }
            if item.event.isEnd { return output + [TimedEvent(item.at.turnLater, item.event)] }
        }
        if !batch.isEmpty { give(at: windowEnd) }
        return output
    }

    /// What is collected of each window on a grid.
    private func window(_ input: [TimedEvent], _ ticks: Int, from start: Moment) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var batch: [Int] = []
        var grid = start.later(by: ticks)
        for item in input {
            while grid.tick <= item.at.tick, isDeadline(grid, before: item.at) {
                if !batch.isEmpty { output.append(TimedEvent(grid, .value(fold(batch)))) }
                batch = []
                grid = grid.later(by: ticks)
            }
            if case .value(let value) = item.event { batch.append(value) }
            if item.event == .finish, !batch.isEmpty { output.append(TimedEvent(item.at, .value(fold(batch)))) }
            if item.event.isEnd { return output + [item] }
        }
        return output + (batch.isEmpty ? [] : [TimedEvent(grid, .value(fold(batch)))])
    }
}
