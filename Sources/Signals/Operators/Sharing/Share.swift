extension Publisher where Output: Sendable {
    /// Has all subscribers share one subscription to this publisher.
    ///
    /// ```
    /// input         --1--2--3--4--|
    /// subscriber a  --1--2--3--4--|
    /// subscriber b        --3--4--|   subscribed between 2 and 3
    /// ```
    ///
    /// This publisher is subscribed to with the first subscriber, cancelled when the last one leaves, and subscribed to
    /// anew with the next. The same goes for its ending: whoever subscribes after it, or because of it, starts it afresh, so
    /// `share().retry(1)` tries again once, however many subscribers do so together.
    ///
    /// Whoever subscribes between the last value and the ending gets the ending alone. Where that is all there will be, as with a
    /// request that gives one value and finishes, it comes away with nothing: share a request with `share(replay: 1)`, which
    /// gives it the value too.
    ///
    /// - Demand: Asks upstream for everything. A value is dropped for a subscriber that has not asked for it.
    @inlinable public func share() -> Publishers.Share<Self> {
        Publishers.Share(upstream: self)
    }

    /// Has all subscribers share one subscription to this publisher, and gives each new one the last values first.
    ///
    /// ```
    /// input         --1--2--3--4--|
    /// subscriber a  --1--2--3--4--|
    /// subscriber b        2-3--4--|   subscribed between 2 and 3, with replay: 1
    /// ```
    ///
    /// - Demand: Asks upstream for everything. Values are kept for a subscriber until it asks for them.
    /// - Parameters:
    ///   - count: How many values to remember.
    ///   - scope: For how long.
    @inlinable public func share(
        replay count: Int, scope: Publishers.ShareScope = .whileConnected
    ) -> Publishers.Share<Self> {
        precondition(count >= 0, "share(replay:) takes zero or more; it was given \(count)")
        return Publishers.Share(
            upstream: self, replay: .last(count), scope: scope == .forever ? .forever : .connection)
    }
}

extension Publisher where Output: Sendable {
    /// Has all subscribers share one subscription to this publisher, which is kept for a while when the last one has left.
    ///
    /// ```
    /// input                    --1--2--3--4--5--
    /// subscriber a             --1--2!
    /// subscriber b                      -4--5--   subscribed within the time
    /// share(keepingAliveFor:)  one subscription to the input
    /// ```
    ///
    /// A screen that is left and opened again finds its stream under way. Who subscribes within the time goes on with it, and is
    /// given what is remembered; when the time is over this publisher is cancelled, and forgotten. It may end within the time
    /// too: the next subscriber starts it afresh.
    ///
    /// - Demand: Asks upstream for everything. With `replay` values are kept for a subscriber until it asks for them; without
    ///   a value is dropped for one that has not asked.
    /// - Parameters:
    ///   - count: How many values to remember.
    ///   - duration: How long the subscription is kept.
    ///   - scheduler: Whose time it goes by. It delivers no values.
    public func share(
        replay count: Int = 0, keepingAliveFor duration: some SchedulerTimeIntervalConvertible, scheduler: any Scheduler
    ) -> Publishers.Share<Self> {
        precondition(count >= 0, "share(replay:) takes zero or more; it was given \(count)")
        return Publishers.Share(
            upstream: self, replay: count == 0 ? .nothing : .last(count), scope: .connection,
            grace: Grace(duration: duration._duration, scheduler: scheduler))
    }

    /// Has all subscribers share one subscription to this publisher, and gives each new one the last values, unless they are
    /// too old.
    ///
    /// ```
    /// input                                  --1--2-----------3--
    /// subscriber                                   2----------3--   subscribed soon after 2
    /// subscriber                                         -----3--   subscribed when 2 is too old
    /// ```
    ///
    /// A subscriber that does not ask for a value in time is not given it either. What is too old is forgotten when newer
    /// values take its place.
    ///
    /// - Demand: Asks upstream for everything. Values are kept for a subscriber until it asks for them.
    /// - Parameters:
    ///   - count: How many values to remember.
    ///   - age: How old a value may be that is given.
    ///   - scheduler: Whose time it goes by. It delivers no values, and runs no timer.
    public func share(
        replay count: Int, expiringAfter age: some SchedulerTimeIntervalConvertible, scheduler: any Scheduler
    )
        -> Publishers.Applied<
            Publishers.Share<Publishers.Applied<Self, Operators.Map<Output, Publishers.DatedValue<Output>, Failure>>>,
            Operators.CompactMap<Publishers.DatedValue<Output>, Output, Failure>
        >
    {
        let age = age._duration
        return map { Publishers.DatedValue(value: $0, date: scheduler.now) }.share(replay: count)
            .compactMap { $0.date.duration(to: scheduler.now) > age ? nil : $0.value }
    }
}

extension Publishers {
    /// A value, and when it came.
    public struct DatedValue<Value: Sendable>: Sendable {
        public let value: Value
        public let date: SchedulerInstant
    }
}

extension Publisher where Output: Sendable {
    /// Two publishers that share a subscription to this one: of the values that `predicate` accepts, and of the others.
    ///
    /// ```
    /// input            --1--2--3--4--|
    /// partition(even)  -----2-----4--|
    ///                  --1-----3-----|
    /// ```
    ///
    /// They share it as with ``share()``: it begins with the first subscriber of either, so of a publisher that gives its values
    /// at once the second gets none of them.
    ///
    /// - Demand: Asks upstream for everything. A value is dropped for a subscriber that has not asked for it.
    public func partition(
        _ predicate: @escaping @Sendable (Output) -> Bool
    ) -> (matches: Publishers.Filter<Publishers.Share<Self>>, others: Publishers.Filter<Publishers.Share<Self>>) {
        let shared = share()
        return (shared.filter(predicate), shared.filter { !predicate($0) })
    }
}

extension Publishers {
    /// How long `share(replay:scope:)` remembers values.
    @frozen public enum ShareScope: Hashable, Sendable {
        /// Until upstream ends or the last subscriber leaves. The next subscriber starts afresh.
        case whileConnected
        /// For ever. A new subscriber is given what was remembered also after the last one had left; and when upstream has
        /// ended it is given that and the ending, and nothing is started again.
        case forever
    }

    /// The publisher behind `share()` and `share(replay:scope:)`. Copies of it are the same publisher.
    public final class Share<Upstream: Publisher>: Publisher where Upstream.Output: Sendable {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let fanOut: FanOut<Output, Failure>

        @inlinable
        init(
            upstream: Upstream, replay: FanOut<Output, Failure>.Replay, scope: Connection<Output, Failure>.Scope,
            grace: Grace? = nil
        ) {
            self.upstream = upstream
            fanOut = FanOut(
                replay: replay, name: Share.self,
                connection: Connection(scope: scope, home: upstream._home, grace: grace) {
                    upstream.receive(subscriber: $0)
                })
        }

        @inlinable public convenience init(upstream: Upstream) {
            self.init(upstream: upstream, replay: .nothing, scope: .connection)
        }

        @inlinable public var _home: DeliveryHome? { upstream._home }

        @inlinable public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            fanOut.subscribe(subscriber)
        }
    }
}

extension Publishers.Share: MainActorPublisher where Upstream: MainActorPublisher {}

extension Publishers.Share: Equatable {
    public static func == (left: Publishers.Share<Upstream>, right: Publishers.Share<Upstream>) -> Bool {
        left === right
    }
}
