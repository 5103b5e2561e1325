/// What becomes of one value.
private enum Outcome {
    case give(Int)
    case nothing
    case giveAndFinish(Int)
    case finish
    case fail(Int)
}

extension Reference {
    /// What an operator with one input makes of what that gives.
    func apply(_ stage: Stage, to input: [TimedEvent], from start: Moment) -> [TimedEvent] {
        var memory: Int?
        var memories: [Int] = []
        var count = 0
        switch stage {
        case .map(let summand): return walk(input) { .give($0 &+ summand) }
        case .replaceNil(let question): return walk(input) { .give(question.accepts($0) ? 99 : $0) }
        case .compactMap(let question): return walk(input) { question.accepts($0) ? .nothing : .give($0 &+ 1) }
        case .filter(let question): return walk(input) { question.accepts($0) ? .give($0) : .nothing }
        case .scan(let start):
            return walk(input) {
                memory = (memory ?? start) &+ $0
                return .give(memory!)
            }
        case .removeDuplicates(let divisor):
            return walk(input) { value in
                defer { memory = value }
                return memory.map { remainder($0, divisor) } == remainder(value, divisor) ? .nothing : .give(value)
            }
        case .first: return apply(.prefix(1), to: input, from: start)
        case .prefix(0): return [TimedEvent(start, .finish)]
        case .prefix(let length):
            return walk(input) {
                count += 1
                return count == length ? .giveAndFinish($0) : .give($0)
            }
        case .dropFirst(let length):
            return walk(input) {
                count += 1
                return count > length ? .give($0) : .nothing
            }
        case .prefixWhile(let question): return walk(input) { question.accepts($0) ? .finish : .give($0) }
        case .prefixThrough(let question):
            return walk(input) { question.accepts($0) ? .giveAndFinish($0) : .give($0) }
        case .removeAllDuplicates(let divisor):
            return walk(input) { value in
                defer { memories.append(remainder(value, divisor)) }
                return memories.contains(remainder(value, divisor)) ? .nothing : .give(value)
            }
        case .nwise(let length):
            return walk(input) { value in
                memories.append(value)
                return memories.count < length ? .nothing : .give(fold(memories.suffix(length)))
            }
        case .mapMany(let summand): return walk(input) { .give(fold([$0 &+ summand, $0 &+ 1 &+ summand])) }
        case .toggle(let question): return walk(input) { .give(question.accepts($0) ? 0 : 1) }
        case .partition(let question): return walk(input) { question.accepts($0) ? .give($0) : .nothing }
        case .dropWhile(let question):
            return walk(input) {
                if question.accepts($0) { memory = 1 }
                return memory == nil ? .nothing : .give($0)
            }
        case .firstWhere(let question): return walk(input) { question.accepts($0) ? .giveAndFinish($0) : .nothing }
        case .outputAt(let index): return apply(.outputIn(index, index + 1), to: input, from: start)
        case .outputIn(let lower, let upper):
            if lower >= upper { return [TimedEvent(start, .finish)] }
            return apply(.dropFirst(lower), to: apply(.prefix(upper), to: input, from: start), from: start)
        case .ignoreOutput: return walk(input) { _ in .nothing }
        case .pairwise:
            return walk(input) { value in
                defer { memory = value }
                return memory.map { .give(fold([$0, value])) } ?? .nothing
            }
        case .enumerated:
            return walk(input) {
                count += 1
                return .give(fold([count - 1, $0]))
            }
        case .rematerialize, .passing, .share, .shareReplay, .shareKept, .shareExpiring, .buffer: return input
        default: return applyFurther(stage, to: input, from: start)
        }
    }

    private func applyFurther(_ stage: Stage, to input: [TimedEvent], from start: Moment) -> [TimedEvent] {
        switch stage {
        case .last: return atEnd(input) { $0.last }
        case .lastWhere(let question): return atEnd(input) { $0.last(where: question.accepts) }
        case .collect: return atEnd(input) { fold($0) }
        case .reduce(let start): return atEnd(input) { $0.reduce(start, &+) }
        case .count: return atEnd(input) { $0.count }
        case .min: return atEnd(input) { $0.min() }
        case .max: return atEnd(input) { $0.max() }
        case .replaceEmpty(let value): return keeping(input) { $0.isEmpty ? value : nil }
        case .contains(let question): return decide(input, whether: question.accepts, 1)
        case .allSatisfy(let question): return decide(input, whether: question.accepts, 0)
        case .collectCount(let count), .windowCount(let count): return collect(input, by: count)
        case .groupBy(let divisor): return walk(input) { .give(fold([remainder($0, divisor), $0])) }
        case .groupByUntil(let divisor, let count): return group(input, by: divisor, until: count)
        case .collectWhile(let divisor), .chunkedOn(let divisor): return collect(input, whileRestIsSame: divisor)
        case .failing(let question, let code): return walk(input) { question.accepts($0) ? .fail(code) : .give($0) }
        case .tryFilter(let question, let failing, let code):
            return walk(input) {
                if failing.accepts($0) { return .fail(code) }
                return question.accepts($0) ? .give($0) : .nothing
            }
        case .mapError(let summand):
            return input.flatMap { item -> [TimedEvent] in
                if case .failure(let code) = item.event { return [TimedEvent(item.at, .failure(code + summand))] }
                return [item]
            }
        case .replaceError(let value):
            return input.flatMap { item in
                item.event.isFailure ? [TimedEvent(item.at, .value(value)), TimedEvent(item.at, .finish)] : [item]
            }
        case .ignoreFailure: return input.map { $0.event.isFailure ? TimedEvent($0.at, .finish) : $0 }
        case .materialize:
            return input.flatMap { item -> [TimedEvent] in
                let text = TimedEvent(item.at, .value(item.event.materialized))
                return item.event.isEnd ? [text, TimedEvent(item.at, .finish)] : [text]
            }
        default: return applyTimed(stage, to: input, from: start)
        }
    }

    /// Goes through values one at a time; the ending passes.
    private func walk(_ input: [TimedEvent], _ body: (Int) -> Outcome) -> [TimedEvent] {
        var output: [TimedEvent] = []
        for item in input {
            guard case .value(let value) = item.event else { return output + [item] }
            switch body(value) {
            case .give(let value): output.append(TimedEvent(item.at, .value(value)))
            case .nothing: break
            case .giveAndFinish(let value):
                return output + [TimedEvent(item.at, .value(value)), TimedEvent(item.at, .finish)]
            case .finish: return output + [TimedEvent(item.at, .finish)]
            case .fail(let code): return output + [TimedEvent(item.at, .failure(code))]
            }
        }
        return output
    }

    /// The input, with one value more where it finishes.
    private func keeping(_ input: [TimedEvent], _ final: ([Int]) -> Int?) -> [TimedEvent] {
        guard let end = input.last, end.event == .finish, let value = final(input.values) else { return input }
        return input.dropLast() + [TimedEvent(end.at, .value(value)), end]
    }

    /// One value where the input finishes, and no other.
    private func atEnd(_ input: [TimedEvent], _ final: ([Int]) -> Int?) -> [TimedEvent] {
        let endings = keeping(input, final).drop { !$0.event.isEnd }
        guard let end = endings.last else { return [] }
        guard end.event == .finish, let value = final(input.values) else { return [end] }
        return [TimedEvent(end.at, .value(value)), end]
    }

    private func decide(_ input: [TimedEvent], whether isDecided: (Int) -> Bool, _ answer: Int) -> [TimedEvent] {
        let decided = walk(input) { isDecided($0) ? .giveAndFinish(answer) : .nothing }
        return decided.values.isEmpty ? keeping(decided) { _ in 1 - answer } : decided
    }

    private func collect(_ input: [TimedEvent], whileRestIsSame divisor: Int) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var batch: [Int] = []
        for item in input {
            guard case .value(let value) = item.event else {
                if item.event == .finish, !batch.isEmpty { output.append(TimedEvent(item.at, .value(fold(batch)))) }
                return output + [item]
            }
            if let last = batch.last, remainder(last, divisor) != remainder(value, divisor) {
                output.append(TimedEvent(item.at, .value(fold(batch))))
                batch = []
            }
            batch.append(value)
        }
        return output
    }

    /// Each group is closed by its `count`th value; those that are left end in the order in which they have begun.
    private func group(_ input: [TimedEvent], by divisor: Int, until count: Int) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var groups: [(key: Int, values: [Int])] = []
        for item in input {
            guard case .value(let value) = item.event else {
                if item.event == .finish { output += groups.map { TimedEvent(item.at, .value(fold($0.values))) } }
                return output + [item]
            }
            let key = remainder(value, divisor)
            let index = groups.firstIndex { $0.key == key } ?? groups.endIndex
            if index == groups.endIndex { groups.append((key, [])) }
            groups[index].values.append(value)
            if groups[index].values.count == count {
                output.append(TimedEvent(item.at, .value(fold(groups.remove(at: index).values))))
            }
        }
        return output
    }

    private func collect(_ input: [TimedEvent], by count: Int) -> [TimedEvent] {
        var output: [TimedEvent] = []
        var batch: [Int] = []
        for item in input {
            if case .value(let value) = item.event { batch.append(value) }
            if batch.count == count || (item.event == .finish && !batch.isEmpty) {
                output.append(TimedEvent(item.at, .value(fold(batch))))
                batch = []
            }
            if item.event.isEnd { output.append(item) }
        }
        return output
    }
}

extension [TimedEvent] {
    var values: [Int] { compactMap { if case .value(let value) = $0.event { value } else { nil } } }
}

extension Event {
    /// The event as a number.
    var materialized: Int {
        switch self {
        case .value(let value): fold([1, value])
        case .finish: 2
        case .failure(let code): fold([3, code])
        }
    }
}
