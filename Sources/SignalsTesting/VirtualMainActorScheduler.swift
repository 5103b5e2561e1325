import Dispatch
import Signals

extension VirtualTimeScheduler {
    /// The same time line, for code that wants a main-actor scheduler.
    ///
    /// Its actions take their places among all the others, by instant and sequence number. They run on the thread that
    /// advances, which therefore has to be the main actor's: mark the test `@MainActor`, or move time with
    /// ``settle(after:)``, which goes to the main actor for them.
    public var main: some MainActorScheduler { VirtualMainActorScheduler(scheduler: self) }
}

struct VirtualMainActorScheduler: MainActorScheduler, Hashable {
    let scheduler: VirtualTimeScheduler

    static func == (left: Self, right: Self) -> Bool { left.scheduler === right.scheduler }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(scheduler)) }

    var now: SchedulerInstant { scheduler.now }

    func schedule(_ action: @escaping @Sendable () -> Void) {
        scheduler.timeline.withLock { $0.addForNow(action, place: .mainActor) }
    }

    func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        scheduler.addTimer(at: instant, interval: nil, place: .mainActor, action)
    }

    func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        scheduler.addTimer(at: instant, interval: interval, place: .mainActor, action)
    }
}

/// Tells whether the caller is on the main queue, which is where the main actor runs.
///
/// `Thread.isMainThread` would not do: in a program whose main function is asynchronous, the main queue may be served
/// by another thread than the one the program began on.
enum MainThreadMark {
    private static let key: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    static var isHere: Bool { DispatchQueue.getSpecific(key: key) == true }
}
