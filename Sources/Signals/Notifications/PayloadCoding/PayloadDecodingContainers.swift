/// A dictionary in a payload, read by key.
struct PayloadKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let entries: PayloadEntries
    let trail: CodingTrail

    var codingPath: [any CodingKey] { trail.codingPath }
    var allKeys: [Key] { entries.names { _ in }.compactMap { Key(stringValue: $0) } }

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
        guard let found = entries.value(for: key) else {
            return try PayloadConversion.missing(key, as: T.self, in: trail)
        }
        if let result = exactCast(found, to: T.self) { return result }
        return try PayloadConversion.converted(found, to: T.self, at: trail.appending(key))
    }

    @inline(__always)
    private func optional<T: Decodable>(at key: Key) throws -> T? {
        guard let found = entries.value(for: key) else { return nil }
        if let result = exactCast(found, to: T.self) { return result }
        if PayloadConversion.bare(found) == nil { return nil }
        return try PayloadConversion.converted(found, to: T.self, at: trail.appending(key))
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
        return try PayloadDecoder(value: found, trail: trail.appending(key), target: target)
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

    private var currentTrail: CodingTrail { trail.appending(PayloadKey(index: currentIndex)) }

    private func nestedDecoder(target: any Any.Type) throws -> PayloadDecoder {
        try PayloadDecoder(value: next(target), trail: currentTrail, target: target)
    }

    /// The element at the current index, which moves on only when the element has turned out to fit.
    @inline(__always)
    private func next(_ expected: any Any.Type) throws -> Any {
        guard !isAtEnd else { throw DecodingError.exhausted(expected: expected, at: currentTrail) }
        return elements[currentIndex]
    }
}
