import Foundation
import TestSupport
import Testing

/// Chains of operators with inputs by chance: the library must give what the reference interpreter says, at the same times
/// and in the same order, whatever the chain.
///
/// Each run has other programs. `SIGNALS_SEED` has those of an earlier one again, and `SIGNALS_PROGRAMS` says how many.
@Suite("Random programs")
struct RandomProgramTests {
    /// Where the chance of this run comes from. It is printed once.
    static let seed: UInt64 = {
        let given = ProcessInfo.processInfo.environment["SIGNALS_SEED"].flatMap { UInt64($0) }
        let seed = given ?? UInt64.random(in: 0...UInt64(UInt32.max))
        print("Random programs: SIGNALS_SEED=\(seed)")
        return seed
    }()

    /// How many programs there are in all: fewer under ThreadSanitizer, whose business they are not.
    static let count: Int = {
        let given = ProcessInfo.processInfo.environment["SIGNALS_PROGRAMS"].flatMap { Int($0) }
        return given ?? (isThreadSanitized ? 1_000 : 10_000)
    }()

    /// The programs are run in parts, so that these can run side by side.
    static let parts = 8

    @Test("ten thousand programs give what the reference interpreter says", arguments: 0..<parts)
    func agreement(part: Int) {
        let batch = Batch(seed: Self.seed, part: part, of: Self.parts)
        let count = Self.count / Self.parts
        let result = batch.run(count, Trial())
        #expect(result.agreed == count || result.difference != nil)
        if let difference = result.difference {
            Issue.record("SIGNALS_SEED=\(Self.seed)\n\(difference)")
        }
    }
}

/// A part of the programs of one run.
struct Batch {
    private var random: SplitMix64
    private let part: Int

    init(seed: UInt64, part: Int, of parts: Int) {
        random = SplitMix64(seed: seed &* UInt64(parts) &+ UInt64(part))
        self.part = part
    }

    struct Result {
        var agreed = 0
        var unknown = 0
        /// The first program that failed, in its smallest form, with what was wrong.
        var difference: String?
        var smallest: Program?
    }

    /// The next program.
    mutating func next() -> Program {
        let themes = Generator.Theme.allCases
        // The last has no answer for most, so there are fewer of it.
        let theme = themes[Int(random.next() % UInt64(3 * themes.count - 2)) / 3]
        var generator = Generator(seed: random.next(), theme: theme)
        return generator.program()
    }

    /// Runs programs until `count` have been found right, or one wrong.
    func run(_ count: Int, _ trial: Trial) -> Result {
        var batch = self
        var result = Result()
        while result.agreed < count {
            let program = batch.next()
            switch trial.verdict(on: program) {
            case .agrees: result.agreed += 1
            case .unknown: result.unknown += 1
            case .differs:
                let smallest = program.shrunk { if case .differs = trial.verdict(on: $0) { true } else { false } }
                result.smallest = smallest
                if case .differs(let text) = trial.verdict(on: smallest) { result.difference = "\(smallest)\n\(text)" }
                return result
            }
            if result.unknown > 4 * count + 100 { break }
        }
        return result
    }
}
