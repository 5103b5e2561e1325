import Foundation
import Signals

extension OperatorCase {
    static let all = transforming + filtering + reducing + ending

    private static let transforming = [
        OperatorCase("map", [1, 2], finishing: "10 20 |", failing: "10 20 X") { $0.map { $0 * 10 } },
        OperatorCase("map, throwing", [1, 2, 3], finishing: "1 T", failing: "1 T") {
            $0.map { (value) throws(Broken) in try refuseTyped(2, value) }
        },
        OperatorCase("map, one key path", [1, 2], finishing: "1 2 |", failing: "1 2 X") { $0.map(\.description) },
        OperatorCase(
            "map, two key paths", [1, -2], finishing: "(\"1\", 1) (\"-2\", 2) |", failing: "(\"1\", 1) (\"-2\", 2) X"
        ) {
            $0.map(\.description, \.magnitude)
        },
        OperatorCase("map, four key paths", [6], finishing: "(\"6\", 6, 2, 1) |", failing: "(\"6\", 6, 2, 1) X") {
            $0.map(\.description, \.magnitude, \.nonzeroBitCount, \.trailingZeroBitCount)
        },
        OperatorCase("tryMap", [1, 2], finishing: "10 20 |", failing: "10 20 X") { $0.tryMap { $0 * 10 } },
        OperatorCase("tryMap, throwing (T50)", [2, 3, 4, 5], finishing: "20 30 T", failing: "20 30 T") {
            $0.tryMap { try refuse(4, $0) * 10 }
        },
        OperatorCase("mapError", [1], finishing: "1 |", failing: "1 T", emptyFailing: "T") {
            $0.mapError { _ in Broken.thrown }
        },
        OperatorCase("replaceNil (T49)", [1, 2], finishing: "1 5 |", failing: "1 5 X") {
            $0.map { $0 == 2 ? nil : $0 }.replaceNil(with: 5)
        },
        OperatorCase("scan (T43)", [2, 3, 4, 5], finishing: "44 47 51 56 |", failing: "44 47 51 56 X") {
            $0.scan(42) { $0 + $1 }
        },
        OperatorCase("tryScan", [2, 3, 4], finishing: "44 47 51 |", failing: "44 47 51 X") {
            $0.tryScan(42) { $0 + $1 }
        },
        OperatorCase("tryScan, throwing", [2, 3, 4], finishing: "44 T", failing: "44 T") {
            $0.tryScan(42) { try $0 + refuse(3, $1) }
        },
        OperatorCase("setFailureType", [1, 2], finishing: "1 2 |", failing: "1 2 |", emptyFailing: "|") {
            $0.ignoreFailure().setFailureType(to: Broken.self)
        },
        OperatorCase("encode, decode", [1, 2], finishing: "1 2 |", failing: "1 2 X") {
            $0.encode(encoder: JSONEncoder()).decode(type: Int.self, decoder: JSONDecoder())
        },
        OperatorCase("encode, decode, property lists", [1], finishing: "[1] |", failing: "[1] X") {
            $0.map { [$0] }.encode(encoder: PropertyListEncoder()).decode(
                type: [Int].self, decoder: PropertyListDecoder())
        },
        OperatorCase("decode, of what does not fit", [1, 2], finishing: "E", failing: "E") {
            $0.encode(encoder: JSONEncoder()).decode(type: String.self, decoder: JSONDecoder())
        },
        OperatorCase("pairwise", [1, 2, 3], finishing: "(1, 2) (2, 3) |", failing: "(1, 2) (2, 3) X") { $0.pairwise() },
        OperatorCase("nwise", [1, 2, 3, 4], finishing: "[1, 2, 3] [2, 3, 4] |", failing: "[1, 2, 3] [2, 3, 4] X") {
            $0.nwise(3)
        },
        OperatorCase("nwise, of one", [1, 2], finishing: "[1] [2] |", failing: "[1] [2] X") { $0.nwise(1) },
        OperatorCase("nwise, of too few", [1, 2], finishing: "|", failing: "X") { $0.nwise(3) },
        OperatorCase("mapMany", [1, 2], finishing: "[1] [1, 1] |", failing: "[1] [1, 1] X") {
            $0.map { repeatElement($0, count: $0) }.mapMany { min($0, 1) }
        },
        OperatorCase("toggle", [1, 2], finishing: "false true |", failing: "false true X") {
            $0.map { $0 == 1 }.toggle()
        },
        OperatorCase("pairwise, of one", [1], finishing: "|", failing: "X") { $0.pairwise() },
        OperatorCase(
            "enumerated", [7, 8], finishing: "(offset: 0, element: 7) (offset: 1, element: 8) |",
            failing: "(offset: 0, element: 7) (offset: 1, element: 8) X"
        ) { $0.enumerated() },
        OperatorCase("materialize", [1], finishing: "v1 | |", failing: "v1 X |", empty: "| |", emptyFailing: "X |") {
            $0.materialize().map { event in
                switch event {
                case .value(let value): "v\(value)"
                case .completion(.finished): "|"
                case .completion(.failure(let error)): error.rawValue
                }
            }
        },
        OperatorCase("dematerialize", [1, 2], finishing: "1 2 |", failing: "1 2 |", emptyFailing: "|") {
            $0.ignoreFailure().map { Publishers.MaterializedEvent<Int, Broken>.value($0) }.dematerialize()
        },
        OperatorCase("dematerialize, of a failure", [1, 2, 3], finishing: "1 T", failing: "1 T", emptyFailing: "|") {
            $0.ignoreFailure()
                .map { $0 == 2 ? .completion(.failure(Broken.thrown)) : Publishers.MaterializedEvent.value($0) }
                .dematerialize()
        },
        OperatorCase("dematerialize, of a finish", [1, 2, 3], finishing: "1 |", failing: "1 |", emptyFailing: "|") {
            $0.ignoreFailure()
                .map { $0 == 2 ? .completion(.finished) : Publishers.MaterializedEvent<Int, Broken>.value($0) }
                .dematerialize()
        },
        OperatorCase("measureInterval", [1], finishing: "0.0 seconds |", failing: "0.0 seconds X") {
            $0.measureInterval(using: StoppedScheduler())
        },
    ]

    private static let filtering = [
        OperatorCase("filter", [1, 2, 3, 4], finishing: "2 4 |", failing: "2 4 X") { $0.filter { $0 % 2 == 0 } },
        OperatorCase("tryFilter", [1, 2, 3, 4], finishing: "2 4 |", failing: "2 4 X") { $0.tryFilter { $0 % 2 == 0 } },
        OperatorCase("tryFilter, throwing", [1, 2, 3, 4], finishing: "2 T", failing: "2 T") {
            $0.tryFilter { try refuse(3, $0) % 2 == 0 }
        },
        OperatorCase("compactMap", [1, 2, 3], finishing: "10 30 |", failing: "10 30 X") {
            $0.compactMap { $0 == 2 ? nil : $0 * 10 }
        },
        OperatorCase("tryCompactMap", [1, 2, 3], finishing: "10 30 |", failing: "10 30 X") {
            $0.tryCompactMap { $0 == 2 ? nil : $0 * 10 }
        },
        OperatorCase("tryCompactMap, throwing", [1, 2, 3], finishing: "10 T", failing: "10 T") {
            $0.tryCompactMap { try $0 == 2 ? nil : refuse(3, $0) * 10 }
        },
        OperatorCase(
            "removeDuplicates (T44)", [2, 3, 3, 2, 2, 1, 2], finishing: "2 3 2 1 2 |", failing: "2 3 2 1 2 X"
        ) { $0.removeDuplicates() },
        OperatorCase("removeDuplicates(by:)", [1, 3, 2], finishing: "1 2 |", failing: "1 2 X") {
            $0.removeDuplicates { $0 % 2 == $1 % 2 }
        },
        OperatorCase("tryRemoveDuplicates", [1, 1, 2], finishing: "1 2 |", failing: "1 2 X") {
            $0.tryRemoveDuplicates { $0 == $1 }
        },
        OperatorCase("tryRemoveDuplicates, throwing", [1, 1, 2], finishing: "1 T", failing: "1 T") {
            $0.tryRemoveDuplicates { try $0 == refuse(2, $1) }
        },
        OperatorCase("removeAllDuplicates", [2, 3, 3, 2, 1, 3], finishing: "2 3 1 |", failing: "2 3 1 X") {
            $0.removeAllDuplicates()
        },
        OperatorCase("removeAllDuplicates, of a key", [12, 31, 22, 43], finishing: "12 31 43 |", failing: "12 31 43 X")
        {
            $0.removeAllDuplicates { $0 % 10 }
        },
        OperatorCase("replaceEmpty (T49)", [1], finishing: "1 |", failing: "1 X", empty: "5 |") {
            $0.replaceEmpty(with: 5)
        },
        OperatorCase("replaceEmpty, failing", [], finishing: "5 |", failing: "X", empty: "5 |") {
            $0.replaceEmpty(with: 5)
        },
        OperatorCase("ignoreOutput", [1, 2], finishing: "|", failing: "X") { $0.ignoreOutput() },
        OperatorCase("dropFirst", [1, 2, 3], finishing: "3 |", failing: "3 X") { $0.dropFirst(2) },
        OperatorCase("drop(while:)", [1, 2, 3, 1], finishing: "3 1 |", failing: "3 1 X") { $0.drop { $0 < 3 } },
        OperatorCase("tryDrop(while:)", [1, 2, 3, 1], finishing: "3 1 |", failing: "3 1 X") { $0.tryDrop { $0 < 3 } },
        OperatorCase("tryDrop(while:), throwing", [1, 2, 3], finishing: "T", failing: "T") {
            $0.tryDrop { try refuse(2, $0) < 3 }
        },
        OperatorCase("prefix (T46)", [2, 3, 4], finishing: "2 3 |", failing: "2 3 |") { $0.prefix(2) },
        OperatorCase("prefix of nothing", [2], finishing: "|", failing: "|", emptyFailing: "|") { $0.prefix(0) },
        OperatorCase("prefix(while:)", [1, 2, 3, 1], finishing: "1 2 |", failing: "1 2 |") { $0.prefix { $0 < 3 } },
        OperatorCase("prefix(while:), of all", [1, 2], finishing: "1 2 |", failing: "1 2 X") { $0.prefix { $0 < 3 } },
        OperatorCase("prefix(while:), inclusive", [1, 2, 3, 1], finishing: "1 2 3 |", failing: "1 2 3 |") {
            $0.prefix(while: { $0 < 3 }, .inclusive)
        },
        OperatorCase("prefix(while:), inclusive, of all", [1, 2], finishing: "1 2 |", failing: "1 2 X") {
            $0.prefix(while: { $0 < 3 }, .inclusive)
        },
        OperatorCase("prefix(while:), exclusive", [1, 3], finishing: "1 |", failing: "1 |") {
            $0.prefix(while: { $0 < 3 }, .exclusive)
        },
        OperatorCase("tryPrefix(while:)", [1, 2, 3], finishing: "1 2 |", failing: "1 2 |") { $0.tryPrefix { $0 < 3 } },
        OperatorCase("tryPrefix(while:), throwing", [1, 2], finishing: "1 T", failing: "1 T") {
            $0.tryPrefix { try refuse(2, $0) < 3 }
        },
        OperatorCase("first", [1, 2], finishing: "1 |", failing: "1 |") { $0.first() },
        OperatorCase("first(where:)", [1, 2, 4], finishing: "2 |", failing: "2 |") { $0.first { $0 % 2 == 0 } },
        OperatorCase("first(where:), of none", [1, 3], finishing: "|", failing: "X") { $0.first { $0 % 2 == 0 } },
        OperatorCase("tryFirst(where:)", [1, 2, 4], finishing: "2 |", failing: "2 |") { $0.tryFirst { $0 % 2 == 0 } },
        OperatorCase("tryFirst(where:), throwing", [1, 2], finishing: "T", failing: "T") {
            $0.tryFirst { try refuse(1, $0) % 2 == 0 }
        },
        OperatorCase("last (T48)", [1, 2, 3], finishing: "3 |", failing: "X") { $0.last() },
        OperatorCase("last(where:)", [1, 2, 3], finishing: "2 |", failing: "X") { $0.last { $0 % 2 == 0 } },
        OperatorCase("last(where:), of none", [1, 3], finishing: "|", failing: "X") { $0.last { $0 % 2 == 0 } },
        OperatorCase("tryLast(where:)", [1, 2, 3], finishing: "2 |", failing: "X") { $0.tryLast { $0 % 2 == 0 } },
        OperatorCase("tryLast(where:), throwing", [1, 2, 3], finishing: "T", failing: "T") {
            $0.tryLast { try refuse(3, $0) % 2 == 0 }
        },
        OperatorCase("output(at:)", [7, 8, 9], finishing: "8 |", failing: "8 |") { $0.output(at: 1) },
        OperatorCase("output(at:), too far", [7, 8], finishing: "|", failing: "X") { $0.output(at: 2) },
        OperatorCase("output(in:)", [6, 7, 8, 9], finishing: "7 8 |", failing: "7 8 |") { $0.output(in: 1..<3) },
        OperatorCase("output(in:), closed", [6, 7, 8], finishing: "6 7 |", failing: "6 7 |") { $0.output(in: 0...1) },
        OperatorCase("output(in:), from", [6, 7, 8], finishing: "7 8 |", failing: "7 8 X") { $0.output(in: 1...) },
        OperatorCase("output(in:), up to", [6, 7, 8], finishing: "6 7 |", failing: "6 7 |") { $0.output(in: ..<2) },
        OperatorCase("output(in:), of nothing", [6], finishing: "|", failing: "|", emptyFailing: "|") {
            $0.output(in: 3..<3)
        },
    ]

    private static let reducing = [
        OperatorCase("reduce (T43)", [2, 3, 4, 5], finishing: "56 |", failing: "X", empty: "42 |") {
            $0.reduce(42) { $0 + $1 }
        },
        OperatorCase("tryReduce", [2, 3], finishing: "47 |", failing: "X", empty: "42 |") {
            $0.tryReduce(42) { $0 + $1 }
        },
        OperatorCase("tryReduce, throwing", [2, 3], finishing: "T", failing: "T", empty: "42 |") {
            $0.tryReduce(42) { try $0 + refuse(3, $1) }
        },
        OperatorCase("collect (T48)", [1, 2], finishing: "[1, 2] |", failing: "X", empty: "[] |") { $0.collect() },
        OperatorCase("collect(3) (T34)", [2, 3, 4, 5], finishing: "[2, 3, 4] [5] |", failing: "[2, 3, 4] X") {
            $0.collect(3)
        },
        OperatorCase("collect(while:)", [1, 2, 9, 8], finishing: "[1, 2, 9] [8] |", failing: "[1, 2, 9] X") {
            $0.collect { $0 < $1 }
        },
        OperatorCase("chunked(on:)", [11, 21, 32], finishing: "[11, 21] [32] |", failing: "[11, 21] X") {
            $0.chunked { $0 % 10 }
        },
        OperatorCase("count", [7, 8, 9], finishing: "3 |", failing: "X", empty: "0 |") { $0.count() },
        OperatorCase("min (T48)", [3, 1, 2], finishing: "1 |", failing: "X") { $0.min() },
        OperatorCase("max", [1, 3, 2], finishing: "3 |", failing: "X") { $0.max() },
        OperatorCase("min(by:), the first of equals", [21, 12, 11], finishing: "21 |", failing: "X") {
            $0.min { $0 % 10 < $1 % 10 }
        },
        OperatorCase("max(by:), the first of equals", [11, 12, 22], finishing: "12 |", failing: "X") {
            $0.max { $0 % 10 < $1 % 10 }
        },
        OperatorCase("tryMin", [3, 1, 2], finishing: "1 |", failing: "X") { $0.tryMin { $0 < $1 } },
        OperatorCase("tryMin, throwing", [3, 1, 2], finishing: "T", failing: "T") {
            $0.tryMin { try refuse(2, $0) < $1 }
        },
        OperatorCase("tryMax", [1, 3, 2], finishing: "3 |", failing: "X") { $0.tryMax { $0 < $1 } },
        OperatorCase("tryMax, throwing", [1, 3, 2], finishing: "T", failing: "T") {
            $0.tryMax { try $0 < refuse(2, $1) }
        },
        OperatorCase("contains", [1, 2, 3], finishing: "true |", failing: "true |", empty: "false |") {
            $0.contains(2)
        },
        OperatorCase("contains, of none", [1, 3], finishing: "false |", failing: "X", empty: "false |") {
            $0.contains(2)
        },
        OperatorCase("contains(where:)", [1, 2], finishing: "true |", failing: "true |", empty: "false |") {
            $0.contains { $0 > 1 }
        },
        OperatorCase("tryContains(where:)", [1, 2], finishing: "true |", failing: "true |", empty: "false |") {
            $0.tryContains { $0 > 1 }
        },
        OperatorCase("tryContains(where:), throwing", [1, 2], finishing: "T", failing: "T", empty: "false |") {
            $0.tryContains { try refuse(1, $0) > 1 }
        },
        OperatorCase("allSatisfy", [1, 2], finishing: "true |", failing: "X", empty: "true |") {
            $0.allSatisfy { $0 < 3 }
        },
        OperatorCase("allSatisfy, refusing", [1, 2], finishing: "false |", failing: "false |", empty: "true |") {
            $0.allSatisfy { $0 < 2 }
        },
        OperatorCase("tryAllSatisfy", [1, 2], finishing: "false |", failing: "false |", empty: "true |") {
            $0.tryAllSatisfy { $0 < 2 }
        },
        OperatorCase("tryAllSatisfy, throwing", [1, 2], finishing: "T", failing: "T", empty: "true |") {
            $0.tryAllSatisfy { try refuse(2, $0) < 3 }
        },
    ]

    private static let ending = [
        OperatorCase("replaceError (T49)", [1], finishing: "1 |", failing: "1 5 |", emptyFailing: "5 |") {
            $0.replaceError(with: 5)
        },
        OperatorCase("ignoreFailure", [1], finishing: "1 |", failing: "1 |", emptyFailing: "|") { $0.ignoreFailure() },
        OperatorCase("assertNoFailure", [1], finishing: "1 |", failing: "1 |", emptyFailing: "|") {
            $0.ignoreFailure().assertNoFailure()
        },
        OperatorCase("breakpoint", [1], finishing: "1 |", failing: "1 X") {
            $0.breakpoint(
                receiveSubscription: { _ in false }, receiveOutput: { $0 > 1 }, receiveCompletion: { _ in false })
        },
        OperatorCase("breakpointOnError", [1], finishing: "1 |", failing: "1 |", emptyFailing: "|") {
            $0.ignoreFailure().breakpointOnError()
        },
    ]
}

/// A scheduler whose time stands still.
private struct StoppedScheduler: Scheduler {
    var now: SchedulerInstant { .zero }

    func schedule(_ action: @escaping @Sendable () -> Void) { action() }

    func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        AnyCancellable {}
    }

    func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable {
        AnyCancellable {}
    }
}
