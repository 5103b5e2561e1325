import Foundation

/// Turns a value of a type that conforms to `Encodable` into the `userInfo` dictionary of a notification.
///
/// Observers read the dictionary with plain casts: the keys are strings, and `userInfo["count"] as? Int` finds an `Int`
/// where the type has one. Numbers, strings, `Date`, `Data`, `URL`, `UUID`, `Decimal` and arrays of those stay
/// themselves, nested types become `[String: Any]`, other arrays `[Any]`. A property that is `nil` has no entry; a
/// `nil` that is written as such (in an array or a dictionary, or with `encodeNil(forKey:)`) is an `NSNull`.
/// ``UserInfoDecoder`` reads all of it back.
///
/// ```swift
/// let userInfo = try UserInfoEncoder().encode(Progress(done: 3, total: nil))   // ["done": 3]
/// ```
public struct UserInfoEncoder: Sendable {
    /// An encoder; it has nothing to configure.
    public init() {}

    /// The dictionary that stands for `value`.
    ///
    /// - Throws: `EncodingError.invalidValue` if the value does not encode as a dictionary (a number, an array) or
    ///   has more than 100 values within each other, or what its `encode(to:)` throws.
    /// - Complexity: Linear in the number of values encoded.
    public func encode<T: Encodable>(_ value: T) throws -> [AnyHashable: Any] {
        let encoder = PayloadEncoder(trail: .root)
        try value.encode(to: encoder)
        guard let entries = try encoder.dictionaryResult() else {
            let text = """
                A payload is a dictionary, which \(T.self) does not encode as. \
                Make it a property of a struct, whose name becomes the key, and encode that.
                """
            throw encoder.error(text, about: value)
        }
        return entries
    }
}

/// The encoder that a type's `encode(to:)` meets, and what that has written so far.
final class PayloadEncoder: Encoder {
    private enum Content {
        case nothing
        case single(Any)
        case keyed
        case unkeyed
        /// More than one kind of container was asked for; found out where no error can be thrown.
        case conflict
    }

    let trail: CodingTrail
    private var content = Content.nothing
    /// The entries or elements. They are a list until all are known, because only then is it clear what type of keys a
    /// dictionary has, and how many. One that is still written to is its encoder.
    private var parts: [(name: String, value: Any)] = []
    private var unfinished: [String: PayloadEncoder] = [:]

    init(trail: CodingTrail) { self.trail = trail }

    var codingPath: [any CodingKey] { trail.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }
    var count: Int { parts.count }

    func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
        write(.keyed)
        parts.reserveCapacity(4)
        return KeyedEncodingContainer(PayloadKeyedEncodingContainer<Key>(encoder: self))
    }

    func unkeyedContainer() -> any UnkeyedEncodingContainer {
        write(.unkeyed)
        return PayloadUnkeyedEncodingContainer(encoder: self)
    }

    func singleValueContainer() -> any SingleValueEncodingContainer { self }

    func add(_ value: Any, for name: String = "") { parts.append((name, value)) }

    /// The encoder of a place, which may be asked for more than once, so that several parties fill it.
    func part(for key: some CodingKey) -> PayloadEncoder {
        if let encoder = unfinished[key.stringValue] { return encoder }
        let encoder = PayloadEncoder(trail: trail.appending(key))
        unfinished[key.stringValue] = encoder
        add(encoder, for: key.stringValue)
        return encoder
    }

    /// What has been written, `NSNull` for `nil`.
    func result() throws -> Any {
        switch content {
        // A type that writes nothing has nothing to say, which is what a struct without properties says.
        case .nothing: return [String: Any]()
        case .single(let value): return value
        case .keyed: return try dictionary { $0 }
        case .unkeyed: return try parts.map { try Self.finished($0.value) }
        case .conflict:
            throw error(
                "A value was encoded in two ways: as a dictionary, as an array or as a single value.", about: self)
        }
    }

    /// What has been written as a whole payload, `nil` if it is no dictionary.
    func dictionaryResult() throws -> [AnyHashable: Any]? {
        if case .keyed = content { return try dictionary { AnyHashable($0) } }
        return try result() as? [String: Any]
    }

    /// What `value` is in a payload, `NSNull` for `nil`.
    @inline(__always)
    static func encoded<T: Encodable>(_ value: T, at trail: @autoclosure () -> CodingTrail) throws -> Any {
        if value is any PayloadNative { return value }
        let encoder = PayloadEncoder(trail: trail())
        try encoder.checkDepth()
        try value.encode(to: encoder)
        return try encoder.result()
    }

    func error(_ text: String, about value: Any) -> EncodingError {
        .invalidValue(value, .init(codingPath: codingPath, debugDescription: text))
    }

    private func checkDepth() throws {
        guard !trail.isTooLong else { throw error(CodingTrail.limitNote, about: self) }
    }

    /// The entries, where of two with one name the later counts.
    private func dictionary<Key: Hashable>(keys makeKey: (String) -> Key) throws -> [Key: Any] {
        var result = [Key: Any](minimumCapacity: parts.count)
        for (name, value) in parts { result[makeKey(name)] = try Self.finished(value) }
        return result
    }

    private static func finished(_ value: Any) throws -> Any {
        guard let encoder = exactCast(value, to: PayloadEncoder.self) else { return value }
        try encoder.checkDepth()
        return try encoder.result()
    }

    // A superclass and its subclass may each ask for a container at one place: they share it.
    private func write(_ new: Content) {
        switch (content, new) {
        case (.nothing, _): content = new
        case (.keyed, .keyed), (.unkeyed, .unkeyed): break
        default: content = .conflict
        }
    }
}

extension PayloadEncoder: SingleValueEncodingContainer {
    func encodeNil() { write(.single(NSNull())) }

    func encode<T: Encodable>(_ value: T) throws { try writeSingle(value) }
    // For these two the compiler would prefer a form of the standard library that only throws.
    func encode(_ value: Int128) throws { try writeSingle(value) }
    func encode(_ value: UInt128) throws { try writeSingle(value) }

    private func writeSingle<T: Encodable>(_ value: T) throws {
        write(.single(try Self.encoded(value, at: trail.appending(nil))))
    }
}

/// A type whose values observers expect to meet as they are.
protocol PayloadNative {}

extension Bool: PayloadNative {}
extension String: PayloadNative {}
extension Date: PayloadNative {}
extension Data: PayloadNative {}
extension URL: PayloadNative {}
extension UUID: PayloadNative {}
extension Array: PayloadNative where Element: PayloadNative {}
extension Dictionary: PayloadNative where Key == String, Value: PayloadNative {}
