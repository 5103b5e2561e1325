/// Measures how far apart in the stack it was called.
package struct StackProbe: Sendable {
    private var lowest = UInt.max
    private var highest = UInt.min

    package init() {}

    /// Takes note of where in the stack the caller is.
    package mutating func note() {
        let here = withUnsafePointer(to: &lowest) { _ in Self.address() }
        lowest = min(lowest, here)
        highest = max(highest, here)
    }

    /// The bytes between the deepest place and the highest.
    package var spread: Int { highest < lowest ? 0 : Int(highest - lowest) }

    @inline(never)
    private static func address() -> UInt {
        var local = 0
        return withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    }
}
