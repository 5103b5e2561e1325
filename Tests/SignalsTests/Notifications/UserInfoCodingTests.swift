import Foundation
import Testing

@testable import Signals

/// Decodes a payload whose only entry is "value".
private func decode<T: Decodable>(_ value: Any, as type: T.Type = T.self) throws -> T {
    try UserInfoDecoder().decode(Box<T>.self, from: ["value": value]).value
}

/// The pieces of the error that decoding ends with, `nil` if it succeeds.
private func mismatch<T: Decodable>(decoding type: T.Type, from userInfo: [AnyHashable: Any]) -> DecodingMismatch? {
    do {
        _ = try UserInfoDecoder().decode(type, from: userInfo)
        return nil
    } catch let error as DecodingError {
        return DecodingMismatch(error)
    } catch {
        Issue.record(error, "not a DecodingError")
        return nil
    }
}

private struct Box<Value: Decodable>: Decodable { let value: Value }
private struct Item: Decodable, Equatable { let itemCount: Int }
private enum Key: String { case itemCount }
private enum PlainKey: CodingKey { case itemCount }
private enum Level: Int, Codable { case low = 1, high }
private enum Colour: String, Codable { case red, green }

extension Notification.Name {
    fileprivate static let itemCount = Notification.Name("itemCount")
}

@Suite("A key of a payload")
struct UserInfoKeyTests {
    private static func payload(_ key: some Hashable & Sendable) -> [AnyHashable: Any] { [key: 3] }

    @Test("is found as a string, a constant with a raw value, a coding key or a Foundation string")
    func forms() throws {
        let forms: [AnyHashable] = [
            "itemCount", Key.itemCount, Notification.Name.itemCount, PlainKey.itemCount, NSString("itemCount"),
        ]
        for form in forms {
            let crowd = (0..<40).map { (AnyHashable(Notification.Name("other \($0)")), $0 as Any) }
            let large = Dictionary(uniqueKeysWithValues: crowd + [(form, 3)])
            for payload in [[form: 3], large] {
                #expect(try UserInfoDecoder().decode(Item.self, from: payload) == Item(itemCount: 3), "\(form)")
            }
        }
    }

    @Test("is the one that is a string if there are two", arguments: [0, 5, 6, 40])
    func stringWins(others: Int) throws {
        var payload: [AnyHashable: Any] = [Notification.Name.itemCount: 1, "itemCount": 2, Key.itemCount: 3]
        for other in 0..<others { payload[Notification.Name("\(other)")] = other }
        #expect(try UserInfoDecoder().decode(Item.self, from: payload).itemCount == 2)
    }

    @Test("is listed once in allKeys, whatever its form")
    func allKeys() throws {
        struct Listed: Decodable {
            var names: Set<String> = []
            init(from decoder: any Decoder) throws {
                let keys = try decoder.container(keyedBy: PayloadKey.self).allKeys
                names = Set(keys.map(\.stringValue))
                #expect(keys.count == names.count)
            }
        }
        let payload: [AnyHashable: Any] = ["a": 1, Notification.Name("b"): 2, Notification.Name("a"): 3, 1.5: 4]
        #expect(try UserInfoDecoder().decode(Listed.self, from: payload).names == ["a", "b"])
        #expect(
            try UserInfoDecoder().decode([String: Int].self, from: ["a": 1, Notification.Name("b"): 2]) == [
                "a": 1, "b": 2,
            ])
    }

    @Test("may be a number in a nested dictionary")
    func numbers() throws {
        #expect(try decode([1: 10, 2: 20] as [AnyHashable: Any], as: [Int: Int].self) == [1: 10, 2: 20])
        #expect(try decode(["1": 10], as: [Int: Int].self) == [1: 10])
    }

    @Test("C92: is reported when it is missing, with the place and the type")
    func missing() throws {
        let found = mismatch(decoding: Item.self, from: [:])
        #expect(found == DecodingMismatch(path: "itemCount", expected: "Int", found: "nothing"))
        let error = #expect(throws: DecodingError.self) { try UserInfoDecoder().decode(Item.self, from: ["count": 3]) }
        guard case .keyNotFound(let key, let context) = error else { throw try #require(error) }
        #expect(key.stringValue == "itemCount")
        #expect(context.codingPath.isEmpty)
        #expect(context.debugDescription == "expected Int for the key \"itemCount\", found nothing")
    }

    @Test("C92: is ignored when the type does not know it")
    func extra() throws {
        let payload: [AnyHashable: Any] = ["itemCount": 3, "more": NSObject(), 7: "seven", Key.itemCount: "no"]
        #expect(try UserInfoDecoder().decode(Item.self, from: payload).itemCount == 3)
    }

    @Test("C92: is not needed by a type without properties, or with optional ones only")
    func emptyPayload() throws {
        struct Nothing: Decodable {}
        struct Optionals: Decodable { let count: Int?; let at: Date?; let label: String? }
        _ = try UserInfoDecoder().decode(Nothing.self, from: [:])
        let optionals = try UserInfoDecoder().decode(Optionals.self, from: [:])
        #expect(optionals.count == nil && optionals.at == nil && optionals.label == nil)
    }
}

@Suite("A value of a payload")
struct UserInfoValueTests {
    @Test("C92: is refused when it is of another type, with the names of both")
    func otherTypes() {
        #expect(
            mismatch(decoding: Box<Int>.self, from: ["value": "3"])?.description == "value: expected Int, found String")
        #expect(mismatch(decoding: Box<Int>.self, from: ["value": NSString("3")])?.found == "NSString")
        #expect(
            mismatch(decoding: Box<String>.self, from: ["value": 3])?.description == "value: expected String, found Int"
        )
        #expect(mismatch(decoding: Box<String>.self, from: ["value": NSNumber(value: 3)])?.found == "NSNumber")
        #expect(mismatch(decoding: Box<Int>.self, from: ["value": NSArray()])?.found == "NSArray")
        #expect(mismatch(decoding: Box<Date>.self, from: ["value": 3.0])?.expected == "Date")
        #expect(mismatch(decoding: Box<Data>.self, from: ["value": "x"])?.expected == "Data")
        #expect(mismatch(decoding: Box<URL>.self, from: ["value": "not a url"])?.expected == "URL")
        #expect(mismatch(decoding: Box<UUID>.self, from: ["value": "not a uuid"])?.found == "String")
        #expect(mismatch(decoding: Box<[Int]>.self, from: ["value": 3])?.expected == "Array<Int>")
        #expect(
            mismatch(decoding: Box<Item>.self, from: ["value": [3]])?.description
                == "value: expected Item, found Array<Int>")
    }

    @Test("C92: is accepted as Int64, NSNumber or Int where one of the others is expected")
    func integers() throws {
        #expect(try decode(Int64(3), as: Int.self) == 3)
        #expect(try decode(3, as: Int64.self) == 3)
        #expect(try decode(NSNumber(value: 3), as: Int.self) == 3)
        #expect(try decode(NSNumber(value: 3), as: UInt8.self) == 3)
        #expect(try decode(NSString("text"), as: String.self) == "text")
    }

    @Test("is taken as it is when it has the type already")
    func identity() throws {
        final class Session: Decodable {
            init() {}
            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        struct Built: Decodable, Equatable {
            let text: String
            init(text: String) { self.text = text }
            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        let session = Session()
        #expect(try decode(session, as: Session.self) === session)
        #expect(try decode(Built(text: "a"), as: Built.self) == Built(text: "a"))
        #expect(try decode([Built(text: "a")], as: [Built].self) == [Built(text: "a")])
        #expect(try decode([Built(text: "a")] as [Any], as: [Built].self) == [Built(text: "a")])
        #expect(try decode(Set([1, 2]), as: Set<Int>.self) == [1, 2])
    }

    @Test("is taken when its class is a subclass")
    func subclasses() throws {
        class Base: Decodable {}
        final class Derived: Base {
            override init() { super.init() }
            required init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        let derived = Derived()
        #expect(try decode(derived, as: Base.self) === derived)
    }

    @Test("may be the Foundation class that stands for a Swift type")
    func foundation() throws {
        let uuid = UUID()
        let url = try #require(URL(string: "https://example.org/a?b=c"))
        let date = Date(timeIntervalSinceReferenceDate: 12.5)
        #expect(try decode(NSDate(timeIntervalSinceReferenceDate: 12.5), as: Date.self) == date)
        #expect(try decode(#require(NSUUID(uuidString: uuid.uuidString)), as: UUID.self) == uuid)
        #expect(try decode(#require(NSURL(string: url.absoluteString)), as: URL.self) == url)
        #expect(try decode(NSData(data: Data([1, 2])), as: Data.self) == Data([1, 2]))
        #expect(try decode(NSArray(array: [1, 2]), as: [Int].self) == [1, 2])
        #expect(try decode(NSArray(array: [NSNumber(value: 1), NSNull()]), as: [Int?].self) == [1, nil])
        #expect(try decode(NSDictionary(dictionary: ["a": 1]), as: [String: Int].self) == ["a": 1])
        #expect(try decode(NSDictionary(dictionary: ["itemCount": NSNumber(value: 4)]), as: Item.self).itemCount == 4)
    }

    @Test("may be a URL or a UUID written as a string")
    func strings() throws {
        let uuid = UUID()
        #expect(try decode(uuid.uuidString, as: UUID.self) == uuid)
        #expect(try decode("https://example.org", as: URL.self) == URL(string: "https://example.org"))
        #expect(try decode(NSString("https://example.org"), as: URL.self).host() == "example.org")
    }

    @Test("may be an enumeration, or its raw value")
    func enumerations() throws {
        #expect(try decode(Colour.green, as: Colour.self) == .green)
        #expect(try decode("red", as: Colour.self) == .red)
        #expect(try decode(NSNumber(value: 2), as: Level.self) == .high)
        let unknown = mismatch(decoding: Box<Colour>.self, from: ["value": "blue"])
        #expect(unknown == DecodingMismatch(path: "value", expected: "Colour", found: "String"))
        #expect(mismatch(decoding: Box<Colour?>.self, from: ["value": "blue"])?.expected == "Colour")
    }

    @Test("is nil as NSNull, as a boxed nil and when it is missing")
    func absent() throws {
        let boxed: Any = Int?.none as Any
        let twice: Any = Int??.some(nil) as Any
        for absent in [NSNull(), boxed, twice] {
            #expect(try decode(absent, as: Int?.self) == nil)
            #expect(try decode(absent, as: Date?.self) == nil)
            #expect(try decode(absent, as: Item?.self) == nil)
            #expect(try decode([absent, 1], as: [Int?].self) == [nil, 1])
            let found = mismatch(decoding: Box<Int>.self, from: ["value": absent])
            #expect(found == DecodingMismatch(path: "value", expected: "Int", found: "nil"))
            #expect(mismatch(decoding: Box<Date>.self, from: ["value": absent])?.found == "nil")
            #expect(
                mismatch(decoding: Box<Item>.self, from: ["value": absent])?.description
                    == "value: expected Item, found nil")
        }
        #expect(
            try UserInfoDecoder().decode([String: Int?].self, from: ["a": NSNull(), "b": 1]) == ["a": nil, "b": 1])
    }

    @Test("may be boxed in an optional or in an AnyHashable")
    func boxes() throws {
        #expect(try decode(Int?.some(3) as Any, as: Int.self) == 3)
        #expect(try decode(AnyHashable(3) as Any, as: Int.self) == 3)
        #expect(try decode(Date?.some(.distantPast) as Any, as: Date.self) == .distantPast)
        let hashables: [AnyHashable: AnyHashable] = ["value": 3]
        #expect(try UserInfoDecoder().decode(Box<Int>.self, from: hashables).value == 3)
        #expect(try decode([Item(itemCount: 2)] as [Item]? as Any, as: [Item].self).count == 1)
        #expect(try decode(["itemCount": 5] as [String: Int]? as Any, as: Item.self).itemCount == 5)
    }

    @Test("may be a dictionary or an array of any static type")
    func collections() throws {
        #expect(try decode([Key.itemCount: 1], as: Item.self).itemCount == 1)
        #expect(try decode(["itemCount": 1] as [String: Any], as: Item.self).itemCount == 1)
        #expect(try decode(["itemCount": 1] as [AnyHashable: Any], as: Item.self).itemCount == 1)
        #expect(try decode([1, 2.0, NSNumber(value: 3)] as [Any], as: [Int].self) == [1, 2, 3])
        #expect(try decode([Int8(1), 2], as: [Double].self) == [1, 2])
        #expect(try decode([1, 2, 2], as: Set<Int>.self) == [1, 2])
    }
}

@Suite("The error of a payload that does not fit")
struct UserInfoErrorTests {
    private struct Order: Decodable { let lines: [Line] }
    private struct Line: Decodable { let price: Decimal }
    private struct Message: Decodable { let order: Order }

    @Test("C92: tells the place as one would write it")
    func path() throws {
        let lines: [[String: Any]] = [["price": 1], ["price": Decimal(2)], ["price": "three"]]
        let payload: [AnyHashable: Any] = ["order": ["lines": lines]]
        let error = #expect(throws: DecodingError.self) { try UserInfoDecoder().decode(Message.self, from: payload) }
        guard case .typeMismatch(let type, let context) = error else { throw try #require(error) }
        #expect(type is Decimal.Type)
        #expect(context.codingPath.map(\.stringValue) == ["order", "lines", "Index 2", "price"])
        #expect(context.debugDescription == "expected Decimal, found String")
        let found = mismatch(decoding: Message.self, from: payload)
        #expect(found == DecodingMismatch(path: "order.lines[2].price", expected: "Decimal", found: "String"))
    }

    @Test("C92: tells the place of a key that is missing further down")
    func missing() {
        let payload: [AnyHashable: Any] = ["order": ["lines": [[String: Any]()]]]
        let found = mismatch(decoding: Message.self, from: payload)
        #expect(found == DecodingMismatch(path: "order.lines[0].price", expected: "Decimal", found: "nothing"))
    }

    @Test("has no place for the payload as a whole")
    func root() {
        let found = mismatch(decoding: [Int].self, from: ["a": 1])
        #expect(found?.path == "")
        #expect(found?.expected == "Array<Int>")
        #expect(found?.found == "Dictionary<AnyHashable, Any>")
        #expect(
            mismatch(decoding: Int.self, from: [:])?.description == "expected Int, found Dictionary<AnyHashable, Any>")
    }

    @Test("tells which number a type cannot hold")
    func inexact() throws {
        let error = #expect(throws: DecodingError.self) { try decode(300, as: Int8.self) }
        guard case .typeMismatch(_, let context) = error else { throw try #require(error) }
        #expect(context.debugDescription == "expected Int8, found Int: 300 has no exact counterpart there")
        #expect(mismatch(decoding: Box<Int8>.self, from: ["value": 300])?.found == "Int")
    }

    @Test("is pieced together when a type of the payload threw it")
    func foreign() {
        struct Picky: Decodable {
            init(from decoder: any Decoder) throws {
                let context = DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not today")
                switch try decoder.singleValueContainer().decode(Int.self) {
                case 0: throw DecodingError.typeMismatch(String.self, context)
                case 1: throw DecodingError.valueNotFound(String.self, context)
                case 2: throw DecodingError.keyNotFound(PlainKey.itemCount, context)
                default: throw DecodingError.dataCorrupted(context)
                }
            }
        }
        let descriptions = (0...3).map { mismatch(decoding: Box<[Picky]>.self, from: ["value": [$0]])?.description }
        #expect(
            descriptions == [
                "value[0]: expected String, found something else (not today)",
                "value[0]: expected String, found nil",
                "value[0].itemCount: expected a value, found nothing",
                "value[0]: expected Picky, found Int",
            ])
    }

    @Test("is passed on as it is when it is no DecodingError")
    func otherErrors() {
        struct Refusing: Decodable {
            init(from decoder: any Decoder) throws { throw CancellationError() }
        }
        #expect(throws: CancellationError.self) { try decode(1, as: Refusing.self) }
    }
}

@Suite("A hand-written init(from:)")
struct UserInfoContainerTests {
    private enum Keys: CodingKey { case inner, list, part, deep }

    @Test("may nest containers and go on after an element that did not fit")
    func nested() throws {
        struct Nested: Decodable {
            var texts: [String] = []
            init(from decoder: any Decoder) throws {
                let container = try decoder.container(keyedBy: Keys.self)
                #expect(container.contains(.inner) && !container.contains(.part))
                let inner = try container.nestedContainer(keyedBy: Keys.self, forKey: .inner)
                #expect(inner.codingPath.map(\.stringValue) == ["inner"])
                #expect(try inner.decodeNil(forKey: .part))
                #expect(throws: DecodingError.self) { try inner.decodeNil(forKey: .list) }
                var list = try container.nestedUnkeyedContainer(forKey: .list)
                #expect(list.count == 5)
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                #expect(list.currentIndex == 0)
                texts.append(try list.decode(String.self))
                #expect(try list.decodeNil())
                #expect(try !list.decodeNil())
                var deep = try list.nestedUnkeyedContainer()
                texts.append(try deep.decode(String.self))
                #expect(deep.codingPath.map(\.stringValue) == ["list", "Index 2"])
                texts.append(try list.nestedContainer(keyedBy: Keys.self).decode(String.self, forKey: .deep))
                texts.append(try String(from: list.superDecoder()))
                #expect(list.isAtEnd)
                #expect(try list.decodeIfPresent(Int.self) == nil)
                #expect(throws: DecodingError.self) { try list.decodeNil() }
                #expect(throws: DecodingError.self) { try list.decode(Int.self) }
                #expect(throws: DecodingError.self) { try container.nestedContainer(keyedBy: Keys.self, forKey: .list) }
                #expect(throws: DecodingError.self) { try container.nestedUnkeyedContainer(forKey: .inner) }
                #expect(throws: DecodingError.self) { try container.nestedUnkeyedContainer(forKey: .deep) }
            }
        }
        let list: [Any] = ["a", NSNull(), ["b"], ["deep": "c"], "d"]
        let payload: [AnyHashable: Any] = ["inner": [Keys.part: NSNull()], "list": list]
        #expect(try UserInfoDecoder().decode(Nested.self, from: payload).texts == ["a", "b", "c", "d"])
    }

    @Test("reports an element beyond the end as nothing")
    func exhausted() {
        struct Pair: Decodable {
            init(from decoder: any Decoder) throws {
                var list = try decoder.unkeyedContainer()
                _ = try (list.decode(Int.self), list.decode(Int.self))
            }
        }
        let found = mismatch(decoding: Box<Pair>.self, from: ["value": [1]])
        #expect(found == DecodingMismatch(path: "value[1]", expected: "Int", found: "nothing"))
    }

    @Test("may read every kind of number, present or not")
    func everyNumber() throws {
        struct Numbers: Codable, Equatable {
            var a: Int8?, b: Int16?, c: Int32?, d: Int64?, e: UInt8?, f: UInt16?, g: UInt32?, h: UInt64?, i: Float?
            var j: Double?, k: Bool?, l: UInt?, m: Int?, n: Int128?, o: UInt128?, p: CGFloat?
        }
        var names = "abcdefghijklmno".map(String.init)
        let ones = Dictionary(uniqueKeysWithValues: names.map { (AnyHashable($0), 1 as Any) })
        let numbers = try UserInfoDecoder().decode(Numbers.self, from: ones.merging(["p": 1, "k": true]) { $1 })
        names.append("p")
        let encoded = try UserInfoEncoder().encode(numbers)
        #expect(Set(encoded.keys) == Set(names.map { AnyHashable($0) }))
        #expect(encoded["a"] is Int8 && encoded["o"] is UInt128 && encoded["p"] is CGFloat)
        #expect(try UserInfoDecoder().decode(Numbers.self, from: encoded) == numbers)
        #expect(try UserInfoDecoder().decode(Numbers.self, from: [:]) == Numbers())
    }
}
