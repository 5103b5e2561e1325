import Signals
import Testing

/// Whether the random programs would find what they are there to find.
@Suite("The random programs themselves")
struct RandomProgramSelfTests {
    /// A way to understand an operator wrong.
    struct Mistake: CustomTestStringConvertible, Sendable {
        let testDescription: String
        /// How many operators the smallest program that shows it has.
        var operators = 1
        let change: @Sendable (Node) -> Node

        func reading(_ program: Program) -> Program {
            var program = program
            program.root = program.root.mapped(change)
            return program
        }
    }

    static let mistakes = [
        Mistake(testDescription: "prefix takes one too many") { node in
            guard case .stage(let base, .prefix(let count)) = node else { return node }
            return .stage(base, .prefix(count + 1))
        },
        Mistake(testDescription: "a debounce is a tick late") { node in
            guard case .stage(let base, .debounce(let ticks)) = node else { return node }
            return .stage(base, .debounce(ticks + 1))
        },
        Mistake(testDescription: "zip mixes up its sides") { node in
            guard case .join(let left, .zip, let right) = node else { return node }
            return .join(right, .zip, left)
        },
        Mistake(testDescription: "a retry gives up too soon") { node in
            guard case .stage(let base, .retry(let count)) = node, count > 0 else { return node }
            return .stage(base, .retry(count - 1))
        },
        Mistake(testDescription: "switchToLatest does not switch") { node in
            guard case .flatten(let outer, .latest, let inners) = node else { return node }
            return .flatten(outer, .flatMap(nil), inners)
        },
        Mistake(testDescription: "a group is closed a value late") { node in
            guard case .stage(let base, .groupByUntil(let divisor, let count)) = node else { return node }
            return .stage(base, .groupByUntil(divisor, count + 1))
        },
        Mistake(testDescription: "members are combined") { node in
            guard case .flatten(let sets, .mergeMembers, let inners) = node else { return node }
            return .flatten(sets, .combineLatestMembers, inners)
        },
        Mistake(testDescription: "a buffer keeps one more") { node in
            guard case .stage(let base, .buffer(let size, .byRequest, let overflow)) = node else { return node }
            return .stage(base, .buffer(size + 1, .byRequest, overflow))
        },
    ]

    @Test(
        "an operator that does something else is found, and shown by a program as small as can be", arguments: mistakes)
    func mistake(_ mistake: Mistake) throws {
        let result = Batch(seed: 1, part: 0, of: 1).run(20_000, Trial(reading: mistake.reading))
        let smallest = try #require(result.smallest)
        #expect(smallest.root.operatorCount == mistake.operators, "\(smallest)")
        #expect(smallest.root.beatCount <= 4, "\(smallest)")
        // What is printed is a chain, and both time lines.
        #expect(result.difference?.contains("reference  ") ?? false)
        #expect(result.difference?.contains("library    ") ?? false)
    }

    @Test("a seed has the same programs each time, and another seed others")
    func seeds() {
        func programs(_ seed: UInt64) -> [Program] {
            var batch = Batch(seed: seed, part: 3, of: 8)
            return (0..<200).map { _ in batch.next() }
        }
        #expect(programs(42) == programs(42))
        #expect(programs(42) != programs(43))
    }

    @Test("most programs have an answer that the interpreter knows, and every operator is among them")
    func coverage() {
        let result = Batch(seed: 7, part: 0, of: 1).run(500, Trial())
        #expect(result.agreed == 500, "\(result.difference ?? "")")
        #expect(result.unknown < 500)
        var batch = Batch(seed: 7, part: 0, of: 1)
        var names = Set<String>()
        for _ in 0..<3_000 { names.formUnion(batch.next().root.operatorNames) }
        #expect(names.count >= 70, "\(names.sorted())")
    }
}

extension Node {
    /// This node, with everything in it replaced, from the origins on.
    fileprivate func mapped(_ change: (Node) -> Node) -> Node {
        switch self {
        case .origin: change(self)
        case .stage(let node, let stage): change(.stage(node.mapped(change), stage))
        case .join(let left, let join, let right): change(.join(left.mapped(change), join, right.mapped(change)))
        case .all(let nodes, let gathering): change(.all(nodes.map { $0.mapped(change) }, gathering))
        case .flatten(let outer, let flattening, let inners):
            change(.flatten(outer.mapped(change), flattening, inners.map { $0.mapped(change) }))
        case .diamond(let base, let left, let join, let right):
            change(.diamond(base.mapped(change), left, join, right))
        }
    }

    private func forEach(_ body: (Node) -> Void) {
        _ = mapped { node in
            body(node)
            return node
        }
    }

    /// How many operators there are, those of inner publishers among them.
    fileprivate var operatorCount: Int {
        var count = 0
        forEach { if case .origin = $0 {} else { count += 1 } }
        return count
    }

    fileprivate var beatCount: Int {
        var count = 0
        forEach { node in
            switch node {
            case .origin(.cold(let beats)), .origin(.hot(let beats)), .origin(.current(_, let beats)),
                .origin(.replay(_, let beats)):
                count += beats.count
            case .origin(.sequence(let values)): count += values.count
            case .origin(.record(let events)): count += events.count
            default: break
            }
        }
        return count
    }

    fileprivate var operatorNames: Set<String> {
        var names = Set<String>()
        func add(_ kind: String, _ value: some Any) {
            names.insert(kind + "." + "\(value)".prefix { $0 != "(" })
        }
        forEach { node in
            switch node {
            case .origin(let origin): add("origin", origin)
            case .stage(_, let stage): add("stage", stage)
            case .join(_, let join, _): add("join", join)
            case .all(_, let gathering): add("all", gathering)
            case .flatten(_, let flattening, _): add("flatten", flattening)
            case .diamond(_, let left, let join, let right):
                add("diamond", join)
                for stage in left + right { add("stage", stage) }
            }
        }
        return names
    }
}
