/// The value itself, if it was put into the existential as just that type.
///
/// A cast asks the runtime: 200 instructions where the types are the same, and a hundred times as many where they are not
/// and it looks for a way from one to the other. This compares two pointers. It also never finds such a way: a number
/// object is not rounded to fit.
@inline(__always)
package func exactCast<T>(_ value: Any, to type: T.Type) -> T? {
    @inline(__always)
    func opened<Held>(_ value: Held) -> T? {
        // Sound: it is the same type.
        Held.self == T.self ? unsafeBitCast(value, to: T.self) : nil
    }
    return opened(value)
}

/// Whether a type may be that of existentials, `any P`. Only what is in one then tells what has been put there.
///
/// To ask each value instead would put it into a box on the heap.
@inlinable
package func mayBeExistential(_ type: Any.Type) -> Bool {
    // Sound: a type is the address of its metadata, and their first word says of what kind they are. These are the two
    // kinds of existentials in the runtime's ABI, the second with requirements on associated types.
    let kind = unsafeBitCast(type, to: UnsafePointer<UInt>.self).pointee
    return kind == 0x303 || kind == 0x307
}
