/// What the owner of an operator's mailbox has to ask of inputs, and must not ask while it owns.
///
/// A publisher may give all that it has in the very call that subscribes to it or asks it for everything, and that may
/// have no end. If the owner of the mailbox made that call, everything would have to wait in the queue, and the
/// subscriber who wants three of the values could not say so. So the owner notes the call here, gives the mailbox up, and
/// makes it then.
///
/// A value that comes in such a call may lead to the next call, inside of it: `flatMap` subscribes to what its upstream
/// gives. That is made at once if no earlier call waits, and not inside of a call that subscribes to an inner publisher. Else
/// it is left to the thread that is making calls already. So calls keep their order, and the stack does not grow with their number.
///
/// Whatever is noted has its place before the mailbox is free for the next owner. And an event that is to come behind
/// earlier calls is not posted while another thread is still inside a call that subscribes to an inner publisher: that
/// thread posts it when it comes back. So what an inner publisher gives at once comes before a later failure of its outer
/// one, also when the two have different threads.
@usableFromInline
package struct OutwardCalls: ~Copyable {
    @frozen
    @usableFromInline
    package struct Call {
        @usableFromInline let kind: Kind
        @usableFromInline let make: () -> Void

        @inlinable
        init(_ kind: Kind, _ make: @escaping () -> Void) {
            self.kind = kind
            self.make = make
        }
    }

    @frozen
    @usableFromInline
    package enum Kind {
        /// Asks an input for more, or subscribes to one that the operator begins with.
        case plain
        /// Subscribes to an input that was attached later.
        case attach
        /// Posts an event to the mailbox itself, behind what the calls before it bring about.
        case post
    }

    /// Where calls that were noted stand.
    @frozen
    @usableFromInline
    package enum Place { case none, next, behindOthers }

    // All are touched under the lock of the mailbox only.
    private var waiting = Queue<Call>()
    /// The threads that are making calls, each as often as it has them inside of one another, and the kind of its call.
    private var callers = ContiguousArray<(thread: UInt, kind: Kind)>()

    @usableFromInline package init() {}

    @usableFromInline var isEmpty: Bool { waiting.isEmpty }

    /// Notes `calls`, and empties the list.
    mutating func note(_ calls: inout ContiguousArray<Call>) -> Place {
        let place = waiting.isEmpty ? Place.next : .behindOthers
        for call in calls { waiting.append(call) }
        calls.removeAll(keepingCapacity: true)
        return place
    }

    /// - Returns: Whether the thread is to make what ``next(on:)`` gives it. If not it, or another, is doing that already.
    mutating func begin(_ place: Place, on thread: UInt) -> Bool {
        let own = callers.filter { $0.thread == thread }
        guard own.isEmpty || own.count == 1 && own[0].kind == .plain && place == .next else { return false }
        callers.append((thread, .plain))
        return true
    }

    /// The next call to be made, when the thread has made the one before. If there is none it has done its part.
    mutating func next(on thread: UInt) -> Call? {
        let own = callers.lastIndex { $0.thread == thread }!
        callers[own].kind = .plain
        guard let call = waiting.first,
            call.kind != .post || !callers.contains(where: { $0.kind == .attach && $0.thread != thread })
        else {
            callers.remove(at: own)
            return nil
        }
        callers[own].kind = call.kind
        return waiting.popFirst()
    }
}
