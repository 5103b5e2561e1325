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
        switch error {
        case .keyNotFound(let key, let context):
            self.init(context, at: [key], expected: "a value", found: "nothing")
        case .valueNotFound(let type, let context):
            self.init(context, expected: Self.name(of: type), found: "nil")
        case .typeMismatch(let type, let context):
            self.init(context, expected: Self.name(of: type))
        case .dataCorrupted(let context):
            self.init(context, expected: "a valid value")
        @unknown default:
            self.init(path: "", expected: "a valid value", found: "something else (\(error))")
        }
    }

    private init(
        _ context: DecodingError.Context, at rest: [any CodingKey] = [], expected: String, found: String? = nil
    ) {
        self =
            context.underlyingError as? DecodingMismatch
            ?? DecodingMismatch(
                path: Self.text(of: context.codingPath + rest), expected: expected,
                found: found ?? "something else (\(context.debugDescription))")
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
    static func mismatch(
        expected: any Any.Type, found value: Any, at trail: CodingTrail, note: String = ""
    ) -> DecodingError {
        let found = DecodingMismatch.name(ofTypeOf: value)
        let context = described(expected, found, trail, note)
        return found == "nil" ? .valueNotFound(expected, context) : .typeMismatch(expected, context)
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
        .valueNotFound(expected, described(expected, "nothing", trail, ": the array has no more elements"))
    }

    /// A value that is refused although its type would do.
    static func corrupted(
        _ note: String, expected: any Any.Type, found value: Any, at trail: CodingTrail
    ) -> DecodingError {
        .dataCorrupted(described(expected, DecodingMismatch.name(ofTypeOf: value), trail, ": \(note)"))
    }

    private static func described(
        _ expected: any Any.Type, _ found: String, _ trail: CodingTrail, _ note: String
    ) -> Context {
        let path = trail.codingPath
        let mismatch = DecodingMismatch(
            path: DecodingMismatch.text(of: path), expected: DecodingMismatch.name(of: expected), found: found)
        let text = "expected \(mismatch.expected), found \(found)\(note)"
        return Context(codingPath: path, debugDescription: text, underlyingError: mismatch)
    }
}
