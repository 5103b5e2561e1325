extension ConnectablePublisher {
    /// Connects with the first subscriber, and ends the connection when the last one has left.
    ///
    /// - Demand: What the connectable publisher makes of it.
    public func autoconnect() -> Publishers.Autoconnect<Self> { Publishers.Autoconnect(upstream: self) }
}

extension Publishers {
    /// The publisher behind `autoconnect()`. Copies of it are the same publisher.
    public final class Autoconnect<Upstream: ConnectablePublisher>: Publisher {
        public typealias Output = Upstream.Output
        public typealias Failure = Upstream.Failure

        public let upstream: Upstream
        @usableFromInline let switchboard: Switchboard

        public init(upstream: Upstream) {
            self.upstream = upstream
            switchboard = Switchboard { upstream.connect() }
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            let place = switchboard.enter()
            upstream.apply(Attendance(place)).receive(subscriber: subscriber)
            switchboard.adjust()
        }
    }
}

/// Passes everything on, and gives up its place when the subscriber leaves or upstream ends.
@usableFromInline
struct Attendance<Output, Failure: Error>: Operator {
    @usableFromInline let place: OnceAction

    @usableFromInline
    init(_ place: OnceAction) {
        self.place = place
    }

    @inlinable
    func next(_ input: Output, _ state: inout Void) throws(Failure) -> Step<Output> { .emit(input) }

    @usableFromInline
    func complete(_ completion: Subscribers.Completion<Failure>, _ state: inout Void) -> Ending<Output, Failure> {
        place.cancel()
        return .completion(completion)
    }

    @usableFromInline
    func didCancel() { place.cancel() }
}

/// Connects while there are subscribers.
///
/// One thread at a time brings the connection into line with the number of subscribers, and looks again when it has; so
/// no call is made under a lock, and a new subscriber is never left with a connection that is just being cancelled.
@usableFromInline
final class Switchboard: Sendable {
    private struct State: Sendable {
        var count = 0
        var connection: (any Cancellable)?
        var isAdjusting = false
    }

    private let state = Locked(State())
    private let connect: @Sendable () -> any Cancellable

    init(connect: @escaping @Sendable () -> any Cancellable) {
        self.connect = connect
    }

    /// Counts a subscriber, until the action that it is given is cancelled.
    @usableFromInline
    func enter() -> OnceAction {
        state.withLock { $0.count += 1 }
        return OnceAction { [self] in
            state.withLock { $0.count -= 1 }
            adjust()
        }
    }

    /// Connects or disconnects, whichever is due.
    @usableFromInline
    func adjust() {
        var isMine = false
        while true {
            let (isDue, old) = state.withLock { state -> (Bool, (any Cancellable)?) in
                if state.isAdjusting, !isMine { return (false, nil) }
                let isDue = (state.count > 0) != (state.connection != nil)
                state.isAdjusting = isDue
                return (isDue, isDue ? state.connection.take() : nil)
            }
            guard isDue else { return }
            isMine = true
            if let old {
                old.cancel()
            } else {
                let new = connect()
                state.withLock { $0.connection = new }
            }
        }
    }
}
