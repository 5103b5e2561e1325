import Foundation

/// Turns a value of a type that conforms to `Encodable` into the `userInfo` dictionary of a notification.
///
/// Observers read the dictionary with plain casts: the keys are strings, and `userInfo["count"] as? Int` finds an `Int`
/// where the type has one. Numbers, strings, `Date`, `Data`, `URL`, `UUID`, `Decimal` and arrays of those stay
/// themselves, nested types become `[String: Any]`, other arrays `[Any]`. A property that is `nil` has no entry, a
/// `nil` among the elements of an array is an `NSNull`. ``UserInfoDecoder`` reads all of it back.
///
/// ```swift
/// let userInfo = try UserInfoEncoder().encode(Progress(done: 3, total: nil))   // ["done": 3]
/// ```
public struct UserInfoEncoder: Sendable {
    /// An encoder; it has nothing to configure.
    public init() {}

    /// The dictionary that stands for `value`.
    ///
    /// - Throws: `EncodingError.invalidValue` if the value does not encode as a dictionary (a number, an array), or
    ///   what its `encode(to:)` throws.
    /// - Complexity: Linear in the number of values encoded.
    public func encode<T: Encodable>(_ value: T) throws -> [AnyHashable: Any] {
        let encoder = PayloadEncoder(trail: .root)
        try value.encode(to: encoder)
        guard let entries = try encoder.dictionaryResult() else {
            let text = """
                A payload is a dictionary, which \(T.self) does not encode as. \
                Make it a property of a struct, whose name becomes the key, and encode that.
                """
            throw EncodingError.invalidValue(value, .init(codingPath: [], debugDescription: text))
        }
        return entries
    }
}

/// The encoder that a type's `encode(to:)` meets, and what that has written so far.
final class PayloadEncoder: Encoder {
    private enum Content {
        case nothing
        case null
        case value(Any)
        case keyed(EncodedDictionary)
        case unkeyed(EncodedArray)
        /// More than one kind of container was asked for; found out where no error can be thrown.
        case conflict
    }

    private let trail: CodingTrail
    private var content = Content.nothing

    init(trail: CodingTrail) { self.trail = trail }

    var codingPath: [any CodingKey] { trail.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        KeyedEncodingContainer(PayloadKeyedEncodingContainer<Key>(dictionary: dictionary(), trail: trail))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        PayloadUnkeyedEncodingContainer(array: array(), trail: trail)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    /// What has been written, `nil` for `nil`.
    func result() throws -> Any? {
        switch content {
        // A type that writes nothing has nothing to say, which is what a struct without properties says.
        case .nothing: return [String: Any]()
        case .null: return nil
        case .value(let value): return value
        case .keyed(let dictionary): return try dictionary.result { $0 }
        case .unkeyed(let array): return try array.result()
        case .conflict:
            let text = "A value was encoded in two ways: as a dictionary, as an array or as a single value."
            throw EncodingError.invalidValue(self, .init(codingPath: codingPath, debugDescription: text))
        }
    }

    /// What has been written as a whole payload, `nil` if it is no dictionary.
    func dictionaryResult() throws -> [AnyHashable: Any]? {
        if case .keyed(let dictionary) = content { return try dictionary.result { AnyHashable($0) } }
        return try result() as? [String: Any]
    }

    /// What `value` is in a payload, `nil` for `nil`.
    @inline(__always)
    static func encoded<T: Encodable>(_ value: T, at trail: @autoclosure () -> CodingTrail) throws -> Any? {
        if value is any PayloadNative { return value }
        let encoder = PayloadEncoder(trail: trail())
        try value.encode(to: encoder)
        return try encoder.result()
    }

    // A superclass and its subclass may each ask for a container at one place: they share it.
    private func dictionary() -> EncodedDictionary {
        if case .keyed(let dictionary) = content { return dictionary }
        let dictionary = EncodedDictionary()
        write(.keyed(dictionary))
        return dictionary
    }

    private func array() -> EncodedArray {
        if case .unkeyed(let array) = content { return array }
        let array = EncodedArray()
        write(.unkeyed(array))
        return array
    }

    private func write(_ new: Content) {
        if case .nothing = content { content = new } else { content = .conflict }
    }
}

extension PayloadEncoder: SingleValueEncodingContainer {
    func encodeNil() { write(.null) }

    func encode<T: Encodable>(_ value: T) throws { try writeSingle(value) }
    // For these two the compiler would prefer a form of the standard library that only throws.
    func encode(_ value: Int128) throws { try writeSingle(value) }
    func encode(_ value: UInt128) throws { try writeSingle(value) }

    private func writeSingle<T: Encodable>(_ value: T) throws {
        write(try Self.encoded(value, at: trail).map { .value($0) } ?? .null)
    }
}

/// A type whose values observers expect to meet as they are.
protocol PayloadNative {}

extension Bool: PayloadNative {}
extension Int: PayloadNative {}
extension Int8: PayloadNative {}
extension Int16: PayloadNative {}
extension Int32: PayloadNative {}
extension Int64: PayloadNative {}
extension Int128: PayloadNative {}
extension UInt: PayloadNative {}
extension UInt8: PayloadNative {}
extension UInt16: PayloadNative {}
extension UInt32: PayloadNative {}
extension UInt64: PayloadNative {}
extension UInt128: PayloadNative {}
extension Float: PayloadNative {}
extension Double: PayloadNative {}
extension CGFloat: PayloadNative {}
extension Decimal: PayloadNative {}
extension String: PayloadNative {}
extension Date: PayloadNative {}
extension Data: PayloadNative {}
extension URL: PayloadNative {}
extension UUID: PayloadNative {}
extension Array: PayloadNative where Element: PayloadNative {}
extension Dictionary: PayloadNative where Key == String, Value: PayloadNative {}
