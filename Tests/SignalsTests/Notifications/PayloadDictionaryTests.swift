import Foundation
import TestSupport
import Testing

@testable import Signals

@Suite("A dictionary in a payload", .serialized)
struct PayloadDictionaryTests {
    private struct Direct: Decodable {
        let entries: [String: Int]
        init(from decoder: any Decoder) throws { entries = try [String: Int](from: decoder) }
    }

    private static func text<T: Decodable>(decoding type: T.Type, from payload: [AnyHashable: Any]) -> String? {
        do {
            _ = try UserInfoDecoder().decode(type, from: payload)
            return nil
        } catch DecodingError.typeMismatch(_, let context) {
            return context.debugDescription
        } catch {
            return "\(error)"
        }
    }

    @Test("C125: has each of its entries read, or the key that cannot be is reported", arguments: [0, 20])
    func everyKey(others: Int) {
        let crowd = Dictionary(uniqueKeysWithValues: (0..<others).map { (AnyHashable("other \($0)"), $0 as Any) })
        func payload(_ own: [AnyHashable: Any]) -> [AnyHashable: Any] { own.merging(crowd) { $1 } }
        let found = "expected Dictionary<String, Int>, found Dictionary<AnyHashable, Any>"
        let odd = payload([1.5: 1, "x": 2])
        let ofDouble = ": the key 1.5 is of type Double"
        #expect(Self.text(decoding: [String: Int].self, from: odd) == found + ofDouble)
        #expect(Self.text(decoding: [String: [String: Int]].self, from: ["a": odd]) == found + ofDouble)
        #expect(Self.text(decoding: [String: [[String: Int]?]].self, from: ["a": [odd]]) == found + ofDouble)
        #expect(Self.text(decoding: Direct.self, from: odd)?.hasSuffix(ofDouble) == true)
        #expect(Self.text(decoding: [String: Direct].self, from: ["a": odd])?.hasSuffix(ofDouble) == true)
        #expect(Self.text(decoding: [String: Int].self, from: payload([true: 1]))?.hasSuffix("of type Bool") == true)
        #expect(
            Self.text(decoding: [String: Int].self, from: payload(["1": 1, 1: 2])) == found
                + ": two keys are named \"1\"")
        #expect(
            Self.text(decoding: [String: Int].self, from: payload(["a": 1, Notification.Name("a"): 2]))
                == found + ": two keys are named \"a\"")
        #expect(Self.text(decoding: [String: Int].self, from: payload(["a": 1, Notification.Name("b"): 2])) == nil)
    }

    @Test("C125: reports two keys with the same number, and keys of a dictionary of one type")
    func numbers() throws {
        let twice: [AnyHashable: Any] = [1: "a", "1": "b"]
        #expect(Self.text(decoding: [Int: String].self, from: twice)?.hasSuffix(": two keys are named \"1\"") == true)
        #expect(
            Self.text(decoding: [String: [String: Int]].self, from: ["a": [1.5: 1] as [Double: Int]])
                == "expected Dictionary<String, Int>, found Dictionary<Double, Int>: the key 1.5 is of type Double")
        let objects = NSDictionary(dictionary: [NSNumber(value: 2.5): 1, "x": 2])
        #expect(
            Self.text(decoding: [String: [String: Int]].self, from: ["a": objects])?.contains("the key 2.5") == true)
        let whole = NSDictionary(dictionary: [NSNumber(value: 7): "a"])
        #expect(try UserInfoDecoder().decode([String: [Int: String]].self, from: ["a": whole]) == ["a": [7: "a"]])
        let typed: [Int: Double] = [1: 10, 2: 20]
        #expect(try UserInfoDecoder().decode([String: [Int: Int]].self, from: ["a": typed]) == ["a": [1: 10, 2: 20]])
    }

    @Test("C125: may have keys that a type with properties does not ask for")
    func properties() throws {
        struct Item: Decodable { let x: Int }
        #expect(
            try UserInfoDecoder().decode(Item.self, from: [1.5: 1, "x": 2, true: 3, Notification.Name("x"): 4]).x == 2)
    }

    /// A key that counts how often it is hashed and asked for its name.
    private struct CountingKey: Hashable, RawRepresentable {
        static let count = Protected(0)
        let number: Int
        init(number: Int) { self.number = number }
        init?(rawValue: String) { nil }
        var rawValue: String {
            Self.count.increment()
            return "\(number)"
        }
        static func == (left: Self, right: Self) -> Bool { left.number == right.number }
        func hash(into hasher: inout Hasher) {
            Self.count.increment()
            hasher.combine(number)
        }
    }

    /// Counts what is asked of it.
    private final class CountingDictionary: NSDictionary {
        nonisolated(unsafe) static var count = 0
        override var count: Int { 100_000 }
        override func object(forKey key: Any) -> Any? {
            Self.count += 1
            return key as? String == "x" ? 1 : nil
        }
        override func keyEnumerator() -> NSEnumerator {
            Self.count += count
            return NSArray(array: ["x"]).objectEnumerator()
        }
    }

    private struct One: Decodable { let x: Int }
    private struct Several: Decodable { let x: Int; let a: Int?; let b: Int?; let c: Int?; let d: Int? }

    @Test("C130: has one look-up for a property, however many entries there are")
    func oneLookUp() throws {
        let size = 100_000
        var crowd = [AnyHashable: Any](minimumCapacity: size + 1)
        for number in 0..<size { crowd[AnyHashable(CountingKey(number: number))] = number }
        crowd["x"] = 1
        let nested: [AnyHashable: Any] = ["a": crowd]
        let objects: [AnyHashable: Any] = ["a": CountingDictionary()]
        CountingKey.count.withValue { $0 = 0 }
        #expect(try UserInfoDecoder().decode(One.self, from: crowd).x == 1)
        #expect(try UserInfoDecoder().decode([String: One].self, from: nested)["a"]?.x == 1)
        // Not one key of another type was hashed or named.
        #expect(CountingKey.count.current == 0)
        #expect(try UserInfoDecoder().decode([String: One].self, from: objects)["a"]?.x == 1)
        #expect(CountingDictionary.count == 1)
    }

    @Test("C130: has its other keys named once, for all properties that are not found")
    func namedOnce() throws {
        let size = 1_000
        let entries = (0..<size).map { (CountingKey(number: $0), $0) }
        var typed = Dictionary(uniqueKeysWithValues: entries)
        typed[CountingKey(number: size)] = 0
        let mixed = Dictionary(uniqueKeysWithValues: entries.map { (AnyHashable($0), $1 as Any) } + [("x", 1)])
        CountingKey.count.withValue { $0 = 0 }
        #expect(try UserInfoDecoder().decode(Several.self, from: mixed).x == 1)
        #expect(CountingKey.count.current == size)
        #expect(throws: DecodingError.self) { try UserInfoDecoder().decode([String: Several].self, from: ["a": typed]) }
        #expect(CountingKey.count.current == 2 * size + 1)
    }
}
