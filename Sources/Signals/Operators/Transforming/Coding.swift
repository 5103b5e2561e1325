import Foundation

/// Something that encodes a whole value, such as `JSONEncoder`.
///
/// Where Combine is imported too, write `Signals.TopLevelEncoder` to conform a coder of your own.
public protocol TopLevelEncoder {
    /// What a value is encoded into.
    associatedtype Output

    /// Encodes `value`.
    func encode<T: Encodable>(_ value: T) throws -> Output
}

/// Something that decodes a whole value, such as `JSONDecoder`.
///
/// Where Combine is imported too, write `Signals.TopLevelDecoder` to conform a coder of your own.
public protocol TopLevelDecoder {
    /// What a value is decoded from.
    associatedtype Input

    /// Decodes a value of `type`.
    func decode<T: Decodable>(_ type: T.Type, from input: Input) throws -> T
}

extension JSONEncoder: TopLevelEncoder {}
extension JSONDecoder: TopLevelDecoder {}
extension PropertyListEncoder: TopLevelEncoder {}
extension PropertyListDecoder: TopLevelDecoder {}

extension Publisher {
    /// Encodes each value.
    ///
    /// - Demand: One for one. A value that cannot be encoded fails the stream.
    @inlinable
    public func encode<Coder: TopLevelEncoder & Sendable>(encoder: Coder) -> Publishers.Encode<Self, Coder>
    where Output: Encodable {
        tryMap { try encoder.encode($0) }
    }

    /// Decodes each value.
    ///
    /// - Demand: One for one. A value that cannot be decoded fails the stream.
    @inlinable
    public func decode<Item: Decodable & SendableMetatype, Coder: TopLevelDecoder & Sendable>(
        type: Item.Type, decoder: Coder
    ) -> Publishers.Decode<Self, Item, Coder> where Output == Coder.Input {
        tryMap { try decoder.decode(Item.self, from: $0) }
    }
}

extension Publishers {
    /// The publisher behind `encode(encoder:)`.
    public typealias Encode<Upstream: Publisher, Coder: TopLevelEncoder> = Applied<
        Upstream, Operators.Try<Operators.Map<Upstream.Output, Coder.Output, any Error>, Upstream.Failure>
    > where Upstream.Output: Encodable

    /// The publisher behind `decode(type:decoder:)`.
    public typealias Decode<Upstream: Publisher, Output: Decodable, Coder: TopLevelDecoder> = Applied<
        Upstream, Operators.Try<Operators.Map<Upstream.Output, Output, any Error>, Upstream.Failure>
    > where Upstream.Output == Coder.Input
}
