import Signals
import SignalsTesting

extension LibraryChain {
    /// One operator with one input after `stream`.
    func plain(_ stream: Stream, _ stage: Stage) -> Stream {
        switch stage {
        case .map(let summand): stream.map { $0 &+ summand }.eraseToAnyPublisher()
        case .replaceNil(let question):
            stream.map { (value) -> Int? in question.accepts(value) ? nil : value }.replaceNil(with: 99)
                .eraseToAnyPublisher()
        case .compactMap(let question):
            stream.compactMap { question.accepts($0) ? nil : $0 &+ 1 }.eraseToAnyPublisher()
        case .filter(let question): stream.filter { question.accepts($0) }.eraseToAnyPublisher()
        case .scan(let start): stream.scan(start) { $0 &+ $1 }.eraseToAnyPublisher()
        case .removeDuplicates(let divisor):
            stream.removeDuplicates { remainder($0, divisor) == remainder($1, divisor) }.eraseToAnyPublisher()
        case .prefix(let count): stream.prefix(count).eraseToAnyPublisher()
        case .dropFirst(let count): stream.dropFirst(count).eraseToAnyPublisher()
        case .prefixWhile(let question): stream.prefix { !question.accepts($0) }.eraseToAnyPublisher()
        case .prefixThrough(let question):
            stream.prefix(while: { !question.accepts($0) }, .inclusive).eraseToAnyPublisher()
        case .removeAllDuplicates(let divisor):
            stream.removeAllDuplicates { remainder($0, divisor) }.eraseToAnyPublisher()
        case .nwise(let count): stream.nwise(count).map { fold($0) }.eraseToAnyPublisher()
        case .mapMany(let summand):
            stream.map { [$0, $0 &+ 1] }.mapMany { $0 &+ summand }.map { fold($0) }.eraseToAnyPublisher()
        case .toggle(let question): stream.map(question.accepts).toggle().map { $0 ? 1 : 0 }.eraseToAnyPublisher()
        case .dropWhile(let question): stream.drop { !question.accepts($0) }.eraseToAnyPublisher()
        case .first: stream.first().eraseToAnyPublisher()
        case .firstWhere(let question): stream.first { question.accepts($0) }.eraseToAnyPublisher()
        case .last: stream.last().eraseToAnyPublisher()
        case .lastWhere(let question): stream.last { question.accepts($0) }.eraseToAnyPublisher()
        case .outputAt(let index): stream.output(at: index).eraseToAnyPublisher()
        case .outputIn(let start, let end): stream.output(in: start..<max(start, end)).eraseToAnyPublisher()
        case .ignoreOutput: stream.ignoreOutput().map { (never) -> Int in }.eraseToAnyPublisher()
        case .replaceEmpty(let value): stream.replaceEmpty(with: value).eraseToAnyPublisher()
        case .pairwise: stream.pairwise().map { fold([$0, $1]) }.eraseToAnyPublisher()
        case .enumerated: stream.enumerated().map { fold([$0.offset, $0.element]) }.eraseToAnyPublisher()
        case .materialize:
            stream.materialize().map { $0.event.materialized }.setFailureType(to: Fault.self).eraseToAnyPublisher()
        case .rematerialize: stream.materialize().dematerialize().eraseToAnyPublisher()
        case .passing: stream.handleEvents().eraseToAnyPublisher()
        default: gathering(stream, stage)
        }
    }

    private func gathering(_ stream: Stream, _ stage: Stage) -> Stream {
        switch stage {
        case .collect: stream.collect().map { fold($0) }.eraseToAnyPublisher()
        case .collectCount(let count): stream.collect(count).map { fold($0) }.eraseToAnyPublisher()
        case .collectWhile(let divisor):
            stream.collect { remainder($0, divisor) == remainder($1, divisor) }.map { fold($0) }.eraseToAnyPublisher()
        case .groupBy(let divisor):
            stream.groupBy { remainder($0, divisor) }.flatMap { group in group.map { fold([group.key, $0]) } }
                .eraseToAnyPublisher()
        case .chunkedOn(let divisor):
            stream.chunked { remainder($0, divisor) }.map { fold($0) }.eraseToAnyPublisher()
        case .groupByUntil(let divisor, let count):
            stream.groupBy({ remainder($0, divisor) }) { $0.dropFirst(count - 1) }
                .flatMap { $0.collect().map { fold($0) } }.eraseToAnyPublisher()
        case .windowCount(let count):
            stream.window(count: count).flatMap { $0.collect().map { fold($0) } }.eraseToAnyPublisher()
        case .reduce(let start): stream.reduce(start) { $0 &+ $1 }.eraseToAnyPublisher()
        case .count: stream.count().eraseToAnyPublisher()
        case .min: stream.min().eraseToAnyPublisher()
        case .max: stream.max().eraseToAnyPublisher()
        case .contains(let question):
            stream.contains { question.accepts($0) }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
        case .allSatisfy(let question):
            stream.allSatisfy { !question.accepts($0) }.map { $0 ? 1 : 0 }.eraseToAnyPublisher()
        default: recovering(stream, stage)
        }
    }

    private func recovering(_ stream: Stream, _ stage: Stage) -> Stream {
        switch stage {
        case .failing(let question, let code):
            stream.map { (value) throws(Fault) -> Int in
                if question.accepts(value) { throw Fault(code: code) }
                return value
            }.eraseToAnyPublisher()
        case .tryFilter(let question, let failing, let code):
            stream.tryFilter { value in
                if failing.accepts(value) { throw Fault(code: code) }
                return question.accepts(value)
            }.mapError { $0 as! Fault }.eraseToAnyPublisher()
        case .mapError(let summand): stream.mapError { Fault(code: $0.code + summand) }.eraseToAnyPublisher()
        case .replaceError(let value):
            stream.replaceError(with: value).setFailureType(to: Fault.self).eraseToAnyPublisher()
        case .ignoreFailure: stream.ignoreFailure().setFailureType(to: Fault.self).eraseToAnyPublisher()
        case .retry(let count): stream.retry(count).eraseToAnyPublisher()
        case .retryAfter(let count, let delay):
            stream.retry(count, delay: .constant(.milliseconds(delay)), scheduler: scheduler).eraseToAnyPublisher()
        case .repeating(let times): stream.repeat(times).eraseToAnyPublisher()
        case .retryRecovering(let count, let delay):
            stream.retry(
                count,
                recoveringWith: { _ in
                    Just(1).setFailureType(to: Fault.self).delay(for: .milliseconds(delay), scheduler: scheduler)
                }
            ).eraseToAnyPublisher()
        case .repeatingAfter(let times, let delay):
            stream.repeat { rounds in rounds.prefix(times).delay(for: .milliseconds(delay), scheduler: scheduler) }
                .eraseToAnyPublisher()
        case .share: stream.share().eraseToAnyPublisher()
        case .shareReplay(let count): stream.share(replay: count).eraseToAnyPublisher()
        case .shareKept(let ticks):
            stream.share(keepingAliveFor: .milliseconds(ticks), scheduler: scheduler).eraseToAnyPublisher()
        case .shareExpiring(let count, let ticks):
            stream.share(replay: count, expiringAfter: .milliseconds(ticks), scheduler: scheduler)
                .eraseToAnyPublisher()
        case .partition(let question): stream.partition(question.accepts).matches.eraseToAnyPublisher()
        case .buffer(let size, let prefetch, let overflow):
            stream.buffer(
                size: size, prefetch: prefetch == .keepFull ? .keepFull : .byRequest, whenFull: overflow.strategy
            ).eraseToAnyPublisher()
        default: timed(stream, stage)
        }
    }

    private func timed(_ stream: Stream, _ stage: Stage) -> Stream {
        switch stage {
        case .delay(let ticks): stream.delay(for: .milliseconds(ticks), scheduler: scheduler).eraseToAnyPublisher()
        case .debounce(let ticks):
            stream.debounce(for: .milliseconds(ticks), scheduler: scheduler).eraseToAnyPublisher()
        case .debounceEach(let ticks):
            stream.debounce(scheduler: scheduler) { .milliseconds((remainder($0, 3) + 1) * ticks) }
                .eraseToAnyPublisher()
        case .timeoutFirst(let first, let each):
            stream.timeout(first: .milliseconds(first), each: each.map { .milliseconds($0) }, scheduler: scheduler)
                .eraseToAnyPublisher()
        case .throttle(let ticks, let latest):
            stream.throttle(for: .milliseconds(ticks), scheduler: scheduler, latest: latest).eraseToAnyPublisher()
        case .timeout(let ticks, nil):
            stream.timeout(.milliseconds(ticks), scheduler: scheduler).eraseToAnyPublisher()
        case .timeout(let ticks, let code?):
            stream.timeout(.milliseconds(ticks), scheduler: scheduler, customError: { Fault(code: code) })
                .eraseToAnyPublisher()
        case .collectByTime(let ticks):
            stream.collect(byTime: .milliseconds(ticks), scheduler: scheduler).map { fold($0) }.eraseToAnyPublisher()
        case .collectByTimeOrCount(let ticks, let count):
            stream.collect(byTime: .milliseconds(ticks), orCount: count, scheduler: scheduler).map { fold($0) }
                .eraseToAnyPublisher()
        case .windowByTime(let ticks):
            stream.prefix(for: .milliseconds(300), scheduler: scheduler)
                .window(byTime: .milliseconds(ticks), scheduler: scheduler)
                .flatMap { $0.collect().map { fold($0) } }.eraseToAnyPublisher()
        case .receive: stream.receive(on: scheduler).eraseToAnyPublisher()
        case .subscribe: stream.subscribe(on: scheduler).eraseToAnyPublisher()
        case .delaySubscription(let ticks):
            stream.delaySubscription(for: .milliseconds(ticks), scheduler: scheduler).eraseToAnyPublisher()
        case .prefixFor(let ticks):
            stream.prefix(for: .milliseconds(ticks), scheduler: scheduler).eraseToAnyPublisher()
        case .measureInterval:
            stream.measureInterval(using: scheduler).map { Int($0 / .milliseconds(1)) }.eraseToAnyPublisher()
        default: fatalError("\(stage) is not built")
        }
    }
}

extension Overflow {
    fileprivate var strategy: Publishers.BufferingStrategy<Fault> {
        switch self {
        case .dropNewest: .dropNewest
        case .dropOldest: .dropOldest
        case .failure(let code): .customError { Fault(code: code) }
        }
    }
}

extension Publishers.MaterializedEvent<Int, Fault> {
    fileprivate var event: Event {
        switch self {
        case .value(let value): .value(value)
        case .completion(.finished): .finish
        case .completion(.failure(let fault)): .failure(fault.code)
        }
    }
}
