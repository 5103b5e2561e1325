import Observation

/// A publisher of what a closure reads from `@Observable` models of the main actor.
///
/// ```swift
/// Observed { model.badge }.removeDuplicates().sink { badge in … }
/// ```
///
/// It gives what the closure comes to when it is subscribed to, and again after each change of anything that the closure
/// has read. Changes made in one turn of the main actor are one: the closure runs once, on the next turn, when all of them
/// are done. A value may be the same as the one before.
///
/// The closure is kept until the subscription is cancelled, and with it what it captures.
///
/// - Demand: The newest value is held until it is asked for.
public struct Observed<Value: Sendable>: MainActorPublisher {
    public typealias Output = Value
    public typealias Failure = Never

    let scheduler: any MainActorScheduler
    let home: DeliveryHome
    let read: @MainActor @Sendable () -> Value

    /// - Parameters:
    ///   - scheduler: Whose next turn is waited for after a change.
    ///   - read: Reads from the models.
    public init(on scheduler: some MainActorScheduler = .main, _ read: @escaping @MainActor @Sendable () -> Value) {
        self.scheduler = scheduler
        home = DeliveryHome(scheduler)
        self.read = read
    }

    public var _home: DeliveryHome? { home }

    public func receive<S: Subscriber<Value, Never>>(subscriber: S) {
        let readings = Readings(scheduler: scheduler, read: read)
        MachineSubscription(NewestMachine<Value>(), home: home, downstream: subscriber).start {
            $0.begin(readings, as: 0)
        }
    }
}

/// Holds the newest value until it is asked for.
struct NewestMachine<Value: Sendable>: OperatorMachine {
    typealias Input = Value
    typealias Output = Value
    typealias Failure = Never

    private var newest: Value?

    mutating func handle(_ event: MachineEvent<Value, Never>, _ effects: inout Effects<Self>) {
        switch event {
        case .start: effects.request(.unlimited, from: 0)
        case .input(let value, _): newest = value
        default: break
        }
        if effects.hasDemand, let value = newest.take() { effects.emit(value) }
    }
}

/// The readings of one closure. A subscriber gets them on the main actor, whatever it has asked for.
private struct Readings<Value: Sendable>: Publisher {
    typealias Output = Value
    typealias Failure = Never

    let scheduler: any MainActorScheduler
    let read: @MainActor @Sendable () -> Value

    func receive<S: Subscriber<Value, Never>>(subscriber: S) {
        let reader = Reader(scheduler: scheduler, read: read) { _ = subscriber.receive($0) }
        subscriber.receive(subscription: reader)
        reader.readOnMainActor()
    }
}

private final class Reader<Value: Sendable>: Subscription {
    private typealias Closures = (read: @MainActor @Sendable () -> Value, send: @Sendable (Value) -> Void)

    private let scheduler: any MainActorScheduler
    /// Emptied when the subscription is cancelled: the closure may hold the model, whose next change may never come.
    private let closures: Locked<Closures?>

    init(
        scheduler: any MainActorScheduler, read: @escaping @MainActor @Sendable () -> Value,
        send: @escaping @Sendable (Value) -> Void
    ) {
        self.scheduler = scheduler
        closures = Locked((read, send))
    }

    /// Reads again, on the main actor, where the scheduler has brought the caller.
    func readOnMainActor() {
        MainActorContext.assuming("Observed") { (reader: Reader) in reader.readAgain() }(self)
    }

    @MainActor
    private func readAgain() {
        guard let closures = closures.withLock({ $0 }) else { return }
        let value = withObservationTracking {
            closures.read()
        } onChange: { [weak self] in
            // It comes once for all that was read, before the first change: the next turn sees them all.
            self?.scheduler.insist({ [weak self] in self?.readOnMainActor() }) {
                Diagnostics.report(.lostJob, at: Observed<Value>.self)
            }
        }
        closures.send(value)
    }

    func request(_ demand: Subscribers.Demand) {}

    func cancel() {
        let old = closures.withLock { $0.take() }
        withExtendedLifetime(old) {}
    }
}
