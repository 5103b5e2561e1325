import Foundation
import TestSupport
import Testing

@testable import Signals

/// One row of the table: a number in a payload, the type asked for, and what has to come of it.
private struct Conversion: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let check: @Sendable () -> Void

    /// `expected` is `nil` where the number has no exact counterpart.
    init<T: Decodable & Equatable & Sendable>(
        _ value: @autoclosure @escaping @Sendable () -> Any, _ expected: T?, line: Int = #line
    ) {
        let value = value
        testDescription = "line \(line): \(value()) to \(T.self)"
        check = {
            let decoded = try? UserInfoDecoder().decode([String: T].self, from: ["value": value()])["value"]
            #expect(decoded == expected)
            // The same by the way of an array, whose elements are asked for by a generic type.
            let element = try? UserInfoDecoder().decode([String: [T]].self, from: ["value": [value()]])["value"]
            #expect(element == expected.map { [$0] })
        }
    }
}

@Suite("A number of a payload")
struct ExactNumberTests {
    private static let integers: [Conversion] = [
        .init(3.0, 3 as Int?), .init(3.5, nil as Int?), .init(-0.0, 0 as Int?), .init(Float(3), 3 as Int?),
        .init(127, 127 as Int8?), .init(128, nil as Int8?), .init(-128, -128 as Int8?), .init(-129, nil as Int8?),
        .init(300, nil as Int8?), .init(300.0, nil as Int8?), .init(255, 255 as UInt8?), .init(-1, nil as UInt?),
        .init(-1.0, nil as UInt64?), .init(Int.min, nil as UInt?), .init(Int.min, Int64.min as Int64?),
        .init(Int.max, UInt64(Int.max) as UInt64?), .init(UInt64.max, nil as Int?),
        .init(UInt64.max, UInt.max as UInt?), .init(UInt64.max, Int128(UInt64.max) as Int128?),
        .init(Double.nan, nil as Int?), .init(Double.infinity, nil as Int?), .init(-Double.infinity, nil as Int64?),
        .init(1e300, nil as Int?), .init(0x1p63, nil as Int?), .init(0x1p63, UInt64(1) << 63 as UInt64?),
        .init(-0x1p63, Int.min as Int?), .init(0x1p64, nil as UInt64?), .init(0x1p64, Int128(1) << 64 as Int128?),
        .init(CGFloat(7), 7 as Int?), .init(CGFloat(7.25), nil as Int?), .init(UInt128.max, nil as Int?),
        .init(UInt128.max, UInt128.max as UInt128?), .init(Int32(5), 5 as Int16?), .init(UInt16(5), 5 as Int32?),
        .init(true, nil as Int?), .init(false, nil as UInt8?),
    ]

    private static let floatings: [Conversion] = [
        .init(3, 3 as Double?), .init(1 << 53, 0x1p53 as Double?), .init(1 << 53 + 1, nil as Double?),
        .init(1 << 53 + 2, 0x1p53 + 2 as Double?), .init(Int.max, nil as Double?), .init(Int.min, -0x1p63 as Double?),
        .init(UInt64.max, nil as Double?), .init(UInt64(1) << 63, 0x1p63 as Double?), .init(1 << 24, 0x1p24 as Float?),
        .init(1 << 24 + 1, nil as Float?), .init(0.5, 0.5 as Float?), .init(0.1, nil as Float?),
        .init(Float(0.1), Double(Float(0.1)) as Double?), .init(1e300, nil as Float?),
        .init(Double.infinity, Float.infinity as Float?), .init(Float.leastNonzeroMagnitude, 0x1p-149 as Double?),
        .init(0.1, 0.1 as CGFloat?), .init(CGFloat(0.1), 0.1 as Double?), .init(3, 3 as CGFloat?),
        .init(true, nil as Double?), .init(Decimal(string: "0.1")!, 0.1 as Float?),
        .init(Decimal(string: "0.10000000149011612")!, nil as Float?), .init(Decimal(string: "0.5")!, 0.5 as CGFloat?),
    ]

    private static let booleans: [Conversion] = [
        .init(true, true as Bool?), .init(1, nil as Bool?), .init(0, nil as Bool?), .init(UInt8(1), nil as Bool?),
        .init(1.0, nil as Bool?), .init(Float(0), nil as Bool?), .init(Decimal(1), nil as Bool?),
        .init(0.5, nil as Bool?),
        .init(Double.nan, nil as Bool?), .init("true", nil as Bool?), .init(UInt64.max, nil as Bool?),
    ]

    private static let decimals: [Conversion] = [
        .init(3, 3 as Decimal?), .init(Int.min, Decimal(Int.min) as Decimal?), .init(0.0, 0 as Decimal?),
        .init(UInt64.max, Decimal(UInt64.max) as Decimal?), .init(0.5, Decimal(string: "0.5")),
        .init(-2.375, Decimal(string: "-2.375")), .init(0.1, Decimal(string: "0.1")),
        .init(-3.1, Decimal(string: "-3.1")), .init(1e20, Decimal(string: "1e20")),
        .init(0x1p-50, Decimal(string: "8.881784197001252e-16")),
        .init(0x1p-60, Decimal(string: "8.673617379884035e-19")),
        .init(0x1p128, Decimal(string: "3.402823669209385e38")),
        .init(0x1p127, Decimal(string: "1.7014118346046923e38")), .init(32768.06, Decimal(string: "32768.06")),
        .init(Float(3.1), Decimal(string: "3.1")), .init(CGFloat(32768.06), Decimal(string: "32768.06")),
        .init(1e300, nil as Decimal?), .init(Double.leastNonzeroMagnitude, nil as Decimal?),
        .init(Double.nan, nil as Decimal?), .init(Double.infinity, nil as Decimal?),
        .init(NSDecimalNumber(string: "1.10"), Decimal(string: "1.1")), .init("1.1", nil as Decimal?),
        .init(Decimal(3), 3 as Int?), .init(Decimal(300), nil as Int8?), .init(Decimal(-3), nil as UInt?),
        .init(Decimal(string: "3.5")!, nil as Int?), .init(Decimal(string: "3.5")!, 3.5 as Double?),
        .init(Decimal(string: "0.1")!, 0.1 as Double?), .init(Decimal(string: "1e100")!, nil as Int128?),
        .init(Decimal.greatestFiniteMagnitude, nil as Double?), .init(Decimal.nan, nil as Int?),
        .init(Decimal(string: "9007199254740993")!, nil as Double?),
        .init(Decimal(string: "170141183460469231731687303715884105728")!, 0x1p127 as Double?),
        .init(Decimal(string: "8.8817841970012523233890533447265625e-16")!, 0x1p-50 as Double?),
        .init(Decimal(string: "0.1000000000000000055")!, nil as Double?),
        .init(Decimal(string: "9007199254740993")!, 9_007_199_254_740_993 as Int?),
    ]

    private static let objects: [Conversion] = [
        .init(NSNumber(value: true), true as Bool?), .init(NSNumber(value: true), 1 as Int?),
        .init(NSNumber(value: 1), true as Bool?), .init(NSNumber(value: 2), nil as Bool?),
        .init(NSNumber(value: 1.0), nil as Bool?), .init(NSNumber(value: Float(1)), nil as Bool?),
        .init(NSDecimalNumber(value: 1), nil as Bool?), .init(NSNumber(value: true), 1 as Double?),
        .init(NSNumber(value: 32768.06), Decimal(string: "32768.06")),
        .init(NSNumber(value: Float(3.1)), Decimal(string: "3.1")), .init(NSNumber(value: 0x1p63), 1 << 63 as UInt64?),
        .init(NSNumber(value: 3), 3 as Int?), .init(NSNumber(value: 3), 3 as Decimal?),
        .init(NSNumber(value: 3.0), 3 as Int8?), .init(NSNumber(value: 3.5), nil as Int?),
        .init(NSNumber(value: 300), nil as Int8?), .init(NSNumber(value: -1), nil as UInt64?),
        .init(NSNumber(value: UInt64.max), UInt64.max as UInt64?), .init(NSNumber(value: UInt64.max), nil as Int?),
        .init(NSNumber(value: UInt64.max), nil as Double?), .init(NSNumber(value: Int64.min), Int.min as Int?),
        .init(NSNumber(value: 1 << 53 + 1), nil as Double?), .init(NSNumber(value: 1 << 53 + 1), 1 << 53 + 1 as Int?),
        .init(NSNumber(value: 0.1), 0.1 as Double?), .init(NSNumber(value: 0.1), nil as Float?),
        .init(NSNumber(value: Float(0.1)), 0.1 as Float?), .init(NSNumber(value: Double.nan), nil as Int?),
        .init(NSNumber(value: Double.infinity), nil as Int?), .init(NSNumber(value: 1e300), nil as UInt64?),
        .init(NSNumber(value: 1e300), 1e300 as Double?), .init(NSNumber(value: Double.infinity), nil as Decimal?),
        .init(NSDecimalNumber(string: "9007199254740993"), nil as Double?),
        .init(NSDecimalNumber(string: "9007199254740993"), 9_007_199_254_740_993 as Int?),
        .init(NSDecimalNumber(string: "0.5"), 0.5 as Double?), .init(NSDecimalNumber(string: "0.5"), nil as Int?),
    ]

    @Test(
        "becomes a number of another type only if it is the same number",
        arguments: [
            integers, floatings, booleans, decimals, objects,
        ].joined().map { $0 })
    private func converts(conversion: Conversion) {
        conversion.check()
    }

    @Test("that is not a number stays none, and zero keeps its sign")
    func specialValues() throws {
        let nan = try UserInfoDecoder().decode(
            [String: Float].self, from: ["a": Double.nan, "b": NSNumber(value: Double.nan)])
        #expect(nan["a"]?.isNaN == true && nan["b"]?.isNaN == true)
        let zero = try UserInfoDecoder().decode(
            [String: Double].self, from: ["a": Float(-0.0), "b": NSNumber(value: -0.0)])
        #expect(zero["a"]?.sign == .minus && zero["b"]?.sign == .minus)
    }

    @Test("C123: that is a price is the decimal that people write, and the other way round")
    func prices() {
        var generator = SplitMix64(seed: .random(in: .min ... .max))
        // Around each power of two, where the spacing of binary numbers changes, then evenly, then anywhere.
        let steps =
            (0...30).flatMap { power in (-3...3).map { max(0, 1 << power + $0) } }
            + stride(from: 0, to: 1_000_000_000, by: 199_999)
        #if DEBUG
        let count = 20_000
        #else
        let count = 1_000_000
        #endif
        let random = (0..<count).lazy.map { _ in Int.random(in: 0...1_000_000_000, using: &generator) }
        func check(_ cents: Int) -> Bool {
            let digits = String(cents)
            let text = "\(cents / 100).\(String(repeating: "0", count: max(0, 2 - digits.count)) + digits.suffix(2))"
            guard let price = Decimal(string: text), let binary = Double(text), let short = Float(text) else {
                return false
            }
            return Decimal(exactly: .double(binary)) == price && Double(exactly: .decimal(price)) == binary
                && Decimal(exactly: .float(short)) == Decimal(string: short.description)
        }
        for cents in steps where !check(cents) { Issue.record("\(cents) cents") }
        for cents in random where !check(cents) { Issue.record("\(cents) cents") }
    }

    @Test("C123: is the decimal that Foundation's coders for JSON make of it")
    func asInJSON() throws {
        for double in [32768.06, 0.1, 0x1p63, 0x1p-50, 1e22, 123_456_789.01, -0.07] {
            let json = try JSONDecoder().decode([Decimal].self, from: JSONEncoder().encode([double]))
            #expect(try UserInfoDecoder().decode([String: [Decimal]].self, from: ["a": [double]]) == ["a": json])
            #expect(try UserInfoDecoder().decode([String: [Double]].self, from: ["a": json]) == ["a": [double]])
        }
    }

    /// Tries its cases in an order that a test chooses.
    private struct Scalar<First: Codable & Equatable & Sendable, Second: Codable & Equatable & Sendable>: Codable,
        Equatable
    {
        var first: First?
        var second: Second?
        init(first: First) { self.first = first }
        init(second: Second) { self.second = second }
        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            first = try? container.decode(First.self)
            if first == nil { second = try container.decode(Second.self) }
        }
        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            if let first { try container.encode(first) } else { try container.encode(second) }
        }
    }

    @Test("C127: is no truth value, and a truth value no number, in whichever order a type tries them")
    func truthValues() throws {
        func check<A: Codable & Equatable & Sendable, B: Codable & Equatable & Sendable>(_ a: [A], _ b: [B]) throws {
            let values = a.map { Scalar<A, B>(first: $0) } + b.map { Scalar<A, B>(second: $0) }
            let payload = try UserInfoEncoder().encode(["values": values])
            #expect(try UserInfoDecoder().decode([String: [Scalar<A, B>]].self, from: payload) == ["values": values])
        }
        let flags = [true, false]
        try check(flags, [1.0, 0, 2.5])
        try check([1.0, 0, 2.5], flags)
        try check(flags, [1, 0, 2])
        try check([1, 0, 2], flags)
        try check(flags, [Float(1)])
        try check(flags, [Decimal(1)])
        try check([Decimal(1), 0], flags)
        let objects: [AnyHashable: Any] = [
            "a": NSNumber(value: true), "b": NSNumber(value: 1.0), "c": NSNumber(value: 0),
        ]
        let decoded = try UserInfoDecoder().decode([String: Scalar<Bool, Double>].self, from: objects)
        #expect(decoded == ["a": .init(first: true), "b": .init(second: 1), "c": .init(first: false)])
    }
}
