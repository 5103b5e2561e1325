extension Publisher {
    /// Gives the values of publishers that come and go: those of the newest dictionary.
    ///
    /// ```
    /// input           --[a]-----[a,b]-----[b]---|
    /// a               ---1--2-----3--4--5--
    /// b                          --6----7---8|
    /// mergeMembers()  ---1--2-----(36)-4(57)--8|
    /// ```
    ///
    /// Members are told apart by their keys. One that stays keeps its subscription, one that is new is subscribed to, and one
    /// that is missing is cancelled; those of one dictionary in no particular order. It finishes when this publisher and all
    /// members have, and fails with the first failure.
    ///
    /// - Demand: Asks upstream for everything, and with less than unlimited demand each member for one value at a time.
    @inlinable
    public func mergeMembers<Key: Hashable & Sendable, Member: Publisher>()
        -> Publishers.Applied<
            Publishers.Members<Self, Key, Member>,
            Operators.CompactMap<MemberEvent<Key, Member.Output>, Member.Output, Failure>
        > where Output == [Key: Member], Member.Failure == Failure, Member.Output: Sendable
    {
        memberEvents().compactMap { if case .value(let value, _) = $0 { value } else { nil } }
    }

    /// Gives the newest values of publishers that come and go, those of the newest dictionary, as a dictionary.
    ///
    /// ```
    /// input                   --[a]---[a,b]------[b]--|
    /// a                       --1---2-------3------
    /// b                               --5-------7----|
    /// combineLatestMembers()  --A---B---C---D---(EF)-|
    /// ```
    ///
    /// Members are told apart by their keys, as by `mergeMembers()`. It gives a dictionary when each member has given a value,
    /// and from then on with each value, and when members have left or have come that need not be waited for. Of no members
    /// it gives an empty dictionary. A member that has finished keeps its last value while it is a member.
    ///
    /// - Demand: Asks upstream for everything, and with less than unlimited demand each member for one value at a time.
    @inlinable
    public func combineLatestMembers<Key: Hashable & Sendable, Member: Publisher>()
        -> Publishers.Applied<
            Publishers.Members<Self, Key, Member>, Operators.LatestOfMembers<Key, Member.Output, Failure>
        > where Output == [Key: Member], Member.Failure == Failure, Member.Output: Sendable
    {
        memberEvents().apply(Operators.LatestOfMembers())
    }

    /// What happens with publishers that come and go, as values: which there are, and what they give.
    ///
    /// ```
    /// input           --[a]------[]---|
    /// a               ---1--2--
    /// memberEvents()  --Ma1-a2---M----|
    /// ```
    ///
    /// - Demand: Asks upstream for everything, and with less than unlimited demand each member for one value at a time.
    @inlinable
    public func memberEvents<Key: Hashable & Sendable, Member: Publisher>()
        -> Publishers.Members<Self, Key, Member>
    where Output == [Key: Member], Member.Failure == Failure, Member.Output: Sendable {
        Publishers.Flattened(
            self, Operators.Members(), outer: { (members) throws(Failure) in .members(members) },
            inner: { (value) throws(Failure) in .value(value) })
    }
}

/// What happens with publishers that come and go.
@frozen
public enum MemberEvent<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    /// These are the members from now on.
    case members(Set<Key>)
    /// A member has given a value.
    case value(Value, of: Key)
}

extension MemberEvent: Equatable where Value: Equatable {}

extension Publishers {
    /// The publisher behind `memberEvents()`, of which `mergeMembers()` and `combineLatestMembers()` are made.
    public typealias Members<Upstream: Publisher, Key: Hashable & Sendable, Member: Publisher> = Flattened<
        Member, Upstream, Operators.Members<Key, Member>
    > where Upstream.Output == [Key: Member], Member.Failure == Upstream.Failure, Member.Output: Sendable
}

extension Operators {
    /// The machine behind `memberEvents()`.
    @frozen
    public struct Members<Key: Hashable & Sendable, Member: Publisher>: OperatorMachine where Member.Output: Sendable {
        /// What it is told: the members, or a value of one.
        @frozen
        public enum Input: Sendable {
            case members([Key: Member])
            case value(Member.Output)
        }

        public typealias Output = MemberEvent<Key, Member.Output>
        public typealias Source = Member
        @usableFromInline var ids: [Key: Int] = [:]
        @usableFromInline var keys: [Int: Key] = [:]
        /// The members that are asked for one value at a time, by number.
        @usableFromInline var counted: Set<Int> = []
        /// The inputs that have not ended.
        @usableFromInline var live: Set = [0]
        @usableFromInline var waiting = Queue<(event: Output, id: Int)>()
        /// Whether an echo is to go on with what waits.
        @usableFromInline var isFlushing = false

        @inlinable public static var takesFailures: Bool { true }

        @inlinable public init() {}

        @inlinable
        public mutating func handle(_ event: MachineEvent<Input, Member.Failure>, _ effects: inout Effects<Self>) {
            switch event {
            case .start: effects.request(.unlimited, from: 0)
            case .input(.members(let members), _): change(to: members, &effects)
            // What one that has just left had sent before may still come.
            case .input(.value(let value), let id):
                if let key = keys[id] { waiting.append((.value(value, of: key), id)) }
            case .finished(let id): live.remove(id)
            case .failed(let error, _): return effects.completeLater(.failure(error))
            case .echo: isFlushing = false
            default: break
            }
            if !isFlushing, effects.hasDemand, let (event, id) = next() {
                effects.emit(event)
                if counted.contains(id) { effects.request(.max(1), from: id) }
                // One at a time, since whoever takes it may have a member leave.
                isFlushing = !waiting.isEmpty
                if isFlushing { effects.echo() }
            }
            if live.isEmpty, waiting.isEmpty { effects.complete(.finished) }
        }

        /// The next of what waits, but for what members have given that have left.
        @inlinable
        mutating func next() -> (event: Output, id: Int)? {
            while let next = waiting.popFirst() { if next.id == 0 || keys[next.id] != nil { return next } }
            return nil
        }

        @inlinable
        mutating func change(to members: [Key: Member], _ effects: inout Effects<Self>) {
            for (key, id) in ids where members[key] == nil {
                (ids[key], keys[id]) = (nil, nil)
                counted.remove(id)
                if live.remove(id) != nil { effects.cancel(id) }
            }
            for (key, member) in members where ids[key] == nil {
                let id = effects.attach(member)
                (ids[key], keys[id]) = (id, key)
                if effects.demand != .unlimited { counted.insert(id) }
                effects.request(effects.demand == .unlimited ? .unlimited : .max(1), from: id)
                live.insert(id)
            }
            waiting.append((.members(Set(members.keys)), 0))
        }
    }

    /// The operator behind `combineLatestMembers()`.
    @frozen
    public struct LatestOfMembers<Key: Hashable & Sendable, Value: Sendable, Failure: Error>: Operator {
        @inlinable init() {}

        @inlinable
        public func makeState() -> (members: Set<Key>, latest: [Key: Value]) { ([], [:]) }

        @inlinable
        public func next(
            _ input: MemberEvent<Key, Value>, _ state: inout (members: Set<Key>, latest: [Key: Value])
        ) throws(Failure) -> Step<[Key: Value]> {
            switch input {
            case .members(let members):
                if members == state.members, !members.isEmpty { return .skip }
                state.members = members
                state.latest = state.latest.filter { members.contains($0.key) }
            case .value(let value, let key): state.latest[key] = value
            }
            return state.latest.count == state.members.count ? .emit(state.latest) : .skip
        }
    }
}
