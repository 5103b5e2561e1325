/// Where `combineLatest` keeps the newest value of each input.
public protocol LatestValues<Input, Output>: Sendable {
    associatedtype Input
    associatedtype Output
    /// The newest values, once every input has given one.
    var all: Output? { get }
    mutating func keep(_ input: Input, from id: Int)
}

extension Operators {
    @frozen
    public struct LatestPair<A: Sendable, B: Sendable>: LatestValues {
        @usableFromInline var a: A?
        @usableFromInline var b: B?

        @inlinable public init() {}

        @inlinable public var all: (A, B)? { if let a, let b { (a, b) } else { nil } }

        @inlinable
        public mutating func keep(_ input: Either<A, B>, from id: Int) {
            switch input {
            case .first(let value): a = value
            case .second(let value): b = value
            }
        }
    }

    @frozen
    public struct LatestList<Value: Sendable>: LatestValues {
        @usableFromInline var values: [Value?]
        @usableFromInline var missing: Int

        @inlinable
        public init(count: Int) {
            values = Array(repeating: nil, count: count)
            missing = count
        }

        @inlinable public var all: [Value]? { missing == 0 ? values.map { $0! } : nil }

        @inlinable
        public mutating func keep(_ input: Value, from id: Int) {
            if values[id] == nil { missing -= 1 }
            values[id] = input
        }
    }

    /// The machine behind `combineLatest`.
    @frozen
    public struct CombineLatest<Latest: LatestValues, Failure: Error>: OperatorMachine {
        public typealias Input = Latest.Input
        public typealias Output = Latest.Output
        @usableFromInline let count: Int
        @usableFromInline var latest: Latest
        @usableFromInline var open: Int
        /// Whether something has come that the subscriber has not been given yet.
        @usableFromInline var isNew = false

        @inlinable
        public init(_ latest: Latest, count: Int) {
            self.latest = latest
            self.count = count
            open = count
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Input, Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: for id in 0..<count { effects.request(.unlimited, from: id) }
            case .input(let input, let id):
                latest.keep(input, from: id)
                isNew = true
            case .finished: open -= 1
            default: break
            }
            let all = isNew ? latest.all : nil
            if effects.hasDemand, let all {
                effects.emit(all)
                isNew = false
            }
            if open == 0, all == nil || !isNew { effects.complete(.finished) }
        }
    }
}
