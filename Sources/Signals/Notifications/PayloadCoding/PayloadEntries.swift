import Foundation

/// The dictionary behind a keyed container.
enum PayloadEntries {
    /// Looking at one entry after the other is quicker than finding the place of an `AnyHashable`.
    case few([AnyHashable: Any])
    case strings([String: Any])
    case other(PayloadTable)

    init(_ entries: [AnyHashable: Any]) { self = entries.count <= 8 ? .few(entries) : .other(PayloadTable(entries)) }

    init?(_ value: Any) {
        if let entries = exactCast(value, to: [String: Any].self) {
            self = .strings(entries)
        } else if let entries = exactCast(value, to: [AnyHashable: Any].self) {
            self.init(entries)
        } else if let entries = PayloadConversion.bare(value) as? any PayloadDictionary {
            self = .other(PayloadTable(entries))
        } else {
            return nil
        }
    }

    @inline(__always)
    func value(for key: some CodingKey) -> Any? {
        switch self {
        case .few(let entries): Self.scan(entries, for: key.stringValue)
        case .strings(let entries): entries[key.stringValue]
        case .other(let table): table.value(named: key.stringValue)
        }
    }

    func container<Key: CodingKey>(
        of value: Any, trail: CodingTrail, target: any Any.Type
    ) throws -> KeyedDecodingContainer<Key> {
        // A dictionary asks for every entry, so that none may be left out.
        if Key.self == DictionaryKeys.type {
            _ = try names { throw DecodingError.mismatch(expected: target, found: value, at: trail, note: ": \($0)") }
        }
        return KeyedDecodingContainer(PayloadKeyedContainer(entries: self, trail: trail))
    }

    /// The names of all keys. `report` hears of each entry that has none, or none of its own.
    func names(_ report: (_ problem: String) throws -> Void) rethrows -> [String] {
        let dictionary: any PayloadDictionary
        switch self {
        case .strings(let entries): return Array(entries.keys)
        case .few(let entries): dictionary = entries
        case .other(let table): dictionary = table.dictionary
        }
        var names = Set<String>()
        try dictionary.forEach { key, _ in
            if let name = Self.name(of: key) {
                if !names.insert(name).inserted { try report("two keys are named \"\(name)\"") }
            } else {
                try report("the key \(key) is of type \(DecodingMismatch.name(ofTypeOf: key))")
            }
        }
        return Array(names)
    }

    /// The value for a key of this name, preferably one that is a string.
    private static func scan(_ entries: [AnyHashable: Any], for name: String) -> Any? {
        var index = entries.startIndex
        var hasOtherKeys = false
        while index != entries.endIndex {
            if let key = exactCast(entries.keys[index].base, to: String.self) {
                if key == name { return entries.values[index] }
            } else {
                hasOtherKeys = true
            }
            entries.formIndex(after: &index)
        }
        return hasOtherKeys ? entries.first { Self.name(of: $0.key.base) == name }?.value : nil
    }

    fileprivate static func name(of key: Any) -> String? {
        switch key {
        case let string as String: return string
        case let constant as any RawRepresentable: return rawName(constant)
        case let key as any CodingKey: return key.stringValue
        default:
            // So that `[Int: …]` in a payload can be read as a dictionary with numbers for keys.
            guard case .integer(let number) = ExactNumber(key) else { return nil }
            return "\(number)"
        }
    }

    private static func rawName(_ constant: some RawRepresentable) -> String? { constant.rawValue as? String }
}

/// A dictionary that is large, or of a type that only the payload knows.
final class PayloadTable {
    let dictionary: any PayloadDictionary
    /// The dictionary, if it is of the usual type: generic code takes a third more to find an entry.
    private let hashables: [AnyHashable: Any]?
    /// The entries by the names of keys that are no strings: they are looked through once, when a string is not found.
    private lazy var others: [String: Any] = {
        var others: [String: Any] = [:]
        dictionary.forEach { key, value in
            if type(of: key) != String.self, let name = PayloadEntries.name(of: key) { others[name] = value }
        }
        return others
    }()

    init(_ dictionary: any PayloadDictionary) {
        self.dictionary = dictionary
        hashables = exactCast(dictionary, to: [AnyHashable: Any].self)
    }

    @inline(__always)
    func value(named name: String) -> Any? {
        let found = if let hashables { hashables[AnyHashable(name)] } else { dictionary.value(forString: name) }
        return found ?? others[name]
    }
}

/// A dictionary of any type, none of whose entries has to be converted to read another.
protocol PayloadDictionary {
    func value(forString key: String) -> Any?
    func forEach(_ body: (_ key: Any, _ value: Any) throws -> Void) rethrows
}

extension Dictionary: PayloadDictionary {
    func value(forString key: String) -> Any? {
        guard let key = exactCast(key, to: Key.self) ?? exactCast(AnyHashable(key), to: Key.self) else { return nil }
        return self[key].map { Self.erased($0) }
    }

    func forEach(_ body: (_ key: Any, _ value: Any) throws -> Void) rethrows {
        for (key, value) in self { try body(exactCast(key, to: AnyHashable.self)?.base ?? key, Self.erased(value)) }
    }

    /// Spelt out because a generic `Any` that is made an `Any` is one within another.
    private static func erased(_ value: Value) -> Any {
        // Sound: it is the same type.
        Value.self == Any.self ? unsafeBitCast(value, to: Any.self) : value
    }
}

extension NSDictionary: PayloadDictionary {
    func value(forString key: String) -> Any? { object(forKey: key) }

    func forEach(_ body: (_ key: Any, _ value: Any) throws -> Void) rethrows {
        for (key, value) in self { try body(key, value) }
    }
}

/// A decoder that is asked for a container only to learn by which type of keys a dictionary asks.
///
/// The standard library does not name that type. What a dictionary is decoded for does not tell either: a type may decode
/// one from the decoder that it is given itself.
private struct DictionaryKeys: Decoder, Error {
    static let type: any Any.Type = {
        do { _ = try [String: Int](from: DictionaryKeys()) } catch let answer as DictionaryKeys {
            return answer.type
        } catch {}
        return Never.self
    }()
    var type: any Any.Type = Never.self
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
        throw DictionaryKeys(type: type)
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw self }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw self }
}
