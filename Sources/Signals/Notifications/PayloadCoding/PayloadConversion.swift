import Foundation

/// How a value found in a payload becomes a value of the type asked for.
enum PayloadConversion {
    /// The value found, or not found, under a key as `type`.
    static func converted<T: Decodable>(
        _ found: Any?, to type: T.Type, forKey key: some CodingKey, in trail: CodingTrail
    ) throws -> T {
        if let found { return try converted(found, to: type, at: .key(key, after: trail)) }
        // The encoder leaves an absent optional out, so that leaving it out has to mean `nil` here.
        if let optional = type as? any OptionalValue.Type, let none = optional.absent as? T { return none }
        throw DecodingError.missing(key, expected: type, in: trail)
    }

    /// The value as `type`, when it is not of that type as it stands.
    static func converted<T: Decodable>(_ found: Any, to type: T.Type, at trail: CodingTrail) throws -> T {
        guard let value = bare(found) else {
            if let optional = type as? any OptionalValue.Type, let none = optional.absent as? T { return none }
            throw DecodingError.mismatch(expected: type, found: found, at: trail)
        }
        if let result = exactCast(value, to: type) { return result }
        if isIndivisible(type) {
            guard let result = indivisible(value, as: type) else {
                throw DecodingError.mismatch(expected: type, found: value, at: trail)
            }
            return result
        }
        if let number = type as? any ExactlyConvertible.Type {
            guard let source = ExactNumber(value) else {
                throw DecodingError.mismatch(expected: type, found: value, at: trail)
            }
            guard let result = number.init(exactly: source) as? T else {
                throw DecodingError.inexact(expected: type, found: value, at: trail)
            }
            return result
        }
        if mayStandForOther(value), let result = value as? T { return result }
        return try decoded(type, from: value, at: trail)
    }

    /// What the type's own `init(from:)` makes of the value.
    static func decoded<T: Decodable>(_ type: T.Type, from value: Any, at trail: CodingTrail) throws -> T {
        do {
            return try T(from: PayloadDecoder(value: value, trail: trail, target: type))
        } catch {
            throw explained(error, expected: type, found: value, at: trail)
        }
    }

    /// The error of a type's `init(from:)`, with what was found if it does not tell.
    static func explained(
        _ error: any Error, expected type: any Any.Type, found value: Any, at trail: CodingTrail
    ) -> any Error {
        // Thrown by an enumeration that has no such raw value, for one; it does not know what it was given.
        guard case DecodingError.dataCorrupted(let context) = error, context.underlyingError == nil,
            context.codingPath.count == trail.codingPath.count
        else { return error }
        return DecodingError.corrupted(context, expected: type, found: value, at: trail)
    }

    /// The elements of any kind of array.
    static func elements(of value: Any) -> [Any]? {
        if let elements = exactCast(value, to: [Any].self) { return elements }
        guard let value = bare(value) else { return nil }
        return value as? [Any]
    }

    /// The value without the optionals and `AnyHashable` boxes around it, `nil` if there is none within.
    static func bare(_ value: Any) -> Any? {
        if isObject(value) { return value is NSNull ? nil : value }
        if let optional = value as? any OptionalValue { return optional.content.flatMap { bare($0) } }
        if let hashable = exactCast(value, to: AnyHashable.self) { return bare(hashable.base) }
        return value
    }

    static func isObject(_ value: Any) -> Bool {
        // Not `value is AnyObject`, which boxes any value on Apple's platforms and so is always true.
        Swift.type(of: value) is AnyObject.Type
    }

    /// Whether a cast may find more in the value than its own type.
    ///
    /// Only an object can be of a subclass or stand for a Swift type. Numbers, arrays and dictionaries are excepted
    /// because a cast would round the numbers in them, and would not say which element does not fit.
    private static func mayStandForOther(_ value: Any) -> Bool {
        isObject(value) && !(value is NSNumber || value is NSArray || value is NSDictionary)
    }

    /// Whether the type is a whole for an observer, although its `init(from:)` reads parts or a bare number.
    private static func isIndivisible(_ type: any Any.Type) -> Bool {
        type == String.self || type == URL.self || type == UUID.self || type == Date.self
    }

    private static func indivisible<T>(_ value: Any, as type: T.Type) -> T? {
        if isObject(value), let result = value as? T { return result }
        guard type == URL.self || type == UUID.self, let text = value as? String else { return nil }
        return type == URL.self
            ? URL(string: text, encodingInvalidCharacters: false) as? T
            : UUID(uuidString: text) as? T
    }
}

/// What is asked of an optional whose wrapped type is unknown.
protocol OptionalValue {
    static var absent: Self { get }
    var content: Any? { get }
}

extension Optional: OptionalValue {
    static var absent: Wrapped? { nil }
    var content: Any? { self }
}
