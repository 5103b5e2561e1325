/// One object for each type that has been asked for, made when it is.
///
/// The key is the type's identity: two types of one name are two.
@usableFromInline
package final class TypeTable: Sendable {
    private let objects = Locked<[ObjectIdentifier: any AnyObject & Sendable]>([:])

    @usableFromInline
    package init() {}

    /// The object for `type`.
    ///
    /// - Parameter make: Makes the object, which must be of one class for each `type`. It is called under the lock.
    @inlinable
    package func object<Object: AnyObject & Sendable>(for type: Any.Type, make: () -> Object) -> Object {
        // Sound: under this key nothing has been put but what `make` makes for this type.
        unsafeDowncast(object(for: ObjectIdentifier(type), make), to: Object.self)
    }

    @usableFromInline
    func object(for key: ObjectIdentifier, _ make: () -> any AnyObject & Sendable) -> any AnyObject & Sendable {
        objects.withLock { objects in
            if let known = objects[key] { return known }
            let new = make()
            objects[key] = new
            return new
        }
    }
}
