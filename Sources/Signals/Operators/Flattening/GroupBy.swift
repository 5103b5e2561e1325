extension Publisher where Output: Sendable {
    /// Tells values apart by a key, and gives a live stream of the values of each key.
    ///
    /// ```
    /// input              --a1--b1--a2--b2--|
    /// groupBy(\.letter)  --A---B-----------|
    /// A                  --a1------a2------|
    /// B                        b1------b2--|
    /// ```
    ///
    /// A group is given when its key comes for the first time, and again if it comes when all who had subscribed to the group
    /// have left. What comes before anybody has subscribed is kept for the first who does, as far as `limit`; so a group that
    /// nobody wants holds nothing up and does not grow. All groups end as this publisher does, in the order in which they
    /// were opened, and before the stream; where the stream is cancelled they finish.
    ///
    /// - Demand: Asks upstream for everything. Groups wait until they are asked for, and values for a group's subscriber too.
    /// - Complexity: O(1) for a value, and the subscribers of its group. The keys of groups that nobody has left are remembered.
    /// - Parameters:
    ///   - key: What tells values apart.
    ///   - limit: How many values of a group to keep for its first subscriber.
    ///   - receiveDropped: Is given each value that cannot be kept, to count or to log it.
    @inlinable
    public func groupBy<Key: Hashable & Sendable>(
        _ key: @escaping @Sendable (Output) -> Key, keeping limit: Int = 16,
        receiveDropped: (@Sendable (Output) -> Void)? = nil
    ) -> Publishers.GroupBy<Self, Key, Empty<Never, Failure>> {
        grouped(.init(by: key, until: nil, keeping: limit, receiveDropped: receiveDropped))
    }

    /// Tells values apart by a key, and gives a live stream of the values of each key, which another publisher closes.
    ///
    /// ```
    /// input                      --a1--b1--a2--------a3--|
    /// groupBy until 9 are quiet  --A---B-------------C---|
    /// A                          --a1------a2-------|
    /// B                                b1-------|
    /// C                                              a3--|
    /// ```
    ///
    /// ```swift
    /// // A session is over when a user has been quiet for a minute.
    /// events.groupBy(\.user) { session in session.debounce(for: .seconds(60), scheduler: queue) }
    /// ```
    ///
    /// A group is closed by the first value of what `closing` makes of it, or by its finish. A value of its key that comes
    /// after that opens another one.
    ///
    /// - Demand: Asks upstream for everything. Groups wait until they are asked for, and values for a group's subscriber too.
    /// - Parameters:
    ///   - key: What tells values apart.
    ///   - limit: How many values of a group to keep for its first subscriber, whom what `closing` makes is not.
    ///   - receiveDropped: Is given each value that cannot be kept, to count or to log it.
    ///   - closing: Makes the publisher that closes a group. If that fails the stream does, and all groups do.
    @inlinable
    public func groupBy<Key: Hashable & Sendable, Closing: Publisher>(
        _ key: @escaping @Sendable (Output) -> Key, keeping limit: Int = 16,
        receiveDropped: (@Sendable (Output) -> Void)? = nil,
        until closing: @escaping @Sendable (GroupedPublisher<Key, Output, Failure>) -> Closing
    ) -> Publishers.GroupBy<Self, Key, Closing> where Closing.Failure == Failure {
        grouped(.init(by: key, until: closing, keeping: limit, receiveDropped: receiveDropped))
    }

    @inlinable
    func grouped<Key, Closing: Publisher>(
        _ machine: Operators.GroupBy<Key, Output, Closing>
    ) -> Publishers.GroupBy<Self, Key, Closing> where Closing.Failure == Failure {
        Publishers.Flattened(
            self, machine, outer: { (value) throws(Failure) in value }, inner: { (_) throws(Failure) in nil })
    }
}

/// The values of one key, or of one window: a live stream that has begun, given by `groupBy` and `window`.
@frozen
public struct GroupedPublisher<Key: Sendable, Output: Sendable, Failure: Error>: Publisher, CustomStringConvertible {
    /// What the values have in common: the key, or the number of the window.
    public let key: Key
    @usableFromInline let source: Branch<Output, Failure>.Source
    @usableFromInline let isFirst: Bool

    @inlinable
    init(key: Key, source: Branch<Output, Failure>.Source, isFirst: Bool = true) {
        self.key = key
        self.source = source
        self.isFirst = isFirst
    }

    public var description: String { "GroupedPublisher(\(key))" }

    @inlinable
    public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
        source.subscribe(subscriber, isFirst: isFirst)
    }
}

extension Publishers {
    /// The publisher behind `groupBy(_:keeping:receiveDropped:)` and `groupBy(_:keeping:receiveDropped:until:)`.
    public typealias GroupBy<Upstream: Publisher, Key: Hashable & Sendable, Closing: Publisher> = Flattened<
        Closing, Upstream, Operators.GroupBy<Key, Upstream.Output, Closing>
    > where Upstream.Output: Sendable, Closing.Failure == Upstream.Failure
}

extension Operators {
    /// The machine behind `groupBy`. What it attaches are the publishers that close groups, whose values are `nil` to it.
    @frozen
    public struct GroupBy<Key: Hashable & Sendable, Value: Sendable, Closing: Publisher>: OperatorMachine {
        public typealias Output = GroupedPublisher<Key, Value, Closing.Failure>
        public typealias Source = Closing
        @usableFromInline let key: @Sendable (Value) -> Key
        @usableFromInline let closing: (@Sendable (Output) -> Closing)?
        @usableFromInline let limit: Int
        @usableFromInline let receiveDropped: (@Sendable (Value) -> Void)?
        @usableFromInline var groups: [Key: (branch: Branch<Value, Closing.Failure>, number: Int, input: Int?)] = [:]
        @usableFromInline var groupCount = 0
        @usableFromInline var keys: [Int: Key] = [:]
        @usableFromInline var waiting = Queue<Output>()
        /// How many of those publishers have still to be subscribed to. It is done before their groups are given, so that
        /// they miss nothing.
        @usableFromInline var unsettled = 0
        @usableFromInline var isFinished = false

        @inlinable public static var takesFailures: Bool { true }

        @inlinable
        public init(
            by key: @escaping @Sendable (Value) -> Key, until closing: (@Sendable (Output) -> Closing)?,
            keeping limit: Int = 16, receiveDropped: (@Sendable (Value) -> Void)? = nil
        ) {
            precondition(limit > 0, "groupBy(_:keeping:) takes one or more; it was given \(limit)")
            self.key = key
            self.closing = closing
            self.limit = limit
            self.receiveDropped = receiveDropped
        }

        @inlinable
        public mutating func handle(_ event: MachineEvent<Value?, Closing.Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: effects.request(.unlimited, from: 0)
            case .input(let value?, _): give(value, &effects)
            case .finished(0):
                end(.finished)
                isFinished = true
            case .input(nil, let id), .finished(let id):
                if let key = keys[id] { forget(key, &effects) }
            case .failed(let error, _):
                end(.failure(error))
                effects.completeLater(.failure(error))
            case .echo: unsettled -= 1
            default: break
            }
            while unsettled == 0, effects.hasDemand, let group = waiting.popFirst() { effects.emit(group) }
            if isFinished, waiting.isEmpty { effects.complete(.finished) }
        }

        @inlinable
        mutating func give(_ value: Value, _ effects: inout Effects<Self>) {
            let key = key(value)
            if let group = groups[key] {
                if group.branch.send(value, receiveDropped: receiveDropped) { return }
                forget(key, &effects)
            }
            open(key, with: value, &effects)
        }

        @inlinable
        @inline(never)
        mutating func open(_ key: Key, with value: Value, _ effects: inout Effects<Self>) {
            let branch = Branch<Value, Closing.Failure>(keeping: limit, name: Output.self)
            _ = branch.send(value)
            waiting.append(Output(key: key, source: branch.source))
            groups[key] = (branch, groupCount, nil)
            groupCount += 1
            guard let closing else { return }
            let id = effects.attach(closing(Output(key: key, source: branch.source, isFirst: false)))
            effects.request(.max(1), from: id)
            groups[key]?.input = id
            keys[id] = key
            unsettled += 1
            effects.echo()
        }

        /// The group ends with the last reference to its branch.
        @inlinable
        mutating func forget(_ key: Key, _ effects: inout Effects<Self>) {
            guard let id = groups.removeValue(forKey: key)?.input else { return }
            keys[id] = nil
            effects.cancel(id)
        }

        @inlinable
        mutating func end(_ completion: Subscribers.Completion<Closing.Failure>) {
            let all = groups.values.sorted { $0.number < $1.number }
            groups = [:]
            for group in all { group.branch.end(completion) }
        }
    }
}
