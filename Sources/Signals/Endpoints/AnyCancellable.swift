/// A handle on something under way, which cancels it when the last reference to the handle goes.
public final class AnyCancellable: Cancellable, Hashable {
    private let base: any Cancellable & AnyObject

    /// A handle on `cancellable`, which is cancelled once, and let go of then.
    public init(_ cancellable: some Cancellable) {
        base = OnceAction { cancellable.cancel() }
    }

    /// A handle on what is safe to cancel twice, and keeps nothing afterwards.
    @usableFromInline
    init(_ end: EndSlot) {
        base = end
    }

    /// A handle that runs `cancel` once: when it is cancelled or released.
    public init(_ cancel: @escaping @Sendable () -> Void) {
        base = OnceAction(cancel)
    }

    deinit {
        base.cancel()
    }

    public func cancel() {
        base.cancel()
    }

    public static func == (left: AnyCancellable, right: AnyCancellable) -> Bool { left === right }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension Cancellable {
    /// Keeps a handle on this in `collection`.
    public func store<Handles: RangeReplaceableCollection>(
        in collection: inout Handles
    ) where Handles.Element == AnyCancellable {
        collection.append(handle)
    }

    /// Keeps a handle on this in `set`.
    public func store(in set: inout Set<AnyCancellable>) {
        set.insert(handle)
    }

    /// Keeps a handle on this in `bag`, or cancels at once if the bag has been cancelled.
    public func store(in bag: CancellableBag) {
        bag.add(handle)
    }

    /// This itself, if it is a handle already.
    private var handle: AnyCancellable { self as? AnyCancellable ?? AnyCancellable(self) }
}
