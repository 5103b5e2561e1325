import Signals

/// Operators that subscribe to publishers that a function makes, here of one value.
let flattening: [Row] = [
    Row("flatMap to Just", limit: 1.7, steady: true, byHand: { flatMapped(twice: false) }) {
        .chain(20_000) { $0.flatMap { Just($0 &+ 1) }.sink { consume($0) } }
    },
    Row("flatMap to a sequence of two", limit: 12, steady: true, byHand: { flatMapped(twice: true) }) {
        .chain(20_000, delivering: 40_000) { $0.flatMap { [$0, $0].publisher }.sink { consume($0) } }
    },
    Row("map to Just → switchToLatest", limit: 3, steady: true, byHand: switched) {
        .chain(20_000) { $0.map { Just($0 &+ 1) }.switchToLatest().sink { consume($0) } }
    },
    Row("flatMapLatest to Just", limit: 3, steady: true, byHand: switched) {
        .chain(20_000) { $0.flatMapLatest { Just($0 &+ 1) }.sink { consume($0) } }
    },
    Row("flatMapFirst to Just", limit: 1.1, to: ("flatMap", { toJust { $0.flatMap($1) } })) {
        toJust { $0.flatMapFirst($1) }
    },
    Row("groupBy, a sink for each of 8 groups", limit: 3) {
        let handles = CancellableBag()
        return .chain {
            $0.groupBy { $0 & 7 }.sink { group in group.sink { consume($0) }.store(in: handles) }
        }
    },
    Row("groupBy → flatMap → sink", limit: 8, goal: 3, steady: true) {
        .chain { $0.groupBy { $0 & 7 }.flatMap { $0 }.sink { consume($0) } }
    },
]

/// Makes a publisher of one value of each.
private func toJust<P: Publisher<Int, Never>>(
    _ flatten: (PassthroughSubject<Int, Never>, @escaping @Sendable (Int) -> Just<Int>) -> P
) -> Work {
    .chain(20_000) { flatten($0) { Just($0 &+ 1) }.sink { consume($0) } }
}

private func flatMapped(twice: Bool) -> Work {
    .sending(
        delivering: twice ? 400_000 : nil,
        to: flatMapByHand { value in
            { next, finished in
                next(value &+ 1)
                if twice { next(value) }
                finished()
            }
        })
}

private func switched() -> Work {
    .sending(to: switchByHand { value in { next in next(value &+ 1) } })
}

/// Operators with two inputs, which get values in turn.
let combining: [Row] = [
    Row("merge", limit: 2, goal: 0.7, steady: true, byHand: { .sending(to: mergeByHand()) }) {
        .twoInputs { $0.merge(with: $1).sink { consume($0) } }
    },
    Row("two sequences → merge → sink", limit: 2, steady: true) {
        let half = (0..<100_000).publisher
        return Work(events: 200_000) {
            withExtendedLifetime(half.merge(with: half).sink { consume($0) }) {}
        }
    },
    Row(
        "zip", limit: 2, goal: 0.7, steady: true,
        byHand: { .sending(delivering: 100_000, to: zipByHand()) }
    ) {
        .twoInputs(delivering: 100_000) { $0.zip($1).sink { consume($0 &+ $1) } }
    },
    Row(
        "combineLatest", limit: 2, goal: 0.7, steady: true,
        byHand: { .sending(to: primed(latestByHand(rightTriggers: true))) }
    ) {
        .twoInputs { $0.combineLatest($1).sink { consume($0 &+ $1) } }
    },
    Row(
        "withLatestFrom", limit: 2, goal: 0.7, steady: true,
        byHand: { .sending(delivering: 100_000, to: primed(latestByHand(rightTriggers: false))) }
    ) {
        .twoInputs(delivering: 100_000) { $0.withLatestFrom($1) { $0 &+ $1 }.sink { consume($0) } }
    },
]

/// The function, after a value for each input.
private func primed(_ send: @escaping (Int) -> Void) -> (Int) -> Void {
    send(0)
    send(1)
    return send
}

extension Work {
    /// Sends values to two subjects in turn, with one each sent beforehand.
    fileprivate static func twoInputs(
        delivering expected: Int? = nil,
        _ subscribe: (PassthroughSubject<Int, Never>, PassthroughSubject<Int, Never>) -> AnyCancellable
    ) -> Work {
        let (left, right) = (PassthroughSubject<Int, Never>(), PassthroughSubject<Int, Never>())
        let handle = subscribe(left, right)
        let send = primed(inTurn({ left.send($0) }, { right.send($0) }))
        return .sending(delivering: expected) { value in withExtendedLifetime(handle) { send(value) } }
    }
}
