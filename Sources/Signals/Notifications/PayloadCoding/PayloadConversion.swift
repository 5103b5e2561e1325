import Foundation

/// How a value found in a payload becomes a value of the type asked for.
enum PayloadConversion {
    /// What stands for an entry that is not there.
    static func missing<T: Decodable>(_ key: some CodingKey, as type: T.Type, in trail: CodingTrail) throws -> T {
        // The encoder leaves an absent optional out, so that leaving it out has to mean `nil` here.
        if let none = absent(type) { return none }
        throw DecodingError.missing(key, expected: type, in: trail)
    }

    /// The value as `type`, when it is not of that type as it stands.
    static func converted<T: Decodable>(_ found: Any, to type: T.Type, at trail: CodingTrail) throws -> T {
        let value = bare(found) ?? NSNull()
        // Apart from the rest, because the stack has to hold as many of this as the payload has levels.
        return try whole(value, as: type, at: trail) ?? decoded(type, from: value, at: trail)
    }

    /// The value as `type`, `nil` if that is up to the type.
    private static func whole<T: Decodable>(_ value: Any, as type: T.Type, at trail: CodingTrail) throws -> T? {
        if let result = exactCast(value, to: type) { return result }
        if isObject(value), value is NSNull, let none = absent(type) { return none }
        if isIndivisible(type) {
            if let result = indivisible(value, as: type) { return result }
            throw DecodingError.mismatch(expected: type, found: value, at: trail)
        }
        if let number = type as? any PayloadNumber.Type {
            guard let source = ExactNumber(value) else {
                throw DecodingError.mismatch(expected: type, found: value, at: trail)
            }
            if let result = number.init(exactly: source) as? T { return result }
            let note = ": \(value) has no exact counterpart there"
            throw DecodingError.mismatch(expected: type, found: value, at: trail, note: note)
        }
        return mayStandForOther(value) ? value as? T : nil
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
        return DecodingError.corrupted(context.debugDescription, expected: type, found: value, at: trail)
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

    private static func absent<T>(_ type: T.Type) -> T? {
        (type as? any OptionalValue.Type)?.absent as? T
    }

    /// Whether the type is a whole for an observer, although its `init(from:)` reads parts or a bare number.
    private static func isIndivisible(_ type: any Any.Type) -> Bool {
        type == Bool.self || type == String.self || type == URL.self || type == UUID.self || type == Date.self
    }

    private static func indivisible<T>(_ value: Any, as type: T.Type) -> T? {
        if isObject(value), let result = value as? T {
            // A cast would take any object that holds a 1 for a truth value.
            guard type == Bool.self else { return result }
            if case .integer = ExactNumber(value) { return result }
            return nil
        }
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
