import Signals
import SignalsTesting
import TestSupport

typealias Stream = AnyPublisher<Int, Fault>

/// Builds the publishers that a program describes, each once.
struct LibraryChain {
    let scheduler: VirtualTimeScheduler
    let visits: Log<ColdScript.Visit>

    func publisher(_ node: Node) -> Stream {
        switch node {
        case .origin(let origin): publisher(origin)
        case .stage(let upstream, let stage): plain(publisher(upstream), stage)
        case .join(let left, let join, let right): joined(publisher(left), join, publisher(right))
        case .all(let nodes, let gathering): gathered(nodes.map(publisher), gathering)
        case .flatten(let outer, let flattening, let inners):
            flattened(publisher(outer), flattening, inners.map(publisher))
        case .diamond(let base, let left, let join, let right):
            diamond(publisher(base).share(), left, join, right)
        }
    }

    private func diamond(_ shared: Publishers.Share<Stream>, _ left: [Stage], _ join: Join, _ right: [Stage]) -> Stream
    {
        let base = shared.eraseToAnyPublisher()
        return joined(left.reduce(base) { plain($0, $1) }, join, right.reduce(base) { plain($0, $1) })
    }

    // MARK: Origins

    private func publisher(_ origin: Origin) -> Stream {
        switch origin {
        case .sequence(let values):
            return values.publisher.setFailureType(to: Fault.self).eraseToAnyPublisher()
        case .record(let events):
            return Record<Int, Fault> { record in
                for event in events {
                    switch event {
                    case .value(let value): record.receive(value)
                    case .finish: record.receive(completion: .finished)
                    case .failure(let code): record.receive(completion: .failure(Fault(code: code)))
                    }
                }
            }.eraseToAnyPublisher()
        case .cold(let beats): return ColdScript(beats, on: scheduler, log: visits).eraseToAnyPublisher()
        case .hot(let beats): return driven(PassthroughSubject(), beats)
        case .current(let value, let beats): return driven(CurrentValueSubject(value), beats)
        case .replay(let count, let beats): return driven(ReplaySubject(bufferSize: count), beats)
        }
    }

    private func driven<S: Subject<Int, Fault>>(_ subject: S, _ beats: [Beat]) -> Stream {
        for beat in beats {
            scheduler.at(beat.tick) {
                switch beat.event {
                case .value(let value): subject.send(value)
                case .finish: subject.send(completion: .finished)
                case .failure(let code): subject.send(completion: .failure(Fault(code: code)))
                }
            }
        }
        return subject.eraseToAnyPublisher()
    }

    // MARK: Several inputs

    private func joined(_ left: Stream, _ join: Join, _ right: Stream) -> Stream {
        switch join {
        case .merge: left.merge(with: right).eraseToAnyPublisher()
        case .zip: left.zip(right).map { fold([$0, $1]) }.eraseToAnyPublisher()
        case .combineLatest: left.combineLatest(right).map { fold([$0, $1]) }.eraseToAnyPublisher()
        case .withLatestFrom: left.withLatestFrom(right).map { fold([$0, $1]) }.eraseToAnyPublisher()
        case .sample: left.sample(right).eraseToAnyPublisher()
        case .race: left.race(with: right).eraseToAnyPublisher()
        case .append: left.append(right).eraseToAnyPublisher()
        case .prepend: left.prepend(right).eraseToAnyPublisher()
        case .prefixUntil: left.prefix(untilOutputFrom: right).eraseToAnyPublisher()
        case .dropUntil: left.drop(untilOutputFrom: right).eraseToAnyPublisher()
        case .catching: left.catch { _ in right }.eraseToAnyPublisher()
        case .windowUntil:
            left.window(until: right).flatMap { $0.collect().map { fold($0) } }.eraseToAnyPublisher()
        case .collectUntil: left.collect(until: right).map { fold($0) }.eraseToAnyPublisher()
        case .bufferWhile: left.buffer(while: right.map { remainder($0, 2) == 1 }).eraseToAnyPublisher()
        case .throttleWhile: left.throttle(while: right.map { remainder($0, 2) == 1 }).eraseToAnyPublisher()
        case .throttleFirstWhile:
            left.throttle(while: right.map { remainder($0, 2) == 1 }, latest: false).eraseToAnyPublisher()
        case .delayUntil: left.delay(until: right).eraseToAnyPublisher()
        case .delaySubscriptionUntil: left.delaySubscription(until: right).eraseToAnyPublisher()
        }
    }

    private func gathered(_ streams: [Stream], _ gathering: Gathering) -> Stream {
        switch gathering {
        case .merge: streams.merge().eraseToAnyPublisher()
        case .zip: streams.zip().map { fold($0) }.eraseToAnyPublisher()
        case .combineLatest: streams.combineLatest().map { fold($0) }.eraseToAnyPublisher()
        case .race: streams.race().eraseToAnyPublisher()
        case .concatenate: streams.concatenate().eraseToAnyPublisher()
        }
    }

    private func flattened(_ outer: Stream, _ flattening: Flattening, _ inners: [Stream]) -> Stream {
        let inner: @Sendable (Int) throws(Fault) -> Stream = { value in
            inners[remainder(value, inners.count)].map { fold([value, $0]) }.eraseToAnyPublisher()
        }
        switch flattening {
        case .flatMap(let limit):
            return outer.flatMap(maxPublishers: limit.map { .max($0) } ?? .unlimited, inner).eraseToAnyPublisher()
        case .inOrder(let limit): return outer.flatMapInOrder(maxPublishers: .max(limit), inner).eraseToAnyPublisher()
        case .latest: return outer.flatMapLatest(inner).eraseToAnyPublisher()
        case .latestWithOuter: return outer.flatMapLatest(endingWithOuter: true, inner).eraseToAnyPublisher()
        case .first: return outer.flatMapFirst(inner).eraseToAnyPublisher()
        case .mergeMembers: return outer.map { members(inners, of: $0) }.mergeMembers().eraseToAnyPublisher()
        case .combineLatestMembers:
            return outer.map { members(inners, of: $0) }.combineLatestMembers()
                .map { latest in fold(latest.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] }) }
                .eraseToAnyPublisher()
        case .mapAndSwitch: return outer.map(inner).switchToLatest().eraseToAnyPublisher()
        case .expand:
            let further: @Sendable (Int) throws(Fault) -> Stream = { (value) throws(Fault) in
                if value == 0 { return Empty().eraseToAnyPublisher() }
                return try inner(value).prefix(2).map { _ in shrunken(value) }.eraseToAnyPublisher()
            }
            return outer.expand(further).eraseToAnyPublisher()
        }
    }

    private func members(_ inners: [Stream], of value: Int) -> [Int: Stream] {
        let keys = inners.indices.filter { isMember($0, of: value) }
        return Dictionary(
            uniqueKeysWithValues: keys.map { key in
                (key, inners[key].map { fold([key, $0]) }.eraseToAnyPublisher())
            })
    }
}
