/// The namespace of the types that have to do with subscribers.
public enum Subscribers {}

extension Subscribers {
    /// How many values a subscriber is ready to take.
    ///
    /// Demand adds up: each `request` and each value returned from `receive(_:)` comes on top of what is still open.
    /// Arithmetic saturates. ``unlimited`` stays unlimited whatever is taken from it, and no demand is ever negative.
    @frozen
    public struct Demand: Hashable, Sendable {
        /// The count, or one more than `Int.max` for unlimited.
        @usableFromInline let rawValue: UInt

        @inlinable
        init(rawValue: UInt) {
            self.rawValue = Swift.min(rawValue, UInt(Int.max) + 1)
        }

        /// As many values as there are.
        @inlinable public static var unlimited: Demand { Demand(rawValue: UInt(Int.max) + 1) }

        /// No values; the same as `.max(0)`.
        @inlinable public static var none: Demand { Demand(rawValue: 0) }

        /// At most `value` values more.
        ///
        /// - Precondition: `value` is not negative.
        @inlinable
        public static func max(_ value: Int) -> Demand {
            precondition(
                value >= 0, "Demand.max(_:) takes zero or more; it was given \(value). For no values use .none")
            return Demand(rawValue: UInt(value))
        }

        /// The number of values asked for, or `nil` for ``unlimited``.
        @inlinable public var max: Int? { self == .unlimited ? nil : Int(rawValue) }
    }
}

// MARK: - Arithmetic
//
// Operators that take a plain number are generic. With `Int` itself they would be one more candidate for every `$0 > 2` in
// a closure, and the compiler would give up on chains that it now checks at once.

extension Subscribers.Demand {
    @inlinable
    public static func + (left: Self, right: Self) -> Self {
        // Neither raw value exceeds 2^63, so the sum of two fits except where both are unlimited.
        let (sum, overflow) = left.rawValue.addingReportingOverflow(right.rawValue)
        return overflow ? .unlimited : Self(rawValue: sum)
    }

    @inlinable
    public static func + (left: Self, right: some BinaryInteger) -> Self {
        let right = Int(clamping: right)
        return right >= 0 ? left + .max(right) : left - Self(rawValue: right.magnitude)
    }

    /// What is left of `left` once `right` has been used up: never less than none.
    @inlinable
    public static func - (left: Self, right: Self) -> Self {
        if left == .unlimited { return .unlimited }
        return left.rawValue > right.rawValue ? Self(rawValue: left.rawValue - right.rawValue) : .none
    }

    @inlinable
    public static func - (left: Self, right: some BinaryInteger) -> Self {
        let right = Int(clamping: right)
        return right >= 0 ? left - .max(right) : left + Self(rawValue: right.magnitude)
    }

    @inlinable
    public static func * (left: Self, right: some BinaryInteger) -> Self {
        precondition(right >= 0, "Demand can be multiplied by zero or more; the factor was \(right)")
        if right == 0 { return .none }
        if left == .unlimited { return .unlimited }
        let (product, overflow) = left.rawValue.multipliedReportingOverflow(by: UInt(clamping: right))
        return overflow ? .unlimited : Self(rawValue: product)
    }

    @inlinable public static func += (left: inout Self, right: Self) { left = left + right }
    @inlinable public static func += (left: inout Self, right: some BinaryInteger) { left = left + right }
    @inlinable public static func -= (left: inout Self, right: Self) { left = left - right }
    @inlinable public static func -= (left: inout Self, right: some BinaryInteger) { left = left - right }
    @inlinable public static func *= (left: inout Self, right: some BinaryInteger) { left = left * right }
}

extension Subscribers.Demand: Comparable {
    @inlinable public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

// MARK: - Comparison with a plain number

extension Subscribers.Demand {
    @inlinable
    public static func == (left: Self, right: some BinaryInteger) -> Bool { left.rawValue == right }
    @inlinable
    public static func > (left: Self, right: some BinaryInteger) -> Bool { left.rawValue > right }
    @inlinable
    public static func < (left: Self, right: some BinaryInteger) -> Bool { left.rawValue < right }
    @inlinable
    public static func >= (left: Self, right: some BinaryInteger) -> Bool { !(left < right) }
    @inlinable
    public static func <= (left: Self, right: some BinaryInteger) -> Bool { !(left > right) }
}

extension Subscribers.Demand: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(rawValue: try decoder.singleValueContainer().decode(UInt.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension Subscribers.Demand: CustomStringConvertible {
    public var description: String { max.map { "max(\($0))" } ?? "unlimited" }
}
