/// What the owner of an operator's mailbox has to ask of inputs, and must not ask while it owns.
///
/// A publisher may give all that it has in the very call that subscribes to it or asks it for everything, and that may
/// have no end. If the owner of the mailbox made that call, everything would have to wait in the queue, and the
/// subscriber who wants three of the values could not say so. So the owner notes the call here, gives the mailbox up, and
/// makes it then.
///
/// A value that comes in such a call may lead to the next call, inside of it: `flatMap` subscribes to what its upstream
/// gives. That is made at once if no earlier call waits, and if it is not itself inside of one that is. Else it is left to
/// the thread that is making calls already. So calls keep their order, and the stack does not grow with their number.
///
/// Whatever is noted has its place before the mailbox is free for the next owner. And an event that is to come behind
/// earlier calls is not posted while another thread is still inside a call that subscribes to an inner publisher: that
/// thread posts it when it comes back. So what an inner publisher gives at once comes before a later failure of its outer
/// one, also when the two have different threads.
@usableFromInline
package struct OutwardCalls<Signal>: ~Copyable {
    @frozen
    @usableFromInline
    package enum Call {
        /// Subscribes to an input that the operator begins with.
        case subscribe(() -> Void)
        /// Subscribes to an input that was attached later.
        case attach(() -> Void)
        case request(Attachment, Subscribers.Demand)
        /// Posts an event to the mailbox itself, behind what the calls before it bring about.
        case post(Signal)
    }

    /// Where calls that were noted stand.
    @frozen
    @usableFromInline
    package enum Place { case none, next, behindOthers }

    // All are touched under the lock of the mailbox only.
    @usableFromInline var waiting = Queue<Call>()
    /// The threads that are making calls, each as often as it has them inside of one another.
    @usableFromInline var callers = ContiguousArray<UInt>()
    /// Those of them that are subscribing to an inner publisher.
    @usableFromInline var attaching = ContiguousArray<UInt>()

    @usableFromInline package init() {}

    /// Notes `calls`, and empties the list.
    @inlinable
    mutating func note(_ calls: inout ContiguousArray<Call>) -> Place {
        let place = waiting.isEmpty ? Place.next : .behindOthers
        for call in calls { waiting.append(call) }
        calls.removeAll(keepingCapacity: true)
        return place
    }

    /// - Returns: Whether the thread is to make what ``next(on:)`` gives it. If not it, or another, is doing that already.
    @inlinable
    mutating func begin(_ place: Place, on thread: UInt) -> Bool {
        let depth = callers.reduce(0) { $1 == thread ? $0 + 1 : $0 }
        guard depth == 0 || depth == 1 && place == .next else { return false }
        callers.append(thread)
        return true
    }

    /// The next call to be made. If there is none the thread has done its part.
    @inlinable
    mutating func next(on thread: UInt) -> Call? {
        if let call = waiting.first {
            switch call {
            case .post where attaching.contains { $0 != thread }: break
            case .attach:
                attaching.append(thread)
                fallthrough
            default: return waiting.popFirst()
            }
        }
        callers.remove(at: callers.lastIndex(of: thread)!)
        return nil
    }

    /// A call to an inner publisher has returned.
    @inlinable
    mutating func didAttach(on thread: UInt) {
        attaching.remove(at: attaching.lastIndex(of: thread)!)
    }
}
