/// Where `combineLatest` keeps the newest value of each input.
@usableFromInline
protocol LatestValues: SendableMetatype {
    associatedtype Input
    associatedtype Output
    /// The newest values, once every input has given one.
    var all: Output? { get }
    mutating func keep(_ input: Input, from id: Int)
}

@frozen
@usableFromInline
struct LatestPair<A, B>: LatestValues {
    @usableFromInline var a: A?
    @usableFromInline var b: B?

    @inlinable init() {}

    @inlinable var all: (A, B)? { if let a, let b { (a, b) } else { nil } }

    @inlinable
    mutating func keep(_ input: Either<A, B>, from id: Int) {
        switch input {
        case .first(let value): a = value
        case .second(let value): b = value
        }
    }
}

@frozen
@usableFromInline
struct LatestList<Value>: LatestValues {
    @usableFromInline var values: [Value?]
    @usableFromInline var missing: Int

    @inlinable
    init(count: Int) {
        values = Array(repeating: nil, count: count)
        missing = count
    }

    @inlinable var all: [Value]? { missing == 0 ? values.map { $0! } : nil }

    @inlinable
    mutating func keep(_ input: Value, from id: Int) {
        if values[id] == nil { missing -= 1 }
        values[id] = input
    }
}

@frozen
@usableFromInline
struct CombineLatestMachine<Latest: LatestValues, Failure: Error>: Machine {
    @usableFromInline typealias Input = Latest.Input
    @usableFromInline typealias Output = Latest.Output
    @usableFromInline let count: Int
    @usableFromInline var latest: Latest
    @usableFromInline var open: Int
    /// Whether something has come that the subscriber has not been given yet.
    @usableFromInline var isNew = false

    @inlinable
    init(_ latest: Latest, _ failure: Failure.Type, count: Int) {
        self.latest = latest
        self.count = count
        open = count
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        if count == 0 { return effects.complete(.finished) }
        for id in 0..<count { effects.request(.unlimited, from: id) }
    }

    @inlinable
    mutating func receive(_ input: Input, from id: Int, _ effects: inout Effects<Self>) {
        latest.keep(input, from: id)
        isNew = true
        flush(&effects)
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        open -= 1
        flush(&effects)
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        flush(&effects)
    }

    @inlinable
    mutating func flush(_ effects: inout Effects<Self>) {
        let isWaiting = isNew && latest.all != nil
        if isWaiting, effects.hasDemand, let all = latest.all {
            effects.emit(all)
            isNew = false
        }
        if open == 0, !isWaiting || !isNew { effects.complete(.finished) }
    }
}
