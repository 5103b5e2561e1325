import Foundation

// What cannot mean here what it means elsewhere, so that the compiler says what to write. None of it is ever called.

// As a scheduler of the main actor, so that what follows, which is meant for that, is not refused as well.
@available(
    *, unavailable,
    message:
        "A run loop is not Sendable. Write .main for the main one, and RunLoopScheduler(runLoop) for one of your own"
)
extension RunLoop: MainActorScheduler {
    public var now: SchedulerInstant { .uptime }

    public func schedule(_ action: @escaping @Sendable () -> Void) {}

    public func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable { Subscriptions.empty }

    public func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable { Subscriptions.empty }
}

extension Publisher {
    @available(*, unavailable, message: "Write sink(receiveValue:), and keep what it returns")
    public func subscribe(
        onNext: ((Output) -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil
    ) -> AnyCancellable { fatalError() }
}

extension AnyCancellable {
    @available(
        *, unavailable, message: "Write store(in: &handles), with a Set<AnyCancellable>, or add it to a CancellableBag"
    )
    public func disposed(by bag: Any) {}
}

#if !canImport(Combine)
extension NSObjectProtocol where Self: NSObject {
    @available(
        *, unavailable,
        message: "Key-value observing is Apple's. Publish the property with @Published or a CurrentValueSubject"
    )
    public func publisher<Value>(for keyPath: KeyPath<Self, Value>) -> Empty<Value, Never> { fatalError() }
}
#endif
