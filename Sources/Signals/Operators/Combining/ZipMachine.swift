/// Where `zip` keeps the values that have come and not yet found their partners.
public protocol ZipRows<Input, Output>: Sendable {
    associatedtype Input
    associatedtype Output
    mutating func append(_ input: Input, from id: Int)
    /// The first value of each input, if each has one.
    mutating func popFirst() -> Output?
    func hasValue(from id: Int) -> Bool
}

extension Operators {
    @frozen
    public struct ZipPairs<A: Sendable, B: Sendable>: ZipRows {
        @usableFromInline var a = Queue<A>()
        @usableFromInline var b = Queue<B>()

        @inlinable public init() {}

        @inlinable
        public mutating func append(_ input: Either<A, B>, from id: Int) {
            switch input {
            case .first(let value): a.append(value)
            case .second(let value): b.append(value)
            }
        }

        @inlinable
        public mutating func popFirst() -> (A, B)? {
            if a.isEmpty || b.isEmpty { return nil }
            return (a.popFirst()!, b.popFirst()!)
        }

        @inlinable public func hasValue(from id: Int) -> Bool { id == 0 ? !a.isEmpty : !b.isEmpty }
    }

    @frozen
    public struct ZipLists<Value: Sendable>: ZipRows {
        @usableFromInline var queues: [Queue<Value>]
        @usableFromInline var empty: Int

        @inlinable
        public init(count: Int) {
            queues = Array(repeating: Queue(), count: count)
            empty = count
        }

        @inlinable
        public mutating func append(_ input: Value, from id: Int) {
            if queues[id].isEmpty { empty -= 1 }
            queues[id].append(input)
        }

        @inlinable
        public mutating func popFirst() -> [Value]? {
            if empty > 0 { return nil }
            return queues.indices.map { id in
                defer { if queues[id].isEmpty { empty += 1 } }
                return queues[id].popFirst()!
            }
        }

        @inlinable public func hasValue(from id: Int) -> Bool { !queues[id].isEmpty }
    }

    /// `zip`: each input is asked for as much as the subscriber asks for, so there is demand for every row.

    /// The machine behind `zip`.
    @frozen
    public struct Zip<Rows: ZipRows, Failure: Error>: OperatorMachine {
        public typealias Input = Rows.Input
        public typealias Output = Rows.Output
        @usableFromInline let count: Int
        @usableFromInline var rows: Rows
        @usableFromInline var ended: [Int] = []

        @inlinable
        public init(_ rows: Rows, count: Int) {
            self.rows = rows
            self.count = count
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Input, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: for id in 0..<count { effects.request(effects.demand, from: id) }
            case .demand(let added): for id in 0..<count { effects.request(added, from: id) }
            case .input(let input, let id): rows.append(input, from: id)
            case .finished(let id): ended.append(id)
            default: break
            }
            while effects.hasDemand, let row = rows.popFirst() { effects.emit(row) }
            if ended.contains(where: { !rows.hasValue(from: $0) }) { effects.complete(.finished) }
        }
    }
}
