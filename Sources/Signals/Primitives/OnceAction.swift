import Synchronization

/// A closure that runs once at most, for whoever comes first, and is released when it has run or has been revoked.
///
/// What is handed to somebody who may throw it away can have a second closure beside it. That one is called if every
/// reference goes before the action has run or has been revoked.
@usableFromInline
package final class OnceAction: Subscription, @unchecked Sendable {
    // Sound: the closures belong to whoever has set `isSpent`, and to `deinit`. `isKept` is written by whoever made the
    // object, before letting go of it, and read by `deinit`.
    @usableFromInline package typealias Action = @Sendable () -> Void
    /// It is told whether the action was thrown away in the very call that handed it over.
    @usableFromInline package typealias Loss = @Sendable (_ atOnce: Bool) -> Void

    private let isSpent = Atomic(false)
    private var closures: Closures?
    private var isKept = false

    /// In a struct, since a closure that is all of an optional is called through another one, which is allocated.
    private struct Closures {
        let action: Action
        let ifDropped: Loss?
    }

    @usableFromInline
    package init(_ action: @escaping Action, ifDropped: Loss? = nil) {
        closures = Closures(action: action, ifDropped: ifDropped)
    }

    deinit {
        if !isSpent.load(ordering: .relaxed) { closures!.ifDropped?(!isKept) }
    }

    package func run() { take()?.action() }

    /// Sees to it that neither closure is called any more.
    package func revoke() {
        // Released here: what it held may come back.
        let closures = take()
        withExtendedLifetime(closures) {}
    }

    @usableFromInline
    package func cancel() { run() }

    @usableFromInline
    package func request(_ demand: Subscribers.Demand) {}

    /// Hands the action over through `hand`, which may keep it, run it or throw it away.
    ///
    /// What is thrown away in that call is dropped when the call is over: whoever throws may hold a lock until then.
    @usableFromInline
    package static func handOver(
        _ action: @escaping Action, ifDropped: @escaping Loss, through hand: (@escaping Action) -> Void
    ) {
        var job = OnceAction(action, ifDropped: ifDropped)
        job.beGiven(through: hand)
        noteKept(&job)
    }

    /// Notes whether somebody else has kept the job that was handed over.
    static func noteKept(_ job: inout OnceAction) {
        // In two statements: an assignment holds on to its left side while it finds out about its right one.
        let isKept = !isKnownUniquelyReferenced(&job)
        job.isKept = isKept
    }

    /// Apart, so that of this call no reference is left when it is over.
    @inline(never)
    private func beGiven(through hand: (@escaping Action) -> Void) { hand { self.run() } }

    private func take() -> Closures? {
        isSpent.exchange(true, ordering: .acquiringAndReleasing) ? nil : closures.take()
    }
}
