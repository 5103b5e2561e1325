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
    package func object<Object: AnyObject & Sendable>(for type: Any.Type, make: () -> Object) -> Object {
        objects.withLock { objects in
            let key = ObjectIdentifier(type)
            if let known = objects[key] {
                // Sound: under this key nothing has been put but what `make` makes for this type.
                return unsafeDowncast(known, to: Object.self)
            }
            let new = make()
            objects[key] = new
            return new
        }
    }
}
