import Foundation
import Signals
import TestSupport

extension Catalogue {
    static let transforming = [
        Row("map(_:)", gives: "10 20 30 40 50") { bench in
            bench.source.map { [probe = bench.probe] in probe.pass($0.with($0.number * 10)) }
        },
        Row("asyncMap(maxTasks:order:on:_:)", gives: "10 20 30 40 50") { bench in
            bench.source.asyncMap(on: InlineExecutor()) { [probe = bench.probe] in
                probe.pass($0.with($0.number * 10))
            }
        },
        Row("asyncMap(maxTasks:order:on:_:)", "two, as they come", gives: "10 20 30 40 50") { bench in
            bench.source.asyncMap(maxTasks: .max(2), order: .completion, on: InlineExecutor()) {
                [probe = bench.probe] in probe.pass($0.with($0.number * 10))
            }
        },
        Row("asyncMap(maxTasks:order:on:_:)", "without failure", gives: "10 20 30 40 50", .finishesOnFailure) { bench in
            bench.source.ignoreFailure().asyncMap(on: InlineExecutor()) {
                [probe = bench.probe] (value) async throws(TestError) in probe.pass(value.with(value.number * 10))
            }
        },
        Row("mapError(_:)", gives: "1 2 3 4 5") { bench in
            bench.source.mapError { [probe = bench.probe] in probe.pass($0) }
        },
        Row("scan(_:_:)", gives: "1 3 6 10 15") { bench in
            bench.source.scan(Token(0, in: bench.census)) { [probe = bench.probe] (sum, value) in
                probe.pass(value.with(sum.number + value.number))
            }
        },
        Row("apply(_:)", gives: "3") { bench in bench.source.apply(Thirds(probe: bench.probe)) },
        Row("map(_:_:_:)", input: [1, 2], gives: "(1,1,true) (2,2,false)") { bench in
            let probe = bench.probe
            return bench.source.map(\.number, { probe.pass($0.number.magnitude) }, \.number.isFirst)
        },
        Row("tryMap(_:)", gives: "10 20 30 40 50") { bench in
            bench.source.tryMap { [probe = bench.probe] in probe.pass($0.with($0.number * 10)) }
        },
        Row("replaceNil(with:)", gives: "0 2 0 4 0") { bench in
            bench.source.map { $0.number.isMultiple(of: 2) ? $0 : nil }.replaceNil(with: Token(0, in: bench.census))
        },
        Row("tryScan(_:_:)", gives: "1 3 6 10 15") { bench in
            bench.source.tryScan(Token(0, in: bench.census)) { [probe = bench.probe] (sum, value) in
                probe.pass(value.with(sum.number + value.number))
            }
        },
        Row("setFailureType(to:)", gives: "1 2 3 4 5", .finishesOnFailure) { bench in
            bench.source.ignoreFailure().setFailureType(to: TestError.self)
        },
        Row("enumerated()", input: [7, 8], gives: "(offset:0,element:7) (offset:1,element:8)") { bench in
            bench.source.enumerated()
        },
        Row("nwise(_:)", gives: "[1,2,3] [2,3,4] [3,4,5]") { bench in bench.source.nwise(3) },
        Row("mapMany(_:)", input: [1, 2], gives: "[1,10] [2,20]") { bench in
            bench.source.map { [$0, $0.with($0.number * 10)] }.mapMany { [probe = bench.probe] in probe.pass($0) }
        },
        Row("toggle()", input: [1, 2], gives: "false true") { bench in bench.source.map { $0.number == 1 }.toggle() },
        Row("pairwise()", gives: "(1,2) (2,3) (3,4) (4,5)") { bench in bench.source.pairwise() },
        Row("materialize()", input: [1, 2], gives: "1 2 end", givesOnEmpty: "end", .finishesOnFailure) { bench in
            bench.source.materialize().map { if case .value(let value) = $0 { "\(value)" } else { "end" } }
        },
        Row("dematerialize()", gives: "1 2 3", .finishesOnFailure) { bench in
            bench.source.ignoreFailure().map { (value) -> Publishers.MaterializedEvent<Token, TestError> in
                value.number == 4 ? .completion(.finished) : .value(value)
            }.dematerialize()
        },
        Row("encode(encoder:)", gives: "1 2 3 4 5") { bench in
            bench.source.map(\.number).encode(encoder: JSONEncoder()).map { String(decoding: $0, as: UTF8.self) }
        },
        Row("decode(type:decoder:)", gives: "1 2 3 4 5") { bench in
            bench.source.map { Data("\($0)".utf8) }.decode(type: Int.self, decoder: JSONDecoder())
        },
    ]

    static let filtering = [
        Row("filter(_:)", gives: "2 4") { bench in
            bench.source.filter { [probe = bench.probe] in probe.pass($0.number.isMultiple(of: 2)) }
        },
        Row("filter(_:)", "that accepts nothing", gives: "") { bench in bench.source.filter { _ in false } },
        Row("compactMap(_:)", gives: "1 3 5") { bench in
            bench.source.compactMap { [probe = bench.probe] in
                probe.pass($0.number.isMultiple(of: 2) ? nil : $0.with($0.number))
            }
        },
        Row("dropFirst(_:)", gives: "3 4 5") { bench in bench.source.dropFirst(2) },
        Row("prefix(_:)", gives: "1 2") { bench in bench.source.prefix(2) },
        Row("prefix(_:)", "of none", gives: "") { bench in bench.source.prefix(0) },
        Row("prefix(_:)", "longer than the input", gives: "1 2 3 4 5") { bench in bench.source.prefix(9) },
        Row("first()", gives: "1") { bench in bench.source.first() },
        Row("removeDuplicates()", input: [1, 1, 2, 2, 1], gives: "1 2 1") { bench in bench.source.removeDuplicates() },
        Row("removeDuplicates(by:)", input: [1, 1, 2, 2, 1], gives: "1 2 1") { bench in
            bench.source.removeDuplicates { [probe = bench.probe] in probe.pass($0 == $1) }
        },
        Row("removeAllDuplicates()", input: [1, 2, 1, 3, 2], gives: "1 2 3") { bench in
            bench.source.removeAllDuplicates()
        },
        Row("removeAllDuplicates(_:)", gives: "1 2") { bench in
            bench.source.removeAllDuplicates { [probe = bench.probe] in probe.pass($0.number % 2) }
        },
        Row("tryFilter(_:)", gives: "2 4") { bench in
            bench.source.tryFilter { [probe = bench.probe] in probe.pass($0.number.isMultiple(of: 2)) }
        },
        Row("tryCompactMap(_:)", gives: "1 3 5") { bench in
            bench.source.tryCompactMap { [probe = bench.probe] in
                probe.pass($0.number.isMultiple(of: 2) ? nil : $0.with($0.number))
            }
        },
        Row("tryRemoveDuplicates(by:)", input: [1, 1, 2, 2, 1], gives: "1 2 1") { bench in
            bench.source.tryRemoveDuplicates { [probe = bench.probe] in probe.pass($0 == $1) }
        },
        Row("replaceEmpty(with:)", gives: "1 2 3 4 5", givesOnEmpty: "0") { bench in
            bench.source.replaceEmpty(with: Token(0, in: bench.census))
        },
        Row("ignoreOutput()", gives: "") { bench in bench.source.ignoreOutput() },
        Row("drop(while:)", input: [1, 2, 3, 1], gives: "3 1") { bench in
            bench.source.drop { [probe = bench.probe] in probe.pass($0.number < 3) }
        },
        Row("tryDrop(while:)", input: [1, 2, 3, 1], gives: "3 1") { bench in
            bench.source.tryDrop { [probe = bench.probe] in probe.pass($0.number < 3) }
        },
        Row("prefix(while:)", input: [1, 2, 3, 1], gives: "1 2") { bench in
            bench.source.prefix { [probe = bench.probe] in probe.pass($0.number < 3) }
        },
        Row("prefix(while:_:)", input: [1, 2, 3, 1], gives: "1 2 3") { bench in
            bench.source.prefix(while: { [probe = bench.probe] in probe.pass($0.number < 3) }, .inclusive)
        },
        Row("tryPrefix(while:)", input: [1, 2, 3, 1], gives: "1 2") { bench in
            bench.source.tryPrefix { [probe = bench.probe] in probe.pass($0.number < 3) }
        },
        Row("first(where:)", gives: "3") { bench in
            bench.source.first { [probe = bench.probe] in probe.pass($0.number > 2) }
        },
        Row("tryFirst(where:)", gives: "3") { bench in
            bench.source.tryFirst { [probe = bench.probe] in probe.pass($0.number > 2) }
        },
        Row("last()", gives: "5") { bench in bench.source.last() },
        Row("last(where:)", gives: "2") { bench in
            bench.source.last { [probe = bench.probe] in probe.pass($0.number < 3) }
        },
        Row("tryLast(where:)", gives: "2") { bench in
            bench.source.tryLast { [probe = bench.probe] in probe.pass($0.number < 3) }
        },
        Row("output(at:)", gives: "3") { bench in bench.source.output(at: 2) },
        Row("output(in:)", gives: "2 3") { bench in bench.source.output(in: 1..<3) },
        Row("output(in:)", "without an end", gives: "4 5") { bench in bench.source.output(in: 3...) },
        Row("output(in:)", "of none", gives: "") { bench in bench.source.output(in: 2..<2) },
    ]

    static let reducing = [
        Row("collect()", gives: "[1,2,3,4,5]", givesOnEmpty: "[]") { bench in bench.source.collect() },
        Row("collect(_:)", gives: "[1,2] [3,4] [5]") { bench in bench.source.collect(2) },
        Row("collect(while:)", input: [1, 2, 9, 8], gives: "[1,2,9] [8]") { bench in
            bench.source.collect { [probe = bench.probe] in probe.pass($0.number < $1.number) }
        },
        Row("chunked(by:)", input: [1, 2, 9, 8], gives: "[1,2,9] [8]") { bench in
            bench.source.chunked { [probe = bench.probe] in probe.pass($0.number < $1.number) }
        },
        Row("chunked(on:)", input: [1, 3, 2, 5], gives: "[1,3] [2] [5]") { bench in
            bench.source.chunked { [probe = bench.probe] in probe.pass($0.number % 2) }
        },
        Row("reduce(_:_:)", gives: "15", givesOnEmpty: "0") { bench in
            bench.source.reduce(Token(0, in: bench.census)) { [probe = bench.probe] (sum, value) in
                probe.pass(value.with(sum.number + value.number))
            }
        },
        Row("tryReduce(_:_:)", gives: "15", givesOnEmpty: "0") { bench in
            bench.source.tryReduce(Token(0, in: bench.census)) { [probe = bench.probe] (sum, value) in
                probe.pass(value.with(sum.number + value.number))
            }
        },
        Row("count()", gives: "5", givesOnEmpty: "0") { bench in bench.source.count() },
        Row("min()", gives: "1") { bench in bench.source.min() },
        Row("max()", gives: "5") { bench in bench.source.max() },
        Row("min(by:)", gives: "1") { bench in bench.source.min { [probe = bench.probe] in probe.pass($0 < $1) } },
        Row("max(by:)", gives: "5") { bench in bench.source.max { [probe = bench.probe] in probe.pass($0 < $1) } },
        Row("tryMin(by:)", gives: "1") { bench in
            bench.source.tryMin { [probe = bench.probe] in probe.pass($0 < $1) }
        },
        Row("tryMax(by:)", gives: "5") { bench in
            bench.source.tryMax { [probe = bench.probe] in probe.pass($0 < $1) }
        },
        Row("contains(_:)", gives: "true", givesOnEmpty: "false") { bench in
            bench.source.contains(Token(3, in: bench.census))
        },
        Row("contains(where:)", gives: "true", givesOnEmpty: "false") { bench in
            bench.source.contains { [probe = bench.probe] in probe.pass($0.number == 3) }
        },
        Row("tryContains(where:)", gives: "true", givesOnEmpty: "false") { bench in
            bench.source.tryContains { [probe = bench.probe] in probe.pass($0.number == 3) }
        },
        Row("allSatisfy(_:)", gives: "false", givesOnEmpty: "true") { bench in
            bench.source.allSatisfy { [probe = bench.probe] in probe.pass($0.number < 3) }
        },
        Row("allSatisfy(_:)", "to the end", gives: "true", givesOnEmpty: "true") { bench in
            bench.source.allSatisfy { [probe = bench.probe] in probe.pass($0.number < 9) }
        },
        Row("tryAllSatisfy(_:)", gives: "false", givesOnEmpty: "true") { bench in
            bench.source.tryAllSatisfy { [probe = bench.probe] in probe.pass($0.number < 3) }
        },
    ]

    static let recovering = [
        Row("replaceError(with:)", gives: "1 2 3 4 5", .finishesOnFailure) { bench in
            bench.source.replaceError(with: Token(0, in: bench.census))
        },
        Row("assertNoFailure(_:file:line:)", gives: "1 2 3 4 5", .finishesOnFailure) { bench in
            bench.source.ignoreFailure().assertNoFailure()
        },
        Row("ignoreFailure()", gives: "1 2 3 4 5", .finishesOnFailure) { bench in bench.source.ignoreFailure() },
    ]

    static let debugging = [
        Row(
            "handleEvents(receiveSubscription:receiveOutput:receiveCompletion:receiveCancel:receiveRequest:)",
            gives: "1 2 3 4 5"
        ) { bench in
            let probe = bench.probe
            return bench.source.handleEvents(
                receiveSubscription: { _ in probe.pass(()) }, receiveOutput: { _ in probe.pass(()) },
                receiveCompletion: { _ in probe.pass(()) }, receiveCancel: { probe.pass(()) },
                receiveRequest: { _ in probe.pass(()) })
        },
        Row("print(_:to:)", gives: "1 2 3 4 5") { bench in bench.source.print("", to: Drain(probe: bench.probe)) },
        Row("breakpoint(receiveSubscription:receiveOutput:receiveCompletion:)", gives: "1 2 3 4 5") { bench in
            let probe = bench.probe
            return bench.source.breakpoint(
                receiveSubscription: { _ in probe.pass(false) }, receiveOutput: { _ in probe.pass(false) },
                receiveCompletion: { _ in probe.pass(false) })
        },
        Row("breakpointOnError()", gives: "1 2 3 4 5", .finishesOnFailure) { bench in
            bench.source.ignoreFailure().breakpointOnError()
        },
    ]

    static let erasing = [
        Row("eraseToAnyPublisher()", gives: "1 2 3 4 5") { bench in
            let erased: AnyPublisher<Token, TestError> = bench.source.eraseToAnyPublisher()
            return erased
        },
        Row("eraseToAnyPublisher()", "on the main actor", gives: "1 2 3 4 5") { bench in
            let erased: AnyMainActorPublisher<Token, TestError> = bench.source.eraseToAnyPublisher()
            return erased
        },
        Row("map(_:)", "erased, twice", gives: "4 8 12 16 20") { bench in
            bench.source.map { $0.with($0.number * 2) }.eraseToAnyPublisher().map { $0.with($0.number * 2) }
                .eraseToAnyPublisher()
        },
    ]
}

/// An operator of a user's own.
private struct Thirds: Operator {
    typealias Failure = TestError
    let probe: Probe

    func makeState() -> Int { 0 }

    func next(_ input: Token, _ count: inout Int) throws(TestError) -> Step<Token> {
        probe.pass(())
        count += 1
        return count.isMultiple(of: 3) ? .emit(input) : .skip
    }
}

/// Where `print` writes to.
private struct Drain: EventLog {
    let probe: Probe
    func write(line: String) { probe.pass(()) }
}

extension Int {
    fileprivate var isFirst: Bool { self < 2 }
}
