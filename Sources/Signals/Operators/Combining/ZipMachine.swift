/// Where `zip` keeps the values that have come and not yet found their partners.
@usableFromInline
protocol ZipRows: SendableMetatype {
    associatedtype Input
    associatedtype Output
    mutating func append(_ input: Input, from id: Int)
    /// The first value of each input, if each has one.
    mutating func popFirst() -> Output?
    func hasValue(from id: Int) -> Bool
}

@frozen
@usableFromInline
struct ZipPairs<A, B>: ZipRows {
    @usableFromInline var a = Queue<A>()
    @usableFromInline var b = Queue<B>()

    @inlinable init() {}

    @inlinable
    mutating func append(_ input: Either<A, B>, from id: Int) {
        switch input {
        case .first(let value): a.append(value)
        case .second(let value): b.append(value)
        }
    }

    @inlinable
    mutating func popFirst() -> (A, B)? {
        if a.isEmpty || b.isEmpty { return nil }
        return (a.popFirst()!, b.popFirst()!)
    }

    @inlinable func hasValue(from id: Int) -> Bool { id == 0 ? !a.isEmpty : !b.isEmpty }
}

@frozen
@usableFromInline
struct ZipLists<Value>: ZipRows {
    @usableFromInline var queues: [Queue<Value>]
    @usableFromInline var empty: Int

    @inlinable
    init(count: Int) {
        queues = Array(repeating: Queue(), count: count)
        empty = count
    }

    @inlinable
    mutating func append(_ input: Value, from id: Int) {
        if queues[id].isEmpty { empty -= 1 }
        queues[id].append(input)
    }

    @inlinable
    mutating func popFirst() -> [Value]? {
        if empty > 0 { return nil }
        return queues.indices.map { id in
            defer { if queues[id].isEmpty { empty += 1 } }
            return queues[id].popFirst()!
        }
    }

    @inlinable func hasValue(from id: Int) -> Bool { !queues[id].isEmpty }
}

/// `zip`: each input is asked for as much as the subscriber asks for, so there is demand for every row.
@frozen
@usableFromInline
struct ZipMachine<Rows: ZipRows, Failure: Error>: Machine {
    @usableFromInline typealias Input = Rows.Input
    @usableFromInline typealias Output = Rows.Output
    @usableFromInline let count: Int
    @usableFromInline var rows: Rows
    @usableFromInline var ended: [Int] = []

    @inlinable
    init(_ rows: Rows, _ failure: Failure.Type, count: Int) {
        self.rows = rows
        self.count = count
    }

    @inlinable
    mutating func start(_ effects: inout Effects<Self>) {
        if count == 0 { return effects.complete(.finished) }
        for id in 0..<count { effects.request(effects.demand, from: id) }
    }

    @inlinable
    mutating func receive(_ input: Input, from id: Int, _ effects: inout Effects<Self>) {
        rows.append(input, from: id)
        flush(&effects)
    }

    @inlinable
    mutating func finish(_ id: Int, _ effects: inout Effects<Self>) {
        ended.append(id)
        finishIfDone(&effects)
    }

    @inlinable
    mutating func demandGrew(by added: Subscribers.Demand, _ effects: inout Effects<Self>) {
        for id in 0..<count { effects.request(added, from: id) }
        flush(&effects)
    }

    @inlinable
    mutating func flush(_ effects: inout Effects<Self>) {
        while effects.hasDemand, let row = rows.popFirst() { effects.emit(row) }
        finishIfDone(&effects)
    }

    /// Ends as soon as there is an input from which no partner can come any more.
    @inlinable
    func finishIfDone(_ effects: inout Effects<Self>) {
        for id in ended where !rows.hasValue(from: id) { return effects.complete(.finished) }
    }
}
