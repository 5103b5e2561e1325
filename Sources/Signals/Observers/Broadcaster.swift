/// Calls all observers that have registered for a protocol, anywhere in the process.
///
/// ```swift
/// protocol TitleObserver: AnyObject, Sendable {
///     func updateTitle(_ title: String)
/// }
///
/// Broadcaster.register((any TitleObserver).self, observer: self)
/// Broadcaster.notify((any TitleObserver).self) { $0.updateTitle("Inbox") }
/// ```
///
/// Observers are held weakly: one that goes need not unregister, though it may, in its `deinit` too. A protocol of the
/// main actor, `@MainActor protocol TitleObserver: AnyObject, Sendable`, can be notified from the main actor only; the
/// compiler sees to it.
///
/// - Note: Tests that should not see each other's observers use a ``Registry`` of their own.
public enum Broadcaster {
    @usableFromInline static let shared = Registry()

    /// Registers `observer` in the process-wide registry; see ``Registry/register(_:observer:)``.
    ///
    /// - Complexity: O(1) amortised.
    public static func register<P: Sendable>(_ protocol: P.Type, observer: P) {
        shared.register(`protocol`, observer: observer)
    }

    /// Unregisters `observer` in the process-wide registry; see ``Registry/unregister(_:observer:)``.
    ///
    /// - Complexity: O(1) amortised.
    public static func unregister<P: Sendable>(_ protocol: P.Type, observer: P) {
        shared.unregister(`protocol`, observer: observer)
    }

    /// Calls `body` for the observers in the process-wide registry; see ``Registry/notify(_:_:)``.
    ///
    /// - Complexity: O(observers).
    @inlinable
    public static func notify<P: Sendable, Failure: Error>(
        _ protocol: P.Type, _ body: (P) throws(Failure) -> Void
    ) throws(Failure) {
        try shared.notify(`protocol`, body)
    }
}

extension Broadcaster {
    /// A registry of observers, apart from the process-wide one.
    ///
    /// It may be used from any thread, and from inside an observer that is being notified.
    public final class Registry: Sendable {
        @usableFromInline let lists = TypeTable()

        public init() {}

        /// Adds `observer` to those that ``notify(_:_:)`` calls for `protocol`, without keeping it alive.
        ///
        /// An observer that is registered already stays as it is, in its first place. Registered under two protocols it
        /// has two registrations. A `notify` that is under way does not come to a new observer; every later one does, on
        /// any thread.
        ///
        /// - Precondition: `observer` is a class instance.
        /// - Complexity: O(1) amortised.
        public func register<P: Sendable>(_ protocol: P.Type, observer: P) {
            list(of: `protocol`).append(observer)
        }

        /// Takes `observer` away from those that are called for `protocol`.
        ///
        /// It is not called any more, not even by a `notify` that is under way, except for a call that another thread
        /// has begun.
        ///
        /// - Precondition: `observer` is a class instance.
        /// - Complexity: O(1) amortised.
        public func unregister<P: Sendable>(_ protocol: P.Type, observer: P) {
            list(of: `protocol`).remove(observer)
        }

        /// Calls `body` with each observer of `protocol`, in the order of registration, on the caller's thread.
        ///
        /// Those are called who are registered when this begins and have neither gone nor been unregistered when their
        /// turn comes. A `notify` from inside `body` takes place at once. Nobody waits for anybody: two threads may call
        /// one observer at the same time.
        ///
        /// - Throws: What `body` throws. Those whose turn has not come yet are then not called.
        /// - Complexity: O(observers).
        @inlinable
        public func notify<P: Sendable, Failure: Error>(
            _ protocol: P.Type, _ body: (P) throws(Failure) -> Void
        ) throws(Failure) {
            try list(of: `protocol`).forEach(body)
        }

        @inlinable
        func list<P: Sendable>(of protocol: P.Type) -> WeakList<P> {
            lists.object(for: `protocol`) { WeakList() }
        }

        /// How many registrations are kept for `protocol`, of the living and of those not found dead yet.
        package func entryCount<P: Sendable>(of protocol: P.Type) -> Int { list(of: `protocol`).entryCount }
    }
}
