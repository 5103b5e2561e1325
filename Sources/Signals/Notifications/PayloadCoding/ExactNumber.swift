import Foundation

/// A number whatever its type, held such that nothing of it is lost.
enum ExactNumber {
    case integer(Int128)
    case double(Double)
    case float(Float)
    case decimal(Decimal)

    /// The number that `value` is, `nil` if it is none.
    init?(_ value: Any) {
        let exact: ExactNumber? =
            if !PayloadConversion.isObject(value) {
                (value as? any PayloadNumber)?.exact
            } else if let number = value as? NSDecimalNumber {
                number.decimalValue.exact
            } else if let number = value as? NSNumber {
                // The type of an object tells what was an integer from what was not, but not which integer.
                switch UInt8(bitPattern: number.objCType.pointee) {
                case UInt8(ascii: "d"): .double(number.doubleValue)
                case UInt8(ascii: "f"): .float(number.floatValue)
                default: Int64(exactly: number)?.exact ?? UInt64(exactly: number)?.exact
                }
            } else {
                nil
            }
        guard let exact else { return nil }
        self = exact
    }
}

/// A type that a number may be converted to if it is the same number there.
protocol PayloadNumber: PayloadNative {
    init?(exactly number: ExactNumber)
    var exact: ExactNumber? { get }
}

extension FixedWidthInteger {
    init?(exactly number: ExactNumber) {
        switch number {
        case .integer(let integer): self.init(exactly: integer)
        case .double(let double): self.init(exactly: double)
        case .float(let float): self.init(exactly: float)
        // The text of a decimal has no exponent, and a point only if there is a fraction: it parses if it is whole.
        case .decimal(let decimal): self.init(decimal.description)
        }
    }

    var exact: ExactNumber? { Int128(exactly: self).map { .integer($0) } }
}

extension Int: PayloadNumber {}
extension Int8: PayloadNumber {}
extension Int16: PayloadNumber {}
extension Int32: PayloadNumber {}
extension Int64: PayloadNumber {}
extension Int128: PayloadNumber {}
extension UInt: PayloadNumber {}
extension UInt8: PayloadNumber {}
extension UInt16: PayloadNumber {}
extension UInt32: PayloadNumber {}
extension UInt64: PayloadNumber {}
extension UInt128: PayloadNumber {}

extension BinaryFloatingPoint where Self: LosslessStringConvertible {
    init?(exactly number: ExactNumber) {
        switch number {
        case .integer(let integer): self.init(exactly: integer)
        case .double(let double) where double.isNaN: self = .nan
        case .double(let double): self.init(exactly: double)
        case .float(let float): self.init(float)
        case .decimal(let decimal):
            guard let nearest = Self(decimal.description) else { return nil }
            // The second is a decimal that gives each digit of a binary number where fewer would have named it.
            let texts = [nearest.description, String(format: "%.38e", Double(nearest))]
            guard texts.contains(where: { Decimal(string: $0) == decimal }) else { return nil }
            self = nearest
        }
    }
}

extension Double: PayloadNumber {
    var exact: ExactNumber? { .double(self) }
}

extension Float: PayloadNumber {
    var exact: ExactNumber? { .float(self) }
}

extension CGFloat: PayloadNumber {
    init?(exactly number: ExactNumber) {
        guard let native = NativeType(exactly: number) else { return nil }
        self.init(native)
    }

    var exact: ExactNumber? { .double(Double(self)) }
}

extension Decimal: PayloadNumber {
    init?(exactly number: ExactNumber) {
        switch number {
        case .integer(let integer): self.init(string: integer.description)
        case .double(let double): self.init(naming: double)
        case .float(let float): self.init(naming: float)
        case .decimal(let decimal): self = decimal
        }
    }

    var exact: ExactNumber? { isNaN ? .double(.nan) : .decimal(self) }

    /// The shortest decimal that leads to a binary number, which is how that is written: 0.1, of which the binary number
    /// has fifty-five digits. Whoever posts a price of 3.1 means just that, and nothing is lost.
    private init?<Binary: BinaryFloatingPoint & LosslessStringConvertible>(naming binary: Binary) {
        guard let decimal = Decimal(string: binary.description), Binary(decimal.description) == binary else {
            return nil
        }
        self = decimal
    }
}
