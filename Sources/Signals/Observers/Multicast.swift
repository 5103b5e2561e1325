/// The delegate pattern for many delegates, which are held weakly and called in the order in which they were added.
///
/// ```swift
/// protocol ChatDelegate: AnyObject, Sendable {
///     func received(_ message: String)
/// }
///
/// let chat = Multicast<any ChatDelegate>()        // may be a global
/// chat.add(list)
/// chat.notify { $0.received("Hello") }
/// ```
///
/// Where one delegate is expected, a multicast can be passed once it forwards:
///
/// ```swift
/// extension Multicast: ChatDelegate where Delegate == any ChatDelegate {
///     func received(_ message: String) { notify { $0.received(message) } }
/// }
/// ```
///
/// It may be used from any thread, and from inside a delegate that is being notified. A protocol of the main actor can
/// be notified from the main actor only.
public final class Multicast<Delegate: Sendable>: Sendable {
    @usableFromInline let list = WeakList<Delegate>()

    public init() {}

    /// Adds `delegate` without keeping it alive. One that has been added before stays in its first place.
    ///
    /// A `notify` that is under way does not come to it; every later one does, on any thread.
    ///
    /// - Precondition: `delegate` is a class instance.
    /// - Complexity: O(1) amortised.
    public func add(_ delegate: Delegate) {
        list.append(delegate)
    }

    /// Removes `delegate`, which is not called any more, not even by a `notify` that is under way.
    ///
    /// - Precondition: `delegate` is a class instance.
    /// - Complexity: O(1) amortised.
    public func remove(_ delegate: Delegate) {
        list.remove(delegate)
    }

    /// Calls `body` with each delegate, in the order in which they were added, on the caller's thread.
    ///
    /// Those are called who are there when this begins and have neither gone nor been removed when their turn comes. A
    /// `notify` from inside `body` takes place at once. Two threads may call one delegate at the same time.
    ///
    /// - Throws: What `body` throws. Those whose turn has not come yet are then not called.
    /// - Complexity: O(delegates).
    @inlinable
    public func notify<Failure: Error>(_ body: (Delegate) throws(Failure) -> Void) throws(Failure) {
        try list.forEach(body)
    }

    /// How many delegates are there and alive.
    ///
    /// - Complexity: O(delegates).
    public var count: Int { list.livingCount }

    /// Whether no delegate is there and alive.
    ///
    /// - Complexity: O(delegates).
    public var isEmpty: Bool { count == 0 }
}
