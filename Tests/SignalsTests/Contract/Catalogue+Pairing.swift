import Signals

extension Catalogue {
    static let pairing = zipping + takingNewest

    /// The other inputs of `zip` do not end, so that the end of upstream is what counts.
    private static let zipping: [Row] = [
        Row("zip(_:)", input: [1, 2], gives: "(1,6) (2,7)") { bench in bench.source.zip(bench.another([6, 7], nil)) },
        Row("zip(_:_:)", "of three", input: [1, 2], gives: "(1,6,8) (2,7,9)") { bench in
            bench.source.zip(bench.another([6, 7], nil), bench.another([8, 9], nil))
        },
        Row("zip(_:_:)", "with a transform", input: [1, 2], gives: "7 9") { bench in
            bench.source.zip(bench.another([6, 7], nil)) { [probe = bench.probe] in
                probe.pass($0.with($0.number + $1.number))
            }
        },
        Row("zip(_:_:)", "whose others end first", gives: "(1,6,8) (2,7,9)") { bench in
            bench.source.zip(bench.another([6, 7]), bench.another([8, 9, 10]))
        },
        Row("zip(_:_:_:)", "of four", input: [1, 2], gives: "(1,4,6,8) (2,5,7,9)") { bench in
            bench.source.zip(bench.another([4, 5], nil), bench.another([6, 7], nil), bench.another([8, 9], nil))
        },
        Row("zip(_:_:_:)", "with a transform", input: [1, 2], gives: "15 18") { bench in
            bench.source.zip(bench.another([6, 7], nil), bench.another([8, 9], nil)) { [probe = bench.probe] in
                probe.pass($0.with($0.number + $1.number + $2.number))
            }
        },
        Row("zip(_:_:_:_:)", input: [1, 2], gives: "19 23") { bench in
            bench.source.zip(bench.another([4, 5], nil), bench.another([6, 7], nil), bench.another([8, 9], nil)) {
                [probe = bench.probe] in probe.pass($0.with($0.number + $1.number + $2.number + $3.number))
            }
        },
        Row("zip(_:_:_:_:_:)", "of six", input: [1], gives: "(1,2,3,4,5,6)") { bench in
            bench.source.zip(
                bench.another([2], nil), bench.another([3], nil), bench.another([4], nil), bench.another([5], nil),
                bench.another([6], nil))
        },
        Row("zip()", input: [1, 2], gives: "[1,6,8] [2,7,9]") { bench in
            [bench.source, bench.another([6, 7], nil), bench.another([8, 9], nil)].zip()
        },
    ]

    private static let takingNewest: [Row] = [
        Row("withLatestFrom(_:)", gives: "(1,7) (2,7) (3,7) (4,7) (5,7)") { bench in
            bench.source.withLatestFrom(bench.another([6, 7]))
        },
        Row("withLatestFrom(_:_:)", "of three", input: [1, 2], gives: "(1,6,7) (2,6,7)") { bench in
            bench.source.withLatestFrom(bench.another([6], nil), bench.another([7]))
        },
        Row("withLatestFrom(_:_:)", "with a transform", input: [1, 2], gives: "7 8") { bench in
            bench.source.withLatestFrom(bench.another([6])) { [probe = bench.probe] in
                probe.pass($0.with($0.number + $1.number))
            }
        },
        Row("withLatestFrom(_:_:_:)", input: [1, 2], gives: "(1,6,7,8) (2,6,7,8)") { bench in
            bench.source.withLatestFrom(bench.another([6]), bench.another([7], nil), bench.another([8]))
        },
        Row("withLatestFrom(_:_:_:_:_:)", "of six", input: [1, 2], gives: "(1,5,6,7,8,9) (2,5,6,7,8,9)") { bench in
            bench.source.withLatestFrom(
                bench.another([5]), bench.another([6]), bench.another([7]), bench.another([8], nil),
                bench.another([9]))
        },
        Row("combineLatest(_:_:_:_:_:)", "of six", gives: "(5,6,7,8,9,10)", .dependsOnDemand) { bench in
            bench.source.combineLatest(
                bench.another([6]), bench.another([7]), bench.another([8]), bench.another([9]), bench.another([10]))
        },
        Row("merge(with:_:_:_:_:)", "of six", gives: "1 2 3 4 5 6 7 8 9 10", .interleaves) { bench in
            bench.source.merge(
                with: bench.another([6]), bench.another([7]), bench.another([8]), bench.another([9]),
                bench.another([10]))
        },
    ]
}

extension Catalogue {
    /// One side that can fail, and one that cannot.
    static let mixed = [
        Row("append(_:)", "of what cannot fail", gives: "1 2 3 4 5 6 7", givesOnEmpty: "6 7") { bench in
            bench.source.append(bench.another([6, 7]).ignoreFailure())
        },
        Row("append(_:)", "to what cannot fail", gives: "1 2 3 4 5 6 7", givesOnEmpty: "6 7", .finishesOnFailure) {
            bench in bench.source.ignoreFailure().append(bench.another([6, 7]))
        },
        Row("prepend(_:)", "of what cannot fail", gives: "6 7 1 2 3 4 5", givesOnEmpty: "6 7", .subscribesLater) {
            bench in bench.source.prepend(bench.another([6, 7]).ignoreFailure())
        },
        Row(
            "prepend(_:)", "to what cannot fail", gives: "6 7 1 2 3 4 5", givesOnEmpty: "6 7",
            [.subscribesLater, .finishesOnFailure]
        ) { bench in bench.source.ignoreFailure().prepend(bench.another([6, 7])) },
        Row("merge(with:)", "what cannot fail", gives: "1 2 3 4 5 6 7", .interleaves) { bench in
            bench.source.merge(with: bench.another([6, 7]).ignoreFailure())
        },
        Row("merge(with:)", "what can fail", gives: "1 2 3 4 5 6 7", [.interleaves, .finishesOnFailure]) { bench in
            bench.source.ignoreFailure().merge(with: bench.another([6, 7]))
        },
        Row("combineLatest(_:)", "what can fail", gives: "(1,6) (2,6) (3,6) (4,6) (5,6)", .dependsOnDemand) { bench in
            bench.another([6]).ignoreFailure().combineLatest(bench.source).map { ($0.1, $0.0) }
        },
        Row(
            "combineLatest(_:)", "what cannot fail", gives: "(1,6) (2,6) (3,6) (4,6) (5,6)",
            [.dependsOnDemand, .finishesOnFailure]
        ) { bench in bench.another([6]).combineLatest(bench.source.ignoreFailure()).map { ($0.1, $0.0) } },
        Row("zip(_:)", "what cannot fail", input: [1, 2], gives: "(1,6) (2,7)") { bench in
            bench.source.zip(bench.another([6, 7], nil).ignoreFailure())
        },
        Row("zip(_:)", "what can fail", input: [1, 2], gives: "(1,6) (2,7)", .finishesOnFailure) { bench in
            bench.source.ignoreFailure().zip(bench.another([6, 7], nil))
        },
        Row("race(with:)", "what cannot fail", gives: "1 2 3 4 5") { bench in
            bench.source.race(with: bench.another([], nil).ignoreFailure())
        },
        Row("race(with:)", "what can fail", gives: "1 2 3 4 5", .finishesOnFailure) { bench in
            bench.source.ignoreFailure().race(with: bench.another([], nil))
        },
        Row("flatMapLatest(_:)", "to what cannot fail", input: [1, 2], gives: "6 7 6 7", .dependsOnDemand) { bench in
            bench.source.flatMapLatest {
                [probe = bench.probe, inner = bench.another([6, 7]).ignoreFailure()] _ in probe.pass(inner)
            }
        },
        Row("switchToLatest()", "of what cannot fail", input: [1, 2], gives: "6 7 6 7", .dependsOnDemand) { bench in
            bench.source.map { [probe = bench.probe, inner = bench.another([6, 7]).ignoreFailure()] _ in
                probe.pass(inner)
            }.switchToLatest()
        },
    ]
}
