import Foundation
import TestSupport
import Testing

@testable import Signals

@Suite("An encoded payload")
struct UserInfoEncoderTests {
    private struct Line: Codable, Equatable { var title: String; var price: Decimal }
    private struct Order: Codable, Equatable {
        var count: Int
        var at: Date
        var link: URL?
        var tags: [String]
        var lines: [Line]
        var first: Line
        var gaps: [Int?]
    }

    @Test("is what a classic observer expects to read")
    func plainCasts() throws {
        let date = Date(timeIntervalSinceReferenceDate: 1)
        let line = Line(title: "a", price: 2)
        let order = Order(count: 3, at: date, tags: ["x"], lines: [line], first: line, gaps: [1, nil])
        let userInfo: [AnyHashable: Any]? = try UserInfoEncoder().encode(order)
        #expect(userInfo?["count"] as? Int == 3)
        #expect(userInfo?["at"] as? Date == date)
        #expect(userInfo?["tags"] as? [String] == ["x"])
        #expect((userInfo?["tags"] as? [Any])?.count == 1)
        #expect((userInfo?["lines"] as? [[String: Any]])?[0]["price"] as? Decimal == 2)
        #expect((userInfo?["first"] as? [String: Any])?["title"] as? String == "a")
        #expect((userInfo?["gaps"] as? [Any])?[1] is NSNull)
        #expect(userInfo?.keys.contains("link") == false)
        #expect(userInfo?.count == 6)
    }

    @Test("keeps every value type that notifications usually carry")
    func nativeTypes() throws {
        struct Everything: Codable {
            var uuid = UUID(); var url = URL(filePath: "/tmp"); var data = Data([1]); var float = Float(0.1)
            var small = Int8(1); var flag = true; var counts = ["a": 1]; var numbers = [1, 2]; var nested = [[1], []]
        }
        let userInfo = try UserInfoEncoder().encode(Everything())
        #expect(userInfo["uuid"] is UUID && userInfo["url"] is URL && userInfo["data"] is Data)
        #expect(userInfo["float"] is Float && userInfo["small"] is Int8 && userInfo["flag"] is Bool)
        #expect(userInfo["counts"] is [String: Int] && userInfo["numbers"] is [Int] && userInfo["nested"] is [[Int]])
    }

    @Test("is empty for a type that has nothing to say")
    func empty() throws {
        struct Empty: Codable {}
        struct Silent: Encodable { func encode(to encoder: any Encoder) {} }
        #expect(try UserInfoEncoder().encode(Empty()).isEmpty)
        #expect(try UserInfoEncoder().encode(Silent()).isEmpty)
        #expect(try UserInfoEncoder().encode([String: Int]()).isEmpty)
    }

    @Test("does not exist for a value that is no dictionary, and the error says what to do")
    func noDictionary() throws {
        let error = #expect(throws: EncodingError.self) { try UserInfoEncoder().encode(3) }
        guard case .invalidValue(let value, let context) = error else { throw try #require(error) }
        #expect(value as? Int == 3)
        #expect(
            context.debugDescription == """
                A payload is a dictionary, which Int does not encode as. \
                Make it a property of a struct, whose name becomes the key, and encode that.
                """)
        #expect(throws: EncodingError.self) { try UserInfoEncoder().encode([1, 2]) }
        #expect(throws: EncodingError.self) { try UserInfoEncoder().encode(Line?.none) }
        #expect(try UserInfoEncoder().encode(Line?.some(Line(title: "a", price: 1))).count == 2)
    }

    @Test("of a value that is encoded in two ways is an error")
    func twoWays() {
        struct Torn: Encodable {
            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: PayloadKey.self)
                try container.encode(1, forKey: PayloadKey(stringValue: "a"))
                var other = encoder.singleValueContainer()
                try other.encode(2)
            }
        }
        #expect(throws: EncodingError.self) { try UserInfoEncoder().encode(Torn()) }
        #expect(throws: EncodingError.self) { try UserInfoEncoder().encode(["torn": Torn()]) }
    }

    @Test("passes on what a part of it throws")
    func throwing() {
        struct Refusing: Encodable { func encode(to encoder: any Encoder) throws { throw CancellationError() } }
        #expect(throws: CancellationError.self) { try UserInfoEncoder().encode(["a": [Refusing()]]) }
    }

    @Test("has the superclass's part under super, or beside the subclass's if they share a container")
    func superclasses() throws {
        class Base: Codable {
            var base = 1
            init() {}
        }
        final class Apart: Base {
            enum Keys: CodingKey { case own }
            var own = 2
            override init() { super.init() }
            required init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                own = try container.decode(Int.self, forKey: .own)
                try super.init(from: container.superDecoder())
            }
            override func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(own, forKey: .own)
                try super.encode(to: container.superEncoder())
            }
        }
        final class Shared: Base {
            enum Keys: CodingKey { case own }
            override func encode(to encoder: any Encoder) throws {
                try super.encode(to: encoder)
                var container = encoder.container(keyedBy: Keys.self)
                try container.encode(3, forKey: .own)
            }
        }
        let apart = Apart()
        (apart.base, apart.own) = (10, 20)
        let userInfo = try UserInfoEncoder().encode(apart)
        #expect((userInfo["super"] as? [String: Any])?["base"] as? Int == 10)
        let decoded = try UserInfoDecoder().decode(Apart.self, from: userInfo)
        #expect(decoded.base == 10 && decoded.own == 20)
        #expect(try UserInfoEncoder().encode(Shared()) as? [String: Int] == ["base": 1, "own": 3])
        #expect(throws: DecodingError.self) { try UserInfoDecoder().decode(Apart.self, from: ["own": 1]) }
    }

    @Test("holds what nested containers wrote, also after the call that made them")
    func nestedContainers() throws {
        struct Nested: Encodable {
            func encode(to encoder: any Encoder) throws {
                func key(_ name: String) -> PayloadKey { PayloadKey(stringValue: name) }
                var top = encoder.container(keyedBy: PayloadKey.self)
                var list = top.nestedUnkeyedContainer(forKey: key("list"))
                var inner = list.nestedContainer(keyedBy: PayloadKey.self)
                try list.encode("last")
                var deep = list.nestedUnkeyedContainer()
                #expect(deep.codingPath.map(\.stringValue) == ["list", "Index 2"])
                try deep.encode(1)
                try deep.encodeNil()
                try 5.encode(to: list.superEncoder())
                #expect(list.count == 4)
                try inner.encode(2, forKey: key("a"))
                try inner.encode(Int?.none, forKey: key("b"))
                try inner.encode(1, forKey: key("c"))
                try inner.encodeNil(forKey: key("c"))
                var again = top.nestedUnkeyedContainer(forKey: key("list"))
                try again.encode("really last")
                _ = top.nestedContainer(keyedBy: PayloadKey.self, forKey: key("empty"))
                try Int?.none.encode(to: top.superEncoder(forKey: key("none")))
            }
        }
        let userInfo = try UserInfoEncoder().encode(Nested())
        let list = try #require(userInfo["list"] as? [Any])
        #expect(Set(userInfo.keys) == ["list", "empty", "none"])
        #expect(userInfo["none"] is NSNull)
        #expect(list.count == 5)
        let inner = try #require(list[0] as? [String: Any])
        #expect(inner["a"] as? Int == 2 && inner["b"] is NSNull && inner["c"] is NSNull && inner.count == 3)
        #expect(list[1] as? String == "last")
        #expect((list[2] as? [Any])?[1] is NSNull)
        #expect(list[3] as? Int == 5)
        #expect(list[4] as? String == "really last")
    }
}

private enum Shape: Codable, Equatable {
    case none
    case circle(radius: Double)
    case polygon([Point], closed: Bool?)
}

private struct Point: Codable, Equatable { var x: Float; var y: Int16 }

private enum Priority: String, Codable, CaseIterable { case low, high }

/// A type with one of everything, and itself inside.
private struct Specimen: Codable, Equatable {
    var int: Int
    var unsigned: UInt64
    var tiny: Int8
    var double: Double
    var flag: Bool
    var text: String
    var date: Date
    var data: Data
    var uuid: UUID
    var url: URL?
    var decimal: Decimal?
    var priority: Priority?
    var shapes: [Shape]
    var gaps: [Int?]
    var table: [String: [Int]]
    var byNumber: [Int: String]
    var byPriority: [Priority: Int]
    var range: Range<Int>
    var parts: [Specimen]
    var named: [String: Specimen]

    init(depth: Int, using generator: inout SplitMix64) {
        func list<T>(_ make: () -> T) -> [T] { (0..<Int.random(in: 0...3, using: &generator)).map { _ in make() } }
        func maybe<T>(_ make: @autoclosure () -> T) -> T? { Bool.random(using: &generator) ? make() : nil }
        func integer<T: FixedWidthInteger>() -> T {
            [.min, .max, 0, 1, .random(in: .min ... .max, using: &generator)].randomElement(using: &generator) ?? 0
        }
        func string() -> String { String(list { "aé🇨🇭.0 \u{0}[".randomElement(using: &generator) ?? "a" }) }
        int = integer()
        unsigned = integer()
        tiny = integer()
        double =
            [0.1, -0.0, .infinity, 1e300, .leastNonzeroMagnitude, Double(integer() as Int)].randomElement(
                using: &generator) ?? 0
        flag = Bool.random(using: &generator)
        text = string()
        date = Date(timeIntervalSinceReferenceDate: Double.random(in: -1e9...1e9, using: &generator))
        data = Data(list { integer() })
        uuid = UUID()
        url = maybe(URL(filePath: "/\(integer() as UInt)"))
        decimal = maybe(Decimal(integer() as Int) / 1000)
        priority = maybe(.high)
        shapes = list {
            let radius = Double.random(in: 0...1, using: &generator)
            let points = list { Point(x: Float.random(in: 0...1, using: &generator), y: integer()) }
            let shapes: [Shape] = [.none, .circle(radius: radius), .polygon(points, closed: maybe(true))]
            return shapes.randomElement(using: &generator) ?? .none
        }
        gaps = list { maybe(integer()) }
        table = Dictionary(list { (string(), list { integer() }) }) { $1 }
        byNumber = Dictionary(list { (integer(), string()) }) { $1 }
        byPriority = Dictionary(list { (Bool.random(using: &generator) ? .low : .high, integer()) }) { $1 }
        let bound = Int.random(in: -9...9, using: &generator)
        range = bound..<(bound + 3)
        parts = []
        named = [:]
        guard depth > 0 else { return }
        parts = (0..<Int.random(in: 0...2, using: &generator)).map { _ in Specimen(depth: depth - 1, using: &generator)
        }
        named[string()] = Specimen(depth: depth - 1, using: &generator)
    }
}

@Suite("Encoding and decoding a payload")
struct UserInfoRoundTripTests {
    @Test("gives back an equal value")
    func equality() throws {
        let seed = UInt64.random(in: .min ... .max)
        for offset in 0..<100 {
            var generator = SplitMix64(seed: seed &+ UInt64(offset))
            let specimen = Specimen(depth: 2, using: &generator)
            let userInfo = try UserInfoEncoder().encode(specimen)
            let decoded = try UserInfoDecoder().decode(Specimen.self, from: userInfo)
            try #require(decoded == specimen, "seed \(seed &+ UInt64(offset))")
        }
    }

    @Test("gives back an equal value when the payload went through Foundation's classes")
    func foundationClasses() throws {
        struct Plain: Codable, Equatable {
            var count = 3; var share = 0.25; var flag = true; var tags = ["a"]; var at = Date()
        }
        let plain = Plain()
        let bridged = NSDictionary(dictionary: try UserInfoEncoder().encode(plain))
        let userInfo = try #require(bridged as? [AnyHashable: Any])
        #expect(try UserInfoDecoder().decode(Plain.self, from: userInfo) == plain)
    }

    /// Checks that a value comes back from a payload, and from JSON, with which the payload is to agree.
    private func check<T: Codable & Equatable>(_ value: T) throws {
        #expect(try JSONDecoder().decode(T.self, from: JSONEncoder().encode(value)) == value)
        #expect(try UserInfoDecoder().decode(T.self, from: UserInfoEncoder().encode(value)) == value)
        let inside = try UserInfoEncoder().encode(["a": [value]])
        #expect(try UserInfoDecoder().decode([String: [T]].self, from: inside) == ["a": [value]])
    }

    @Test("C124: gives back each nil that JSON would give back")
    func nils() throws {
        try check(["a": nil, "b": 1] as [String: Int?])
        try check([1: nil, 2: 1] as [Int: Int?])
        try check(["a": ["b": nil], "c": [:]] as [String: [String: Bool?]])
        try check(["a": [nil, "b"], "c": nil] as [String: [String?]?])
        try check(["a": Nothing.nothing])
        try check(["a": [Nothing.nothing, .nothing]])
        try check(["a": Wrapped(content: nil), "b": Wrapped(content: 3)])
        try check(["a": Wrapped(content: Date?.none)])
        try check(["a": Holder(nothing: .nothing, wrapped: Wrapped(content: nil), plain: nil)])
        let leaves: [Value] = [.null, .flag(true), .flag(false), .number(1), .number(0), .number(2.5), .text("")]
        try check(
            Value.object(["a": .array(leaves), "b": .null, "c": .object([:]), "d": .array([]), "e": .flag(true)]))
        try check(Explicit(a: nil, b: nil))
        try check(Explicit(a: 1, b: .nothing))
    }

    @Test("C124: has an NSNull where a nil was written, and nothing where it was left out")
    func nilEntries() throws {
        let written = try UserInfoEncoder().encode(Explicit(a: nil, b: nil))
        #expect(written["a"] is NSNull && written["b"] is NSNull)
        let left = try UserInfoEncoder().encode(Holder(nothing: .nothing, wrapped: Wrapped(content: 1), plain: nil))
        #expect(Set(left.keys) == ["nothing", "wrapped"])
    }

    @Test("goes through a notification")
    func notification() throws {
        let userInfo = try UserInfoEncoder().encode(Point(x: 0.5, y: -3))
        let notification = Notification(name: .init("moved"), object: nil, userInfo: userInfo)
        #expect(try UserInfoDecoder().decode(Point.self, from: notification.userInfo ?? [:]) == Point(x: 0.5, y: -3))
    }
}

/// A type that is a nil and nothing else.
private enum Nothing: Codable {
    case nothing
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard container.decodeNil() else { throw CancellationError() }
        self = .nothing
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encodeNil()
    }
}

private struct Wrapped<Content: Codable & Equatable>: Codable, Equatable {
    var content: Content?
    init(content: Content?) { self.content = content }
    init(from decoder: any Decoder) throws { content = try decoder.singleValueContainer().decode(Content?.self) }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(content)
    }
}

private struct Holder: Codable, Equatable { var nothing: Nothing; var wrapped: Wrapped<Int>; var plain: Int? }

/// A type that writes a nil for what it does not have, and insists on finding it.
private struct Explicit: Codable, Equatable {
    private enum Keys: CodingKey { case a, b }
    var a: Int?
    var b: Nothing?
    init(a: Int?, b: Nothing?) { (self.a, self.b) = (a, b) }
    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Keys.self)
        guard container.contains(.a), container.contains(.b), container.allKeys.count >= 2 else {
            throw CancellationError()
        }
        a = try container.decodeNil(forKey: .a) ? nil : container.decode(Int.self, forKey: .a)
        b = a == nil ? nil : try container.decode(Nothing.self, forKey: .b)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Keys.self)
        if let a { try container.encode(a, forKey: .a) } else { try container.encodeNil(forKey: .a) }
        try container.encode(b, forKey: .b)
    }
}

/// Any value of JSON.
private indirect enum Value: Codable, Equatable {
    case null, flag(Bool), number(Double), text(String), array([Value]), object([String: Value])
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let flag = try? container.decode(Bool.self) {
            self = .flag(flag)
        } else if let number = try? container.decode(Double.self) {
            self = .number(number)
        } else if let text = try? container.decode(String.self) {
            self = .text(text)
        } else if let array = try? container.decode([Value].self) {
            self = .array(array)
        } else {
            self = .object(try container.decode([String: Value].self))
        }
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let flag): try container.encode(flag)
        case .number(let number): try container.encode(number)
        case .text(let text): try container.encode(text)
        case .array(let array): try container.encode(array)
        case .object(let object): try container.encode(object)
        }
    }
}
