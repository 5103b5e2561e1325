import Signals

extension Catalogue {
    static let combining = [
        Row("merge(with:)", gives: "1 2 3 4 5 6 7", .interleaves) { bench in
            bench.source.merge(with: bench.another([6, 7]))
        },
        Row("merge(with:_:)", gives: "1 2 3 4 5 6 7", .interleaves) { bench in
            bench.source.merge(with: bench.another([6]), bench.another([7]))
        },
        Row("merge(with:_:_:)", gives: "1 2 3 4 5 6 7 8", .interleaves) { bench in
            bench.source.merge(with: bench.another([6]), bench.another([7]), bench.another([8]))
        },
        Row("merge()", gives: "1 2 3 4 5 6 7 8", .interleaves) { bench in
            [bench.source, bench.another([6, 7]), bench.another([8])].merge()
        },
        Row("combineLatest(_:)", gives: "(1,6) (2,6) (3,6) (4,6) (5,6)", .dependsOnDemand) { bench in
            bench.another([6]).combineLatest(bench.source).map { ($0.1, $0.0) }
        },
        Row("combineLatest(_:_:)", "of three", gives: "(5,6,7)", .dependsOnDemand) { bench in
            bench.source.combineLatest(bench.another([6]), bench.another([7]))
        },
        Row("combineLatest(_:_:)", "with a transform", gives: "11", .dependsOnDemand) { bench in
            bench.source.combineLatest(bench.another([6])) { [probe = bench.probe] in
                probe.pass($0.with($0.number + $1.number))
            }
        },
        Row("combineLatest(_:_:_:)", "of four", gives: "(5,6,7,8)", .dependsOnDemand) { bench in
            bench.source.combineLatest(bench.another([6]), bench.another([7]), bench.another([8]))
        },
        Row("combineLatest(_:_:_:)", "with a transform", gives: "18", .dependsOnDemand) { bench in
            bench.source.combineLatest(bench.another([6]), bench.another([7])) { [probe = bench.probe] in
                probe.pass($0.with($0.number + $1.number + $2.number))
            }
        },
        Row("combineLatest(_:_:_:_:)", gives: "26", .dependsOnDemand) { bench in
            bench.source.combineLatest(bench.another([6]), bench.another([7]), bench.another([8])) {
                [probe = bench.probe] in probe.pass($0.with($0.number + $1.number + $2.number + $3.number))
            }
        },
        Row("combineLatest()", gives: "[5,6,7] [5,6,8]", .dependsOnDemand) { bench in
            [bench.source, bench.another([6]), bench.another([7, 8])].combineLatest()
        },
    ]

    static let grouping = [
        Row("groupBy(_:keeping:receiveDropped:)", gives: "1 2 3 4 5", .interleaves) { bench in
            bench.source.groupBy { [probe = bench.probe] in probe.pass($0.number % 2) }.flatMap { $0 }
        },
        Row("groupBy(_:keeping:receiveDropped:until:)", gives: "1 2 3 4 5", .interleaves) { bench in
            bench.source.groupBy({ $0.number % 2 }) { [probe = bench.probe] group in
                probe.pass(group.filter { $0.number > 2 })
            }.flatMap { $0 }
        },
        Row("mergeMembers()", input: [1, 2], gives: "6 7", .interleaves) { bench in
            bench.source.map { [inner = bench.another([6, 7])] _ in ["a": inner] }.mergeMembers()
        },
        Row("combineLatestMembers()", input: [1, 2], gives: "[1:6] [1:7]", .interleaves) { bench in
            bench.source.map { [inner = bench.another([6, 7])] _ in [1: inner] }.combineLatestMembers()
        },
        Row("memberEvents()", input: [1], gives: "members 6 7", .interleaves) { bench in
            bench.source.map { [inner = bench.another([6, 7])] _ in [1: inner] }.memberEvents()
                .map { if case .value(let value, _) = $0 { "\(value)" } else { "members" } }
        },
        Row("window(count:)", gives: "[1,2] [3,4] [5]", .interleaves) { bench in
            bench.source.window(count: 2).flatMap { $0.collect() }
        },
        Row("window(until:)", gives: "[1,2,3,4,5]", .interleaves) { bench in
            bench.source.window(until: bench.another([6, 7], nil)).flatMap { $0.collect() }
        },
        Row("window(byTime:scheduler:)", gives: "[1,2,3,4,5]", .interleaves) { bench in
            bench.source.window(byTime: .seconds(1000), scheduler: bench.scheduler).flatMap { $0.collect() }
        },
    ]

    static let flattening = [
        Row("flatMap(maxPublishers:_:)", gives: "1 1 2 2 3 3 4 4 5 5", .interleaves) { bench in
            bench.source.flatMap { [probe = bench.probe, weak bench] (value) throws(TestError) in
                probe.pass(())
                guard let bench else { throw TestError() }
                return bench.another([value.number, value.number])
            }
        },
        Row("flatMap(maxPublishers:_:)", "one at a time", gives: "1 1 2 2 3 3 4 4 5 5") { bench in
            bench.source.flatMap(maxPublishers: .max(1)) { [weak bench] (value) throws(TestError) in
                guard let bench else { throw TestError() }
                return bench.another([value.number, value.number])
            }
        },
        Row("flatMap(maxPublishers:_:)", "three at a time", gives: "1 1 2 2 3 3 4 4 5 5", .interleaves) { bench in
            bench.source.flatMap(maxPublishers: .max(3)) { [weak bench] (value) throws(TestError) in
                guard let bench else { throw TestError() }
                return bench.another([value.number, value.number])
            }
        },
    ]

    static let origins = [
        Row("ticks", gives: "tick tick tick", givesOnEmpty: "tick tick tick", [.isOrigin, .dependsOnDemand]) { bench in
            bench.scheduler.ticks(every: .milliseconds(5)).map { _ in "tick" }.prefix(3)
        },
        Row("Just", gives: "7", givesOnEmpty: "7", .isOrigin) { _ in Just(7) },
        Row("Empty", gives: "", .isOrigin) { _ in Empty<Int, Never>() },
        Row("Sequence.publisher", gives: "1 2 3", givesOnEmpty: "1 2 3", .isOrigin) { bench in
            [1, 2, 3].map { Token($0, in: bench.census) }.publisher
        },
        Row("Deferred", gives: "1 2 3 4 5") { bench in
            Deferred { [source = bench.source, probe = bench.probe] in probe.pass(source) }
        },
        Row("Record", gives: "1 2 3", givesOnEmpty: "1 2 3", .isOrigin) { bench in
            Record<Token, TestError>(output: [1, 2, 3].map { Token($0, in: bench.census) }, completion: .finished)
        },
        Row("Future", gives: "7", givesOnEmpty: "7", .isOrigin) { bench in
            Future<Token, TestError> { [census = bench.census] promise in promise(.success(Token(7, in: census))) }
        },
        Row("Optional.publisher", gives: "7", givesOnEmpty: "7", .isOrigin) { bench in
            Optional(Token(7, in: bench.census)).publisher
        },
        Row("Result.publisher", gives: "7", givesOnEmpty: "7", .isOrigin) { bench in
            Result<Token, TestError>.success(Token(7, in: bench.census)).publisher
        },
    ]
}
