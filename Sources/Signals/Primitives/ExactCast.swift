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
