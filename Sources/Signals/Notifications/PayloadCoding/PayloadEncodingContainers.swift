import Foundation

struct PayloadKeyedEncodingContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: PayloadEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }

    func encodeNil(forKey key: Key) { encoder.add(NSNull(), for: key.stringValue) }

    @inline(__always)
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws { try add(value, forKey: key) }
    // For these two the compiler would prefer a form of the standard library that only throws.
    func encode(_ value: Int128, forKey key: Key) throws { try add(value, forKey: key) }
    func encode(_ value: UInt128, forKey key: Key) throws { try add(value, forKey: key) }

    @inline(__always)
    private func add<T: Encodable>(_ value: T, forKey key: Key) throws {
        encoder.add(try PayloadEncoder.encoded(value, at: encoder.trail.appending(key)), for: key.stringValue)
    }

    func nestedContainer<NestedKey: CodingKey>(
        keyedBy type: NestedKey.Type, forKey key: Key
    ) -> KeyedEncodingContainer<NestedKey> {
        encoder.part(for: key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
        encoder.part(for: key).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { encoder.part(for: PayloadKey.superclass) }
    func superEncoder(forKey key: Key) -> any Encoder { encoder.part(for: key) }
}

struct PayloadUnkeyedEncodingContainer: UnkeyedEncodingContainer {
    let encoder: PayloadEncoder

    var codingPath: [any CodingKey] { encoder.codingPath }
    var count: Int { encoder.count }
    private var nextKey: PayloadKey { PayloadKey(index: count) }

    func encodeNil() { encoder.add(NSNull()) }

    @inline(__always)
    func encode<T: Encodable>(_ value: T) throws { try add(value) }
    func encode(_ value: Int128) throws { try add(value) }
    func encode(_ value: UInt128) throws { try add(value) }

    @inline(__always)
    private func add<T: Encodable>(_ value: T) throws {
        encoder.add(try PayloadEncoder.encoded(value, at: encoder.trail.appending(nextKey)))
    }

    func nestedContainer<NestedKey: CodingKey>(keyedBy type: NestedKey.Type) -> KeyedEncodingContainer<NestedKey> {
        encoder.part(for: nextKey).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { encoder.part(for: nextKey).unkeyedContainer() }
    func superEncoder() -> any Encoder { encoder.part(for: nextKey) }
}
