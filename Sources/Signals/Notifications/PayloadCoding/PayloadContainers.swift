import Foundation

/// The dictionary behind a keyed container.
enum PayloadEntries {
    case strings([String: Any])
    case hashables([AnyHashable: Any])

    /// From this many entries on, keys of other types than `String` are named once instead of searched each time.
    private static let searchLimit = 16
    /// Up to this many entries, looking at one after the other is quicker than finding the place of an `AnyHashable`.
    private static let scanLimit = 8

    init?(_ value: Any) {
        if let entries = exactCast(value, to: [AnyHashable: Any].self) {
            self.init(entries)
        } else if let entries = exactCast(value, to: [String: Any].self) {
            self = .strings(entries)
        } else if let value = PayloadConversion.bare(value), let entries = value as? [AnyHashable: Any] {
            self.init(entries)
        } else {
            return nil
        }
    }

    init(_ entries: [AnyHashable: Any]) {
        if entries.count < Self.searchLimit || entries.keys.allSatisfy({ $0.base is String }) {
            self = .hashables(entries)
        } else {
            let names = PayloadEntries.hashables(entries).names
            self = .strings(names.reduce(into: [:]) { $0[$1.key] = entries[$1.value] })
        }
    }

    @inline(__always)
    func value(for key: some CodingKey) -> Any? {
        switch self {
        case .strings(let entries):
            return entries[key.stringValue]
        case .hashables(let entries):
            if entries.count <= Self.scanLimit { return Self.scan(entries, for: key.stringValue) }
            return entries[AnyHashable(key.stringValue)] ?? Self.search(entries, for: key.stringValue)
        }
    }

    /// The keys by their names. Of two keys with one name, the one that is a string counts.
    var names: [String: AnyHashable] {
        switch self {
        case .strings(let entries):
            return entries.keys.reduce(into: [:]) { $0[$1] = $1 }
        case .hashables(let entries):
            return entries.keys.reduce(into: [:]) { names, key in
                guard let name = Self.name(of: key) else { return }
                if names[name] == nil || key.base is String { names[name] = key }
            }
        }
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
        return hasOtherKeys ? search(entries, for: name) : nil
    }

    /// The value for a key of this name that is no string.
    @inline(never)
    private static func search(_ entries: [AnyHashable: Any], for name: String) -> Any? {
        for candidate in entries.keys {
            // A key that is a Swift string has been looked for already, and does not equal the name.
            let base = candidate.base
            if type(of: base) != String.self, Self.name(ofBase: base) == name { return entries[candidate] }
        }
        return nil
    }

    private static func name(of key: AnyHashable) -> String? { name(ofBase: key.base) }

    private static func name(ofBase base: Any) -> String? {
        if let string = base as? String { return string }
        if let constant = base as? any RawRepresentable { return rawName(constant) }
        if let key = base as? any CodingKey { return key.stringValue }
        // So that `[Int: …]` in a payload can be read as a dictionary with numbers for keys.
        if let number = base as? any BinaryInteger { return "\(number)" }
        return nil
    }

    private static func rawName(_ constant: some RawRepresentable) -> String? {
        constant.rawValue as? String
    }
}

/// A dictionary in a payload, read by key.
struct PayloadKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let entries: PayloadEntries
    let trail: CodingTrail

    var codingPath: [any CodingKey] { trail.codingPath }
    var allKeys: [Key] { entries.names.keys.compactMap { Key(stringValue: $0) } }

    func contains(_ key: Key) -> Bool { entries.value(for: key) != nil }

    func decodeNil(forKey key: Key) throws -> Bool {
        guard let found = entries.value(for: key) else {
            throw DecodingError.missing(key, expected: Any?.self, in: trail)
        }
        return PayloadConversion.bare(found) == nil
    }

    // One generic method stands for the requirements of every type, except those further down.
    @inline(__always)
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try required(at: key) }

    @inline(__always)
    func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? { try optional(at: key) }

    // To be inlined where the type is known: unspecialised, a cast is many times as slow.
    @inline(__always)
    private func required<T: Decodable>(at key: Key) throws -> T {
        let found = entries.value(for: key)
        if let found, let result = exactCast(found, to: T.self) { return result }
        return try PayloadConversion.converted(found, to: T.self, forKey: key, in: trail)
    }

    @inline(__always)
    private func optional<T: Decodable>(at key: Key) throws -> T? {
        guard let found = entries.value(for: key) else { return nil }
        if let result = exactCast(found, to: T.self) { return result }
        if PayloadConversion.bare(found) == nil { return nil }
        return try PayloadConversion.converted(found, to: T.self, at: .key(key, after: trail))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) throws -> KeyedDecodingContainer<NestedKey> {
        try nestedDecoder(forKey: key, target: [String: Any].self).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
        try nestedDecoder(forKey: key, target: [Any].self).unkeyedContainer()
    }

    func superDecoder() throws -> any Decoder {
        try nestedDecoder(forKey: PayloadKey.superclass, target: [String: Any].self)
    }

    func superDecoder(forKey key: Key) throws -> any Decoder {
        try nestedDecoder(forKey: key, target: [String: Any].self)
    }

    private func nestedDecoder(forKey key: some CodingKey, target: any Any.Type) throws -> PayloadDecoder {
        guard let found = entries.value(for: key) else {
            throw DecodingError.missing(key, expected: target, in: trail)
        }
        return PayloadDecoder(value: found, trail: .key(key, after: trail), target: target)
    }
}

// The standard library has forms of these for the types below, which would be preferred to the generic one: they look
// a key up three times, and refuse the widest integers.
extension PayloadKeyedContainer {
    func decode(_: Int128.Type, forKey key: Key) throws -> Int128 { try required(at: key) }
    func decode(_: UInt128.Type, forKey key: Key) throws -> UInt128 { try required(at: key) }

    func decodeIfPresent(_: Bool.Type, forKey key: Key) throws -> Bool? { try optional(at: key) }
    func decodeIfPresent(_: String.Type, forKey key: Key) throws -> String? { try optional(at: key) }
    func decodeIfPresent(_: Double.Type, forKey key: Key) throws -> Double? { try optional(at: key) }
    func decodeIfPresent(_: Float.Type, forKey key: Key) throws -> Float? { try optional(at: key) }
    func decodeIfPresent(_: Int.Type, forKey key: Key) throws -> Int? { try optional(at: key) }
    func decodeIfPresent(_: Int8.Type, forKey key: Key) throws -> Int8? { try optional(at: key) }
    func decodeIfPresent(_: Int16.Type, forKey key: Key) throws -> Int16? { try optional(at: key) }
    func decodeIfPresent(_: Int32.Type, forKey key: Key) throws -> Int32? { try optional(at: key) }
    func decodeIfPresent(_: Int64.Type, forKey key: Key) throws -> Int64? { try optional(at: key) }
    func decodeIfPresent(_: Int128.Type, forKey key: Key) throws -> Int128? { try optional(at: key) }
    func decodeIfPresent(_: UInt.Type, forKey key: Key) throws -> UInt? { try optional(at: key) }
    func decodeIfPresent(_: UInt8.Type, forKey key: Key) throws -> UInt8? { try optional(at: key) }
    func decodeIfPresent(_: UInt16.Type, forKey key: Key) throws -> UInt16? { try optional(at: key) }
    func decodeIfPresent(_: UInt32.Type, forKey key: Key) throws -> UInt32? { try optional(at: key) }
    func decodeIfPresent(_: UInt64.Type, forKey key: Key) throws -> UInt64? { try optional(at: key) }
    func decodeIfPresent(_: UInt128.Type, forKey key: Key) throws -> UInt128? { try optional(at: key) }
}

/// An array in a payload, read from its first element to its last.
struct PayloadUnkeyedContainer: UnkeyedDecodingContainer {
    let elements: [Any]
    let trail: CodingTrail
    private(set) var currentIndex = 0

    init(elements: [Any], trail: CodingTrail) {
        self.elements = elements
        self.trail = trail
    }

    var codingPath: [any CodingKey] { trail.codingPath }
    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    mutating func decodeNil() throws -> Bool {
        guard PayloadConversion.bare(try next(Any?.self)) == nil else { return false }
        currentIndex += 1
        return true
    }

    @inline(__always)
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }
    mutating func decode(_: Int128.Type) throws -> Int128 { try value(Int128.self) }
    mutating func decode(_: UInt128.Type) throws -> UInt128 { try value(UInt128.self) }

    @inline(__always)
    private mutating func value<T: Decodable>(_ type: T.Type) throws -> T {
        let found = try next(type)
        let result =
            try exactCast(found, to: type)
            ?? PayloadConversion.converted(found, to: type, at: currentTrail)
        currentIndex += 1
        return result
    }

    mutating func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type
    ) throws -> KeyedDecodingContainer<NestedKey> {
        let container = try nestedDecoder(target: [String: Any].self).container(keyedBy: type)
        currentIndex += 1
        return container
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
        let container = try nestedDecoder(target: [Any].self).unkeyedContainer()
        currentIndex += 1
        return container
    }

    mutating func superDecoder() throws -> any Decoder {
        let decoder = try nestedDecoder(target: [String: Any].self)
        currentIndex += 1
        return decoder
    }

    private var currentTrail: CodingTrail { .key(PayloadKey(index: currentIndex), after: trail) }

    private func nestedDecoder(target: any Any.Type) throws -> PayloadDecoder {
        PayloadDecoder(value: try next(target), trail: currentTrail, target: target)
    }

    /// The element at the current index, which moves on only when the element has turned out to fit.
    @inline(__always)
    private func next(_ expected: any Any.Type) throws -> Any {
        guard !isAtEnd else { throw DecodingError.exhausted(expected: expected, at: currentTrail) }
        return elements[currentIndex]
    }
}
