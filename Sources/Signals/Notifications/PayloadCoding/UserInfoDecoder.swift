import Foundation

/// Turns the `userInfo` dictionary of a notification into a value of a type that conforms to `Decodable`.
///
/// The payload's keys may be strings, constants of a type whose raw value is a string, or coding keys. A value that has
/// the wanted type already is taken as it is, whatever that type is. Otherwise:
///
/// - a number of another type is accepted if it is the same number there: `3.0` is the `Int` 3, `3.5` is an error;
/// - a `Double` or `Float` is the `Decimal` that it is written as, and the other way round: `32768.06` is a price;
/// - a number is no `Bool`, nor a `Bool` a number, except in an `NSNumber`: one that was made from a `Bool` is the number 0
///   or 1 as well, and one that was made from the integer 0 or 1 is a `Bool` as well;
/// - `URL` and `UUID` are accepted as strings that parse;
/// - Foundation's classes are accepted for the Swift types that stand for them, `NSNull` and a boxed `nil` for `nil`;
/// - dictionaries and arrays are read through the type's `init(from:)`.
///
/// Nothing is ever rounded, cut off or guessed. Entries that the type has no key for are ignored; a dictionary has a key for
/// each, so that one whose key has no name, or the name of another, is an error.
///
/// ```swift
/// struct Progress: Decodable { let done: Int; let total: Int? }
/// let progress = try UserInfoDecoder().decode(Progress.self, from: notification.userInfo ?? [:])
/// ```
public struct UserInfoDecoder: Sendable {
    /// A decoder; it has nothing to configure.
    public init() {}

    /// The value that the payload stands for.
    ///
    /// A notification without a payload has `[:]` for one: types that need nothing are decoded from it.
    ///
    /// - Throws: `DecodingError`, whose description names the expected and the found type, or what `T` itself throws. A
    ///   payload of more than 100 values within each other is refused, so that no stack overflows.
    /// - Complexity: One look-up for each property of `T`, however large the payload is. The first property that is not
    ///   found under its name as a string costs a search through the other keys.
    public func decode<T: Decodable>(_ type: T.Type, from userInfo: [AnyHashable: Any]) throws -> T {
        do {
            return try T(from: WholePayloadDecoder(payload: userInfo, target: type))
        } catch {
            throw PayloadConversion.explained(error, expected: type, found: userInfo, at: .root)
        }
    }
}

/// The decoder that the `init(from:)` of a message meets: the payload as a whole.
///
/// It has three words, which is what an `any Decoder` has room for: it takes no allocation.
private struct WholePayloadDecoder: Decoder {
    private let payload: [AnyHashable: Any]
    private let entries: PayloadEntries
    private let target: any Any.Type

    init(payload: [AnyHashable: Any], target: any Any.Type) {
        self.payload = payload
        entries = PayloadEntries(payload)
        self.target = target
    }

    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        try entries.container(of: payload, trail: .root, target: target)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { try whole.unkeyedContainer() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { try whole }

    private var whole: PayloadDecoder {
        get throws { try PayloadDecoder(value: payload, trail: .root, target: target) }
    }
}

/// The decoder that the `init(from:)` of a part meets: one value of the payload and the way to it.
final class PayloadDecoder: Decoder {
    let value: Any
    let trail: CodingTrail
    /// What is being decoded, for the messages of errors: "expected Order" tells more than "expected a dictionary".
    let target: any Any.Type

    init(value: Any, trail: CodingTrail, target: any Any.Type) throws {
        self.value = value
        self.trail = trail
        self.target = target
        guard !trail.isTooLong else {
            throw DecodingError.corrupted(CodingTrail.limitNote, expected: target, found: value, at: trail)
        }
    }

    var codingPath: [any CodingKey] { trail.codingPath }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        guard let entries = PayloadEntries(value) else {
            throw DecodingError.mismatch(expected: target, found: value, at: trail)
        }
        return try entries.container(of: value, trail: trail, target: target)
    }

    func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
        guard let elements = PayloadConversion.elements(of: value) else {
            throw DecodingError.mismatch(expected: target, found: value, at: trail)
        }
        return PayloadUnkeyedContainer(elements: elements, trail: trail)
    }

    func singleValueContainer() -> any SingleValueDecodingContainer { self }
}

// One generic method stands for the requirements of every type, and the compiler specialises it for each of them,
// except for the widest integers, where it would prefer a form of the standard library that only throws.
extension PayloadDecoder: SingleValueDecodingContainer {
    func decodeNil() -> Bool { PayloadConversion.bare(value) == nil }

    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }
    func decode(_: Int128.Type) throws -> Int128 { try value(Int128.self) }
    func decode(_: UInt128.Type) throws -> UInt128 { try value(UInt128.self) }

    @inline(__always)
    private func value<T: Decodable>(_ type: T.Type) throws -> T {
        if let result = exactCast(self.value, to: type) { return result }
        return try PayloadConversion.converted(self.value, to: type, at: trail.appending(nil))
    }
}
