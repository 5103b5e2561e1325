/// A reference that does not keep its object, and that tells it from a later object at the same address.
@usableFromInline
package final class ObjectReference: @unchecked Sendable {
    // Sound: a weak reference may be read from any thread, and this one is never written again.
    private weak var target: AnyObject?
    /// The object's identity, which says nothing any more once the object has gone.
    package let id: ObjectIdentifier

    package init(_ object: AnyObject) {
        target = object
        id = ObjectIdentifier(object)
    }

    /// The object, as long as it lives. Whoever reads it may be the last to let go of it, so never inside a lock.
    package var object: AnyObject? { target }
}
