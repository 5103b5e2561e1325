import Foundation

/// One entry or element: a value, or a place that a container or an encoder of its own still writes to.
enum EncodedElement {
    case finished(Any?)
    case unfinished(PayloadEncoder)

    func result() throws -> Any? {
        switch self {
        case .finished(let value): value
        case .unfinished(let encoder): try encoder.result()
        }
    }
}

/// A dictionary that containers still write to.
///
/// It is a list until all entries are known, because only then is it clear what type of keys it has, and how many.
final class EncodedDictionary {
    fileprivate var entries: [(key: String, element: EncodedElement)] = []

    init() { entries.reserveCapacity(4) }

    /// The entries, where of two with one key the later counts, and `nil` for a value means no entry.
    func result<Key: Hashable>(keys makeKey: (String) -> Key) throws -> [Key: Any] {
        var result = [Key: Any](minimumCapacity: entries.count)
        for (key, element) in entries {
            result[makeKey(key)] = try element.result()
        }
        return result
    }

    fileprivate func encoder(for key: some CodingKey, in trail: CodingTrail) -> PayloadEncoder {
        // A place may be asked for more than once, so that several parties fill it.
        for case (key.stringValue, .unfinished(let encoder)) in entries { return encoder }
        let encoder = PayloadEncoder(trail: .key(key, after: trail))
        entries.append((key.stringValue, .unfinished(encoder)))
        return encoder
    }
}

/// An array that containers still write to.
final class EncodedArray {
    fileprivate var elements: [EncodedElement] = []

    func result() throws -> [Any] {
        try elements.map { try $0.result() ?? NSNull() }
    }
}

struct PayloadKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let dictionary: EncodedDictionary
    let trail: CodingTrail

    var codingPath: [any CodingKey] { trail.codingPath }

    // Not even an entry with a null: observers test for a property by looking for its key.
    func encodeNil(forKey key: Key) { dictionary.entries.append((key.stringValue, .finished(nil))) }

    @inline(__always)
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try add(value, forKey: key) }
    // For these two the compiler would prefer a form of the standard library that only throws.
    func encode(_ value: Int128, forKey key: Key) throws { try add(value, forKey: key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try add(value, forKey: key) }

    @inline(__always)
    private func add<T: Encodable>(_ value: T, forKey key: Key) throws {
        let result = try PayloadEncoder.encoded(value, at: .key(key, after: trail))
        dictionary.entries.append((key.stringValue, .finished(result)))
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        dictionary.encoder(for: key, in: trail).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        dictionary.encoder(for: key, in: trail).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { dictionary.encoder(for: PayloadKey.superclass, in: trail) }

    func superEncoder(forKey key: Key) -> any Encoder { dictionary.encoder(for: key, in: trail) }
}

struct PayloadUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let array: EncodedArray
    let trail: CodingTrail

    var codingPath: [any CodingKey] { trail.codingPath }
    var count: Int { array.elements.count }

    func encodeNil() { array.elements.append(.finished(nil)) }

    @inline(__always)
    func encode<T: Encodable>(_ value: T) throws { try add(value) }
    func encode(_ value: Int128) throws { try add(value) }
    func encode(_ value: UInt128) throws { try add(value) }

    @inline(__always)
    private func add<T: Encodable>(_ value: T) throws {
        array.elements.append(.finished(try PayloadEncoder.encoded(value, at: nextTrail)))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        nextEncoder().container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { nextEncoder().unkeyedContainer() }

    func superEncoder() -> any Encoder { nextEncoder() }

    private var nextTrail: CodingTrail { .key(PayloadKey(index: count), after: trail) }

    private func nextEncoder() -> PayloadEncoder {
        let encoder = PayloadEncoder(trail: nextTrail)
        array.elements.append(.unfinished(encoder))
        return encoder
    }
}
