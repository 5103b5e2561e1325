import Synchronization

/// When a value was written that may be bound to others.
///
/// Values that are bound to each other draw their stamps from one clock for all of them, at each write that is their own, and
/// take over the stamp together with the value of another. So of any two writes one is the later, wherever they were made;
/// who is offered a value that is no later than its own has had it already, or has a later one.
@frozen
@usableFromInline
package struct WriteStamp: Sendable {
    @usableFromInline package var number = 0
    @usableFromInline var isShared = false

    @inlinable package init() {}

    /// Notes that a value is written.
    ///
    /// - Parameter later: The number of the value's stamp, if it was written elsewhere.
    /// - Returns: Whether the value is to be taken.
    @inlinable
    package mutating func advance(to later: Int? = nil) -> Bool {
        if later == nil, !isShared {
            number &+= 1
            return true
        }
        return advanceShared(to: later)
    }

    @usableFromInline
    mutating func advanceShared(to later: Int?) -> Bool {
        let next = later ?? Self.draw()
        if next <= number { return false }
        number = next
        return true
    }

    /// Has the value take part in bindings from now on.
    ///
    /// - Parameter leads: Whether it counts as just written. Otherwise any other that takes part is later.
    package mutating func share(leads: Bool) {
        if isShared { return }
        isShared = true
        number = .min
        if leads { _ = advance() }
    }

    /// A number that is later than any so far.
    package static func draw() -> Int { clock.wrappingAdd(1, ordering: .relaxed).newValue }

    private static let clock = Atomic<Int>(0)
}
