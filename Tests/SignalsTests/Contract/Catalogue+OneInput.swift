import Signals

extension Catalogue {
    static let transforming = [
        Row("map(_:)", gives: "10 20 30 40 50") { bench in
            bench.source.map { [probe = bench.probe] in probe.pass($0.with($0.number * 10)) }
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
    ]

    static let reducing = [
        Row("collect()", gives: "[1,2,3,4,5]", givesOnEmpty: "[]") { bench in bench.source.collect() },
        Row("collect(_:)", gives: "[1,2] [3,4] [5]") { bench in bench.source.collect(2) },
        Row("reduce(_:_:)", gives: "15", givesOnEmpty: "0") { bench in
            bench.source.reduce(Token(0, in: bench.census)) { [probe = bench.probe] (sum, value) in
                probe.pass(value.with(sum.number + value.number))
            }
        },
    ]

    static let recovering = [
        Row("replaceError(with:)", gives: "1 2 3 4 5", .finishesOnFailure) { bench in
            bench.source.replaceError(with: Token(0, in: bench.census))
        }
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
