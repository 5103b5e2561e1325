import Signals

// Machines as a user of the library writes them: with a clock, with two inputs, with inner publishers.

/// Publishes a value when none has followed it for a while.
struct Quiet<Output: Sendable, Failure: Error>: OperatorMachine {
    let time: Duration
    var last: Output?
    var isDue = false
    var isFinished = false

    init(_ time: Duration) { self.time = time }

    mutating func handle(_ event: MachineEvent<Output, Failure>, _ effects: inout Effects<Self>) {
        switch event {
        case .start: effects.request(.unlimited, from: 0)
        case .input(let value, _):
            (last, isDue) = (value, false)
            effects.arm(at: effects.now.advanced(by: time))
        case .timer: isDue = true
        case .finished: (isFinished, isDue) = (true, true)
        default: break
        }
        if isDue, effects.hasDemand, let value = last.take() { effects.emit(value) }
        if isFinished, last == nil { effects.complete(.finished) }
    }
}

/// Publishes the sum of the newest values of two publishers, once both have published one.
struct Sum<Failure: Error>: OperatorMachine {
    typealias Output = Int
    var newest: [Int?] = [nil, nil]
    var isNew = false
    var open = 2

    mutating func handle(_ event: MachineEvent<Int, Failure>, _ effects: inout Effects<Self>) {
        switch event {
        case .start: for id in 0...1 { effects.request(.unlimited, from: id) }
        case .input(let value, let id):
            newest[id] = value
            isNew = !newest.contains(nil)
        case .finished: open -= 1
        default: break
        }
        if isNew, effects.hasDemand {
            effects.emit(newest.reduce(0) { $0 + ($1 ?? 0) })
            isNew = false
        }
        if open == 0, !isNew { effects.complete(.finished) }
    }
}

/// Publishes what the inner publishers publish, and takes no new one while one is under way.
struct Exhaust<Inner: Publisher>: OperatorMachine where Inner.Output: Sendable {
    typealias Output = Inner.Output
    typealias Source = Inner
    var current: Int?
    var isOuterOpen = true

    mutating func handle(
        _ event: MachineEvent<InnerInput<Inner>, Inner.Failure>, _ effects: inout Effects<Self>
    ) {
        switch event {
        case .start: effects.request(.unlimited, from: 0)
        case .demand(let more): if let current { effects.request(more, from: current) }
        case .input(.inner(let inner), _):
            guard current == nil else { return }
            current = effects.attach(inner)
            effects.request(effects.demand, from: current!)
        case .input(.value(let value), _): if effects.hasDemand { effects.emit(value) } else { effects.refuse() }
        case .finished(let id): if id == 0 { isOuterOpen = false } else { current = nil }
        default: break
        }
        if !isOuterOpen, current == nil { effects.complete(.finished) }
    }
}
