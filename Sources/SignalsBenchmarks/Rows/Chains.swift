import Signals

extension Work {
    /// Sends values to a subject that has a subscriber.
    static func chain(
        _ sends: Int = 200_000, delivering expected: Int? = nil,
        _ subscribe: (PassthroughSubject<Int, Never>) -> AnyCancellable
    ) -> Work {
        let subject = PassthroughSubject<Int, Never>()
        let handle = subscribe(subject)
        return Work(events: sends, delivering: expected) {
            withExtendedLifetime(handle) {
                for value in 0..<sends { subject.send(value) }
            }
        }
    }

    /// Sends values to a subject that has sinks. An event is a delivery to one of them.
    static func sinks(_ count: Int) -> Work {
        let subject = PassthroughSubject<Int, Never>()
        let handles = (0..<count).map { index in subject.sink { consume($0 &+ index) } }
        let rounds = max(1, 200_000 / count)
        return Work(events: rounds * count) {
            withExtendedLifetime(handles) {
                for value in 0..<rounds { subject.send(value) }
            }
        }
    }
}

/// What a value costs on its way through a chain.
let chains: [Row] = [
    Row("subject → sink", limit: 0.75, steady: true) {
        .sinks(1)
    },
    Row("subject → map → filter → sink", limit: 1, steady: true) {
        .chain { $0.map { $0 &+ 1 }.filter { $0 >= 0 }.sink { consume($0) } }
    },
    Row("subject → compactMap → scan → removeDuplicates → sink", limit: 1.1, steady: true) {
        .chain { threeSteps($0).sink { consume($0) } }
    },
    Row("the same through eraseToAnyPublisher", limit: 1.1, steady: true) {
        .chain { threeSteps($0).eraseToAnyPublisher().sink { consume($0) } }
    },
    Row("subject → 10 × map → sink", limit: 1.75) {
        .chain { maps(10, $0) }
    },
    Row("subject → 50 × map → sink", limit: 38, goal: 1, to: ("50 closures", { .sending(20_000, to: mapsByHand(50)) }))
    {
        .chain(20_000) { maps(50, $0) }
    },
    Row(
        "subject → 100 × map → sink", limit: 38, goal: 1,
        to: ("100 closures", { .sending(10_000, to: mapsByHand(100)) })
    ) {
        .chain(10_000) { maps(100, $0) }
    },
    Row("subject → 100 sinks, a delivery", limit: 0.3, steady: true) {
        .sinks(100)
    },
    Row("subject → share → sink", limit: 1.4, steady: true) {
        .chain { $0.share().sink { consume($0) } }
    },
    Row("sequence → map → filter → reduce → sink", limit: 0.45, goal: 0.11, steady: true) {
        let numbers = (0..<200_000).publisher
        return Work(events: 200_000, delivering: 1) {
            let sum = numbers.map { $0 &+ 1 }.filter { $0 >= 0 }.reduce(0) { $0 &+ $1 }
            withExtendedLifetime(sum.sink { consume($0) }) {}
        }
    },
    Row(
        "CurrentValueSubject → sink", limit: 2, goal: 0.65, steady: true,
        byHand: {
            let property = PropertyByHand()
            property.observe { consume($0) }
            return .sending { property.send($0) }
        }
    ) {
        let subject = CurrentValueSubject<Int, Never>(0)
        let handle = subject.sink { consume($0) }
        return .sending { value in withExtendedLifetime(handle) { subject.send(value) } }
    },
    Row(
        "@Published assignment, one sink", limit: 6, goal: 1.25, steady: true,
        byHand: { propertyByHand(observed: true) }
    ) {
        let model = Model()
        let handle = model.$count.sink { consume($0) }
        return .sending(50_000) { value in withExtendedLifetime(handle) { model.count = value } }
    },
    Row(
        "@Published assignment, no sink", limit: 5.5, goal: 1, steady: true, byHand: { propertyByHand(observed: false) }
    ) {
        let model = Model()
        return .sending(50_000, delivering: 0) { model.count = $0 }
    },
]

private func threeSteps(_ subject: PassthroughSubject<Int, Never>) -> some Publisher<Int, Never> {
    subject.compactMap { (value: Int) -> Int? in value >= 0 ? value : nil }
        .scan(0) { (sum: Int, value: Int) -> Int in sum &+ value &+ 1 }
        .removeDuplicates()
}

private func propertyByHand(observed: Bool) -> Work {
    let property = PropertyByHand()
    if observed { property.observe { consume($0) } }
    return .sending(50_000, delivering: observed ? nil : 0) { property.value = $0 }
}

private final class Model {
    @Published var count = 0
}

/// So many times `map`, then `sink`. The optimiser sees all of it, as if it was written down in one go; the type checker
/// sees one at a time, since its time doubles with each that it has to look through.
func maps(_ length: Int, _ subject: PassthroughSubject<Int, Never>) -> AnyCancellable {
    switch length {
    case 1: return oneMore(subject).sink { consume($0) }
    case 5: return fiveMore(subject).sink { consume($0) }
    case 10: return tenMore(subject).sink { consume($0) }
    case 20: return tenMore(tenMore(subject)).sink { consume($0) }
    case 50: return fiftyMore(subject).sink { consume($0) }
    case 100: return fiftyMore(fiftyMore(subject)).sink { consume($0) }
    default: fatalError("there is no chain of \(length)")
    }
}

private func oneMore(_ upstream: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    upstream.map { $0 &+ 1 }
}

private func fiveMore(_ upstream: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    oneMore(oneMore(oneMore(oneMore(oneMore(upstream)))))
}

private func tenMore(_ upstream: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    fiveMore(fiveMore(upstream))
}

private func fiftyMore(_ upstream: some Publisher<Int, Never>) -> some Publisher<Int, Never> {
    tenMore(tenMore(tenMore(tenMore(tenMore(upstream)))))
}
