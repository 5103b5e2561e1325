import Signals

private let sends = 200_000

/// Sends values to a subject whose chain is what `subscribe` makes.
private func chain(
    _ name: String, limit: Double?, subscribers: Int = 1,
    _ subscribe: (PassthroughSubject<Int, Never>) -> AnyCancellable
) -> Benchmark {
    let subject = PassthroughSubject<Int, Never>()
    let handles = (0..<subscribers).map { _ in subscribe(subject) }
    let rounds = sends / subscribers
    return Benchmark(name: name, limit: limit, events: rounds * subscribers) {
        withExtendedLifetime(handles) {
            for value in 0..<rounds { subject.send(value) }
        }
    }
}

/// The chains, headed by the hand-written list that they are compared with.
func chains() -> [Benchmark] {
    let list = ObserverList()
    list.add { consume($0) }
    return [
        Benchmark(name: "hand-written observer list (L)", limit: nil, events: sends) {
            for value in 0..<sends { list.notify(value) }
        },
        chain("subject → sink", limit: 0.75) { $0.sink { consume($0) } },
        chain("subject → map → filter → sink", limit: 0.8) {
            $0.map { $0 &+ 1 }.filter { $0 >= 0 }.sink { consume($0) }
        },
        chain("subject → compactMap → scan → removeDuplicates → sink", limit: 0.8) {
            $0.compactMap { (value: Int) -> Int? in value >= 0 ? value : nil }
                .scan(0) { (sum: Int, value: Int) -> Int in sum &+ value }
                .removeDuplicates()
                .sink { consume($0) }
        },
        chain("the same through eraseToAnyPublisher", limit: 0.85) {
            $0.compactMap { (value: Int) -> Int? in value >= 0 ? value : nil }
                .scan(0) { (sum: Int, value: Int) -> Int in sum &+ value }
                .removeDuplicates()
                .eraseToAnyPublisher()
                .sink { consume($0) }
        },
        chain("subject → 10 × map → sink", limit: 1.4) {
            $0.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
                .map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }.map { $0 &+ 1 }
                .sink { consume($0) }
        },
        chain("subject → 100 sinks, a delivery", limit: 0.15, subscribers: 100) { $0.sink { consume($0) } },
        chain("subject → receive(on:) → sink, a job for each value", limit: nil) {
            $0.receive(on: .immediate).sink { consume($0) }
        },
        Benchmark(name: "two sequences → merge → sink", limit: 2, events: sends) {
            let half = (0..<sends / 2).publisher
            withExtendedLifetime(half.merge(with: half).sink { consume($0) }) {}
        },
    ]
}

/// Subscribes and cancels in turn, with `others` subscribers present.
func subscribeAndCancel(_ name: String, among others: Int) -> Benchmark {
    let subject = PassthroughSubject<Int, Never>()
    let handles = (0..<others).map { _ in subject.sink { consume($0) } }
    return Benchmark(name: name, limit: nil, events: 20_000) {
        withExtendedLifetime(handles) {
            for _ in 0..<20_000 { subject.sink { consume($0) }.cancel() }
        }
    }
}
