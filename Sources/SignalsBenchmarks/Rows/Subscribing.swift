import Dispatch
import Signals

extension Work {
    /// Subscribes and cancels in turn, with `others` bare sinks there.
    fileprivate static func subscribing(
        _ times: Int, among others: Int = 0,
        _ subscribe: @escaping (PassthroughSubject<Int, Never>) -> AnyCancellable
    ) -> Work {
        let subject = PassthroughSubject<Int, Never>()
        let kept = (0..<others).map { _ in subject.sink { consume($0) } }
        return Work(events: times, delivering: 0) {
            withExtendedLifetime(kept) {
                for _ in 0..<times { subscribe(subject).cancel() }
            }
        }
    }

    fileprivate static func subscribingSink(_ times: Int = 20_000, among others: Int = 0) -> Work {
        subscribing(times, among: others) { $0.sink { consume($0) } }
    }
}

/// What coming and going costs.
let subscribing: [Row] = [
    Row("subscribe, cancel: map → sink", limit: 10, goal: 2.3, steady: true, byHand: { ObserverTable.subscribing() }) {
        .subscribing(10_000) { $0.map { $0 &+ 1 }.sink { consume($0) } }
    },
    Row(
        "subscribe, cancel: map → sink among 10,000", limit: 8, goal: 1.7, steady: true,
        to: ("by hand among 10,000", { ObserverTable.subscribing(among: 10_000) })
    ) {
        .subscribing(10_000, among: 10_000) { $0.map { $0 &+ 1 }.sink { consume($0) } }
    },
    Row(
        "subscribe, cancel: sink", limit: 8, goal: 1.5, steady: true,
        byHand: { ObserverTable.subscribing(mapped: false) }
    ) {
        .subscribingSink()
    },
    Row("subscribe, cancel: sink among 10,000", limit: 1.5, to: ("alone", { .subscribingSink() })) {
        .subscribingSink(among: 10_000)
    },
]

private func family(
    _ name: String, limit: Double, _ subscribe: @escaping @Sendable (PassthroughSubject<Int, Never>) -> AnyCancellable
) -> Row {
    Row("subscribe, cancel: \(name)", limit: limit, byHand: { ObserverTable.subscribing() }) {
        .subscribing(2_000, subscribe)
    }
}

private let queue = DispatchQueue(label: "SignalsBenchmarks.subscribing")

/// The same for one operator of each family.
let families: [Row] = [
    family("eraseToAnyPublisher", limit: 9) { $0.eraseToAnyPublisher().sink { consume($0) } },
    family("scan", limit: 9) { $0.scan(0) { $0 &+ $1 }.sink { consume($0) } },
    family("prefix", limit: 9) { $0.prefix(3).sink { consume($0) } },
    family("removeDuplicates", limit: 9) { $0.removeDuplicates().sink { consume($0) } },
    family("collect", limit: 9) { $0.collect(3).sink { consume($0.count) } },
    family("buffer", limit: 45) {
        $0.buffer(size: 3, prefetch: .byRequest, whenFull: .dropOldest).sink { consume($0) }
    },
    family("merge", limit: 100) { $0.merge(with: $0).sink { consume($0) } },
    family("zip", limit: 70) { $0.zip($0).sink { consume($0 &+ $1) } },
    family("combineLatest", limit: 70) { $0.combineLatest($0).sink { consume($0 &+ $1) } },
    family("withLatestFrom", limit: 70) { $0.withLatestFrom($0) { $0 &+ $1 }.sink { consume($0) } },
    family("flatMap", limit: 52) { $0.flatMap { Just($0) }.sink { consume($0) } },
    family("flatMapLatest", limit: 50) { $0.flatMapLatest { Just($0) }.sink { consume($0) } },
    family("mapLatest", limit: 60) { $0.mapLatest { $0 }.sink { consume($0) } },
    family("catch", limit: 48) { subject in
        subject.tryMap { $0 &+ 1 }.catch { _ in Just(0) }.sink { consume($0) }
    },
    family("retry", limit: 60) { $0.tryMap { $0 &+ 1 }.retry(1).ignoreFailure().sink { consume($0) } },
    family("share", limit: 60) { $0.share().sink { consume($0) } },
    family("receive(on:)", limit: 11) { $0.receive(on: queue).sink { consume($0) } },
    family("debounce", limit: 60) { $0.debounce(for: .seconds(1), scheduler: queue).sink { consume($0) } },
    family("collect(byTime:)", limit: 60) {
        $0.collect(byTime: .seconds(1), scheduler: queue).sink { consume($0.count) }
    },
]
