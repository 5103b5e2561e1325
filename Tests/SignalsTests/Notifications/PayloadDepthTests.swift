import Foundation
import TestSupport
import Testing

@testable import Signals

private let stack = Protected(StackProbe())

/// Takes note of the place in the stack where it is coded; a property of every type here.
private struct Mark: Codable {
    init() {}
    init(from decoder: any Decoder) throws { stack.withValue { $0.note() } }
    func encode(to encoder: any Encoder) throws { stack.withValue { $0.note() } }
}

/// A type that has a value of its own type inside.
private protocol Deep: Codable, SendableMetatype {
    static func around(_ inner: Self?) -> Self
    static func payload(around inner: [String: Any]?) -> [String: Any]
}

private final class Link: Deep {
    var probe = Mark()
    var next: Link?
    init(_ next: Link?) { self.next = next }
    static func around(_ inner: Link?) -> Link { Link(inner) }
    static func payload(around inner: [String: Any]?) -> [String: Any] {
        inner.map { ["probe": [String: Any](), "next": $0] } ?? ["probe": [String: Any]()]
    }
}

private struct Tree: Deep {
    var probe = Mark()
    var children: [Tree?]
    static func around(_ inner: Tree?) -> Tree { Tree(children: [inner]) }
    static func payload(around inner: [String: Any]?) -> [String: Any] {
        ["probe": [String: Any](), "children": [inner ?? NSNull()] as [Any]]
    }
}

private indirect enum Term: Deep {
    case leaf(Mark)
    case node(Mark, named: [String: Term])
    static func around(_ inner: Term?) -> Term { inner.map { .node(Mark(), named: ["a": $0]) } ?? .leaf(Mark()) }
    static func payload(around inner: [String: Any]?) -> [String: Any] {
        let probe = [String: Any]()
        return inner.map { ["node": ["_0": probe, "named": ["a": $0]] as [String: Any]] } ?? ["leaf": ["_0": probe]]
    }
}

/// A type whose coding methods have large frames.
private struct Wide: Deep {
    var probe = Mark()
    var a: Int?, b: String?, c: Double?, d: Date?, e: URL?, f: [Int]?, g: [String: Int]?, h: Decimal?, i: UUID?
    var rest: [Wide]
    static func around(_ inner: Wide?) -> Wide { Wide(rest: inner.map { [$0] } ?? []) }
    static func payload(around inner: [String: Any]?) -> [String: Any] {
        ["probe": [String: Any](), "rest": inner.map { [$0] } ?? []]
    }
}

/// A type that is a value of its own type, with no key between.
private final class Wrapper: Deep {
    var inner: Wrapper?
    init(_ inner: Wrapper?) { self.inner = inner }
    init(from decoder: any Decoder) throws {
        stack.withValue { $0.note() }
        inner = try decoder.singleValueContainer().decode([String: Wrapper].self)["a"]
    }
    func encode(to encoder: any Encoder) throws {
        stack.withValue { $0.note() }
        var container = encoder.singleValueContainer()
        if let inner { try container.encode(inner) } else { try container.encode(["a": 1]) }
    }
    static func around(_ inner: Wrapper?) -> Wrapper { Wrapper(inner) }
    static func payload(around inner: [String: Any]?) -> [String: Any] { inner.map { ["a": $0] } ?? [:] }
}

private func nested<T: Deep>(_ type: T.Type, levels: Int) -> T {
    (1..<levels).reduce(T.around(nil)) { inner, _ in T.around(inner) }
}

private func payload<T: Deep>(of type: T.Type, levels: Int) -> [AnyHashable: Any] {
    (1..<levels).reduce(T.payload(around: nil)) { inner, _ in T.payload(around: inner) }
}

private let note = "a payload may have 100 levels at most"

private func encodingNote<T: Deep>(_ type: T.Type, levels: Int) -> String? {
    let value = nested(type, levels: levels)
    return withExtendedLifetime(value) {
        do { _ = try UserInfoEncoder().encode(value) } catch EncodingError.invalidValue(_, let context) {
            return context.debugDescription
        } catch { return "\(error)" }
        return nil
    }
}

private func decodingNote<T: Deep>(_ type: T.Type, levels: Int) -> String? {
    let payload = payload(of: type, levels: levels)
    return withExtendedLifetime(payload) {
        do { _ = try UserInfoDecoder().decode(type, from: payload) } catch DecodingError.dataCorrupted(let context) {
            return context.debugDescription
        } catch { return "\(error)" }
        return nil
    }
}

extension Races {
    @Suite struct PayloadDepthTests {
        private static let types: [any Deep.Type] = [Link.self, Tree.self, Term.self, Wide.self, Wrapper.self]

        @Test("C126: a payload of too many levels is refused, on a small stack", arguments: 0..<5)
        func smallStack(index: Int) async {
            await onOwnThread {
                func check<T: Deep>(_ type: T.Type) {
                    stack.withValue {
                        $0 = StackProbe()
                        $0.note()
                    }
                    #expect(encodingNote(type, levels: 150) == note, "\(type)")
                    #expect(decodingNote(type, levels: 150)?.hasSuffix(note) == true, "\(type)")
                    // ThreadSanitizer makes frames several times as large, and gives the thread a stack to match.
                    #expect(stack.current.spread < (isThreadSanitized ? 8 : 1) * 256 * 1024, "\(type)")
                }
                check(Self.types[index])
            }
        }

        @Test("C126: a payload of very many levels is refused, and one of a few is not", arguments: 0..<5)
        func manyLevels(index: Int) async {
            // What is so deep takes a large stack to be released.
            await onOwnThread(stackSize: 64 << 20) {
                func check<T: Deep>(_ type: T.Type) {
                    #expect(encodingNote(type, levels: 10_000) == note, "\(type)")
                    #expect(decodingNote(type, levels: 5_000)?.hasSuffix(note) == true, "\(type)")
                    #expect(encodingNote(type, levels: 30) == nil && decodingNote(type, levels: 30) == nil, "\(type)")
                }
                check(Self.types[index])
            }
        }

        @Test("C126: containers within each other count as levels") func nestedContainers() {
            struct Nested: Codable {
                let levels: Int
                init(levels: Int) { self.levels = levels }
                init(from decoder: any Decoder) throws {
                    var container = try decoder.container(keyedBy: PayloadKey.self)
                    levels = 0
                    while true {
                        container = try container.nestedContainer(keyedBy: PayloadKey.self, forKey: .superclass)
                    }
                }
                func encode(to encoder: any Encoder) throws {
                    var container = encoder.container(keyedBy: PayloadKey.self)
                    for _ in 0..<levels {
                        container = container.nestedContainer(keyedBy: PayloadKey.self, forKey: .superclass)
                    }
                }
            }
            #expect(throws: Never.self) { try UserInfoEncoder().encode(Nested(levels: 100)) }
            #expect(throws: EncodingError.self) { try UserInfoEncoder().encode(Nested(levels: 101)) }
            let payload = (0..<200).reduce([:]) { inner, _ in ["super": inner] as [String: Any] }
            let error = #expect(throws: DecodingError.self) { try UserInfoDecoder().decode(Nested.self, from: payload) }
            #expect("\(error as Any)".contains(note))
        }
    }
}
