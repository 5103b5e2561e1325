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
