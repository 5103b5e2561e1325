extension Publishers {
    /// An ``OperatorMachine`` with one input and a scheduler: the one publisher of all operators that know of time.
    ///
    /// Its values and its ending are delivered by jobs of the scheduler, in order, also on a concurrent queue. `Home` is
    /// that of the scheduler: with `MainActor` it is a ``MainActorPublisher``.
    @frozen
    public struct Timed<Upstream: Publisher, M: OperatorMachine, Home>: Publisher
    where M.Input == Upstream.Output, M.Failure == Upstream.Failure, Upstream.Output: Sendable {
        public typealias Output = M.Output
        public typealias Failure = M.Failure

        public let upstream: Upstream
        @usableFromInline let machine: M
        @usableFromInline let scheduler: any Scheduler
        public let _home: DeliveryHome?

        @inlinable
        public init(_ upstream: Upstream, _ machine: M, on scheduler: any Scheduler) where Home == Never {
            self.init(upstream, machine, scheduler, home: nil)
        }

        @inlinable
        public init(_ upstream: Upstream, _ machine: M, on scheduler: some MainActorScheduler) where Home == MainActor {
            self.init(upstream, machine, scheduler, home: scheduler._home)
        }

        @inlinable
        init(_ upstream: Upstream, _ machine: M, _ scheduler: any Scheduler, home: DeliveryHome?) {
            self.upstream = upstream
            self.machine = machine
            self.scheduler = scheduler
            _home = home
        }

        @inlinable
        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            subscription(of: subscriber).start()
        }

        @inlinable
        @inline(never)
        func subscription<S: Subscriber<Output, Failure>>(of subscriber: S) -> MachineSubscription<M> {
            let subscription = MachineSubscription(machine, scheduler: scheduler, downstream: subscriber)
            subscription.attachInputs = { [upstream] in $0.begin(upstream, as: 0) }
            return subscription
        }
    }
}

extension Publishers.Timed: MainActorPublisher where Home == MainActor {}

extension Publisher where Output: Sendable {
    /// Applies a machine of your own that knows of time.
    ///
    /// - Parameters:
    ///   - machine: What becomes of values and of the timer. One value may serve any number of subscriptions.
    ///   - scheduler: Whose time the machine goes by, and whose jobs deliver.
    @inlinable
    public func timed<M: OperatorMachine, S: Scheduler>(
        _ machine: M, on scheduler: S
    ) -> Publishers.Timed<Self, M, S.Home> where M.Input == Output, M.Failure == Failure {
        Publishers.Timed(self, machine, scheduler, home: scheduler._home)
    }
}
