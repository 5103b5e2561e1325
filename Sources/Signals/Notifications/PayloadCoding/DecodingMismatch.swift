import Foundation

/// What a payload has at one place and what was expected there, as text.
///
/// Every `DecodingError` that `UserInfoDecoder` itself throws carries one as its underlying error. For those that the
/// payload's types throw it is derived as far as possible.
struct DecodingMismatch: Error, Hashable, CustomStringConvertible {
    /// The place, such as `order.lines[2].price`; empty for the payload as a whole.
    let path: String
    /// The name of the type that was asked for.
    let expected: String
    /// The name of the type that is there: "nothing" for a missing key, "nil" for `nil` and `NSNull`.
    let found: String

    var description: String {
        path.isEmpty ? "expected \(expected), found \(found)" : "\(path): expected \(expected), found \(found)"
    }
}

extension DecodingMismatch {
    /// The pieces of an error that decoding a payload ended with.
    init(_ error: DecodingError) {
        let context: DecodingError.Context
        let path: [any CodingKey]
        let expected: String
        let found: String
        switch error {
        case .keyNotFound(let key, let details):
            (context, path) = (details, details.codingPath + [key])
            (expected, found) = ("a value", "nothing")
        case .valueNotFound(let type, let details):
            (context, path) = (details, details.codingPath)
            (expected, found) = (Self.name(of: type), "nil")
        case .typeMismatch(let type, let details):
            (context, path) = (details, details.codingPath)
            (expected, found) = (Self.name(of: type), "something else (\(details.debugDescription))")
        case .dataCorrupted(let details):
            (context, path) = (details, details.codingPath)
            (expected, found) = ("a valid value", "something else (\(details.debugDescription))")
        @unknown default:
            (context, path) = (.init(codingPath: [], debugDescription: ""), [])
            (expected, found) = ("a valid value", "something else (\(error))")
        }
        if let known = context.underlyingError as? DecodingMismatch {
            self = known
        } else {
            self.init(path: Self.text(of: path), expected: expected, found: found)
        }
    }

    /// The path as one would write it in code.
    static func text(of path: [any CodingKey]) -> String {
        path.reduce(into: "") { text, key in
            if let index = key.intValue, key.stringValue == "Index \(index)" || key.stringValue == "\(index)" {
                text += "[\(index)]"
            } else {
                text += text.isEmpty ? key.stringValue : ".\(key.stringValue)"
            }
        }
    }

    static func name(of type: any Any.Type) -> String { String(describing: type) }

    /// The name of a value's type, with the public name in place of the private class behind a Foundation object.
    static func name(ofTypeOf value: Any) -> String {
        guard let value = PayloadConversion.bare(value) else { return "nil" }
        guard PayloadConversion.isObject(value) else { return name(of: type(of: value)) }
        return switch value {
        case is NSDecimalNumber: "NSDecimalNumber"
        case is NSNumber: "NSNumber"
        case is NSString: "NSString"
        case is NSArray: "NSArray"
        case is NSDictionary: "NSDictionary"
        default: name(of: type(of: value))
        }
    }
}

extension DecodingError {
    /// A value of another type, or `nil` where there has to be a value.
    static func mismatch(expected: any Any.Type, found value: Any, at trail: CodingTrail) -> DecodingError {
        let (mismatch, context) = described(expected, DecodingMismatch.name(ofTypeOf: value), trail.codingPath)
        return mismatch.found == "nil" ? .valueNotFound(expected, context) : .typeMismatch(expected, context)
    }

    /// A number that the expected type does not have.
    static func inexact(expected: any Any.Type, found value: Any, at trail: CodingTrail) -> DecodingError {
        let found = DecodingMismatch.name(ofTypeOf: value)
        let note = ": \(value) has no exact counterpart there"
        return .typeMismatch(expected, described(expected, found, trail.codingPath, note: note).context)
    }

    static func missing(_ key: some CodingKey, expected: any Any.Type, in trail: CodingTrail) -> DecodingError {
        let mismatch = DecodingMismatch(
            path: DecodingMismatch.text(of: trail.codingPath + [key]),
            expected: DecodingMismatch.name(of: expected),
            found: "nothing"
        )
        let text = "expected \(mismatch.expected) for the key \"\(key.stringValue)\", found nothing"
        let context = Context(codingPath: trail.codingPath, debugDescription: text, underlyingError: mismatch)
        return .keyNotFound(key, context)
    }

    /// An element asked for after the last one of an array.
    static func exhausted(expected: any Any.Type, at trail: CodingTrail) -> DecodingError {
        let note = ": the array has no more elements"
        return .valueNotFound(expected, described(expected, "nothing", trail.codingPath, note: note).context)
    }

    /// A value that a type of the payload refuses, with what that type's own error does not tell.
    static func corrupted(
        _ context: Context, expected: any Any.Type, found value: Any, at trail: CodingTrail
    ) -> DecodingError {
        let found = DecodingMismatch.name(ofTypeOf: value)
        let note = ": \(context.debugDescription)"
        return .dataCorrupted(described(expected, found, trail.codingPath, note: note).context)
    }

    private static func described(
        _ expected: any Any.Type, _ found: String, _ path: [any CodingKey], note: String = ""
    ) -> (mismatch: DecodingMismatch, context: Context) {
        let mismatch = DecodingMismatch(
            path: DecodingMismatch.text(of: path), expected: DecodingMismatch.name(of: expected), found: found)
        let text = "expected \(mismatch.expected), found \(found)\(note)"
        return (mismatch, Context(codingPath: path, debugDescription: text, underlyingError: mismatch))
    }
}
