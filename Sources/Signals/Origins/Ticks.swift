extension Scheduler {
    /// A publisher of a tick each `interval`, counted from the subscription.
    ///
    /// ```
    /// ticks(every: 4)   ----x---x---x---x
    /// ```
    ///
    /// A tick is the instant at which it was due. These lie on a grid from the subscription on, so however late the
    /// scheduler is, nothing drifts. Each subscription has a timer of its own, which is gone with it.
    ///
    /// - Demand: Ticks that were missed, for want of demand, by a late scheduler or while the subscriber was taking another,
    ///   are made up for by one. There is no timer while no tick has been asked for.
    ///
    /// - Parameters:
    ///   - interval: The time between two ticks. Zero and less are taken as a millisecond.
    ///   - tolerance: How late a tick may come, which can save energy.
    @_disfavoredOverload
    public func ticks(
        every interval: some SchedulerTimeIntervalConvertible,
        tolerance: some SchedulerTimeIntervalConvertible = Duration.zero
    ) -> Publishers.Ticks {
        Publishers.Ticks(scheduler: lenient(by: tolerance._duration), interval: interval._duration)
    }
}

extension MainActorScheduler {
    /// A publisher of a tick each `interval`, counted from the subscription, on the main actor.
    ///
    /// - Demand: Ticks that were missed are made up for by one.
    public func ticks(
        every interval: some SchedulerTimeIntervalConvertible,
        tolerance: some SchedulerTimeIntervalConvertible = Duration.zero
    ) -> Publishers.MainActorDelivery<Publishers.Ticks> {
        Publishers.MainActorDelivery(
            Publishers.Ticks(scheduler: lenient(by: tolerance._duration), interval: interval._duration), on: self)
    }
}

extension Publishers {
    /// The publisher behind `ticks(every:tolerance:)`.
    public struct Ticks: Publisher {
        public typealias Output = SchedulerInstant
        public typealias Failure = Never

        let scheduler: any Scheduler
        let interval: Duration

        public func receive<S: Subscriber<Output, Failure>>(subscriber: S) {
            MachineSubscription(TicksMachine(interval: interval), scheduler: scheduler, downstream: subscriber)
                .start()
        }
    }
}

struct TicksMachine: OperatorMachine {
    typealias Input = Never
    typealias Output = SchedulerInstant
    typealias Failure = Never

    let interval: Duration
    private var grid = TimeGrid(from: .zero, every: .seconds(1))
    private var last = SchedulerInstant.zero
    private var isArmed = false
    /// Whether the last tick has not been taken yet.
    private var isUnderWay = false

    static var isToldOfDelivery: Bool { true }

    init(interval: Duration) {
        self.interval = interval
    }

    mutating func handle(_ event: MachineEvent<Never, Never>, _ effects: inout Effects<Self>) {
        switch event {
        case .start:
            grid = TimeGrid(from: effects.now, every: interval)
            last = grid.start
        case .timer: isArmed = false
        case .timerLost:
            isArmed = false
            return
        case .delivered: isUnderWay = false
        default: break
        }
        goOn(&effects)
    }

    /// Gives the newest tick that is due and has not been given, and sees to the next, as far as that is wanted.
    private mutating func goOn(_ effects: inout Effects<Self>) {
        guard effects.hasDemand, !isUnderWay else { return }
        let now = effects.now
        let newest = grid.point(notAfter: now)
        if newest > last {
            last = newest
            isUnderWay = true
            effects.emit(newest)
        } else if !isArmed, case let next = grid.point(after: now), next > now {
            // Where time stands at its end there is no next one.
            isArmed = true
            effects.arm(at: next)
        }
    }
}
