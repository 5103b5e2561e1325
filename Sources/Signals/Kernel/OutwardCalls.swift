/// What an operator's mailbox has to ask of its inputs, and must not ask while it is owned.
///
/// A publisher may give all that it has in the very call that subscribes to it or asks it for everything, and that may
/// have no end. If the owner of the mailbox made that call, everything would have to wait in the queue, and the
/// subscriber who wants three of the values could not say so. So the owner gives the mailbox up first.
///
/// A value that comes in such a call may lead to the next call, inside of it: `flatMap` subscribes to what its upstream
/// gives. That is made at once if no earlier call waits, and if it is not itself inside of one that is. Else it is left to
/// those who are making calls already. So calls keep their order, and the stack does not grow with their number.
@usableFromInline
package struct OutwardCalls: ~Copyable {
    @usableFromInline package typealias Call = () -> Void

    // Both are touched under the lock of the mailbox only.
    private var waiting = Queue<Call>()
    /// The threads that are making calls, each as often as it has them inside of one another.
    private var callers = ContiguousArray<UInt>()

    @usableFromInline package init() {}

    /// Takes `calls` up.
    ///
    /// - Returns: Whether the thread is to make what ``next(on:)`` gives it. If not it, or another, is doing that already.
    mutating func begin(_ calls: [Call], on thread: UInt) -> Bool {
        let isNext = waiting.isEmpty
        for call in calls { waiting.append(call) }
        let depth = callers.reduce(0) { $1 == thread ? $0 + 1 : $0 }
        guard depth == 0 || depth == 1 && isNext else { return false }
        callers.append(thread)
        return true
    }

    /// The next call to be made. If there is none the thread has done its part.
    mutating func next(on thread: UInt) -> Call? {
        if let call = waiting.popFirst() { return call }
        callers.remove(at: callers.lastIndex(of: thread)!)
        return nil
    }
}
