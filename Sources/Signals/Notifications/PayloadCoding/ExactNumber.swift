import Foundation

/// A number whatever its type, held such that nothing of it is lost.
enum ExactNumber {
    case integer(Int128)
    case floating(Double)
    case decimal(Decimal)

    /// The number that `value` is, `nil` if it is none.
    init?(_ value: Any) {
        // Comparing types until one fits is much quicker than trying casts, which look for bridges before they fail.
        switch type(of: value) {
        case is AnyObject.Type: self.init(object: value)
        case is Int.Type: self.init(integer: value, Int.self)
        case is Double.Type: self.init(floating: value, Double.self)
        case is Bool.Type: self = .integer(value as? Bool == true ? 1 : 0)
        case is Int64.Type: self.init(integer: value, Int64.self)
        case is Int32.Type: self.init(integer: value, Int32.self)
        case is Int16.Type: self.init(integer: value, Int16.self)
        case is Int8.Type: self.init(integer: value, Int8.self)
        case is UInt.Type: self.init(integer: value, UInt.self)
        case is UInt64.Type: self.init(integer: value, UInt64.self)
        case is UInt32.Type: self.init(integer: value, UInt32.self)
        case is UInt16.Type: self.init(integer: value, UInt16.self)
        case is UInt8.Type: self.init(integer: value, UInt8.self)
        case is Int128.Type: self.init(integer: value, Int128.self)
        case is UInt128.Type: self.init(integer: value, UInt128.self)
        case is Float.Type: self.init(floating: value, Float.self)
        case is CGFloat.Type: self.init(floating: value, CGFloat.self)
        case is Decimal.Type: self.init(decimal: value)
        default: return nil
        }
    }

    private init?<Integer: FixedWidthInteger>(integer value: Any, _ type: Integer.Type) {
        guard let value = value as? Integer, let integer = Int128(exactly: value) else { return nil }
        self = .integer(integer)
    }

    private init?<Floating: BinaryFloatingPoint>(floating value: Any, _ type: Floating.Type) {
        guard let value = value as? Floating else { return nil }
        self = .floating(Double(value))
    }

    private init?(decimal value: Any) {
        guard let value = value as? Decimal else { return nil }
        self = value.isNaN ? .floating(.nan) : .decimal(value)
    }

    private init?(object value: Any) {
        if let number = value as? NSDecimalNumber {
            self.init(decimal: number.decimalValue)
        } else if let number = value as? NSNumber {
            self.init(number)
        } else {
            return nil
        }
    }

    private init(_ number: NSNumber) {
        // The object's own type is of no use: it is not the one that it was made from. Integers come first because
        // `doubleValue` rounds large ones, except zero, which keeps its sign only as a `Double`.
        let floating = number.doubleValue
        if floating == 0 {
            self = .floating(floating)
        } else if let integer = Int64(exactly: number) {
            self = .integer(Int128(integer))
        } else if let integer = UInt64(exactly: number) {
            self = .integer(Int128(integer))
        } else {
            self = .floating(floating)
        }
    }
}

/// A type that a number may be converted to if it is the same number there.
protocol ExactlyConvertible {
    init?(exactly number: ExactNumber)
}

extension FixedWidthInteger {
    init?(exactly number: ExactNumber) {
        switch number {
        case .integer(let integer): self.init(exactly: integer)
        case .floating(let floating): self.init(exactly: floating)
        // The text of a decimal has no exponent, and a point only if there is a fraction: it parses if it is whole.
        case .decimal(let decimal): self.init(decimal.description)
        }
    }
}

extension Int: ExactlyConvertible {}
extension Int8: ExactlyConvertible {}
extension Int16: ExactlyConvertible {}
extension Int32: ExactlyConvertible {}
extension Int64: ExactlyConvertible {}
extension Int128: ExactlyConvertible {}
extension UInt: ExactlyConvertible {}
extension UInt8: ExactlyConvertible {}
extension UInt16: ExactlyConvertible {}
extension UInt32: ExactlyConvertible {}
extension UInt64: ExactlyConvertible {}
extension UInt128: ExactlyConvertible {}

extension Bool: ExactlyConvertible {
    init?(exactly number: ExactNumber) {
        switch Int8(exactly: number) {
        case 0: self = false
        case 1: self = true
        default: return nil
        }
    }
}

extension Double: ExactlyConvertible {
    init?(exactly number: ExactNumber) {
        switch number {
        case .integer(let integer):
            self.init(exactly: integer)
        case .floating(let floating):
            self = floating
        case .decimal(let decimal):
            guard let nearest = Double(decimal.description), Decimal(exactly: .floating(nearest)) == decimal else {
                return nil
            }
            self = nearest
        }
    }
}

extension Float: ExactlyConvertible {
    init?(exactly number: ExactNumber) {
        guard let floating = Double(exactly: number) else { return nil }
        if floating.isNaN {
            self = .nan
        } else {
            self.init(exactly: floating)
        }
    }
}

extension CGFloat: ExactlyConvertible {
    init?(exactly number: ExactNumber) {
        guard let floating = NativeType(exactly: number) else { return nil }
        self.init(floating)
    }
}

extension Decimal: ExactlyConvertible {
    init?(exactly number: ExactNumber) {
        switch number {
        case .integer(let integer):
            self.init(string: integer.description)
        case .floating(let floating):
            guard let decimal = Decimal(sameAs: floating) ?? Decimal(naming: floating) else { return nil }
            self = decimal
        case .decimal(let decimal):
            self = decimal
        }
    }

    /// The decimal that is written as a binary number is, and leads back to it: 0.1, which as a binary number has fifty-five
    /// digits. Whoever posts a price of 3.1 means just that, and nothing is lost.
    private init?(naming floating: Double) {
        guard let decimal = Decimal(string: floating.description), Double(decimal.description) == floating else {
            return nil
        }
        self = decimal
    }

    /// The decimal that equals a binary number to its last digit: there is one for 0.5, and none for 0.1.
    private init?(sameAs floating: Double) {
        guard floating.isFinite else { return nil }
        guard floating != 0 else {
            self = 0
            return
        }
        // The number is an odd integer times a power of two. Half of something is five tenths of it, hence
        // m / 2^k = m · 5^k / 10^k; and a factor of ten more leaves more room for a large one.
        var binaryExponent = Int(floating.exponent) - floating.significandWidth
        var mantissa = UInt128(floating.significandBitPattern | (floating.isNormal ? 1 << 52 : 0))
        mantissa >>= UInt128(mantissa.trailingZeroBitCount)
        var decimalExponent = 0
        while binaryExponent < 0 {
            let (product, overflow) = mantissa.multipliedReportingOverflow(by: 5)
            guard !overflow else { return nil }
            (mantissa, binaryExponent, decimalExponent) = (product, binaryExponent + 1, decimalExponent - 1)
        }
        while binaryExponent > 0 {
            if mantissa.leadingZeroBitCount > 0 {
                mantissa <<= 1
            } else if mantissa.isMultiple(of: 5) {
                mantissa /= 5
                decimalExponent += 1
            } else {
                return nil
            }
            binaryExponent -= 1
        }
        self.init(string: "\(floating < 0 ? "-" : "")\(mantissa)e\(decimalExponent)")
    }
}
