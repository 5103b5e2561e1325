/// A line of the table: some work, what it is compared with, and how many times that it may cost.
struct Row: Sendable {
    let name: String
    /// What the ratio to the reference may be, if that is checked.
    let limit: Double?
    /// What the ratio should be, where it is not yet.
    let goal: Double?
    /// Whether a busy machine does not get the ratio beyond the limit: it is half of that or less, or does not vary.
    let isSteady: Bool
    let referenceName: String
    let reference: @Sendable () -> Work
    let work: @Sendable () -> Work

    /// A row that is compared with the hand-written list of closures, called once an event.
    init(
        _ name: String, limit: Double?, goal: Double? = nil, steady: Bool = false,
        _ work: @escaping @Sendable () -> Work
    ) {
        self.init(name, limit: limit, goal: goal, steady: steady, to: ("L", ObserverList.notification), work)
    }

    /// A row that is compared with the same work written by hand.
    init(
        _ name: String, limit: Double?, goal: Double? = nil, steady: Bool = false,
        byHand: @escaping @Sendable () -> Work, _ work: @escaping @Sendable () -> Work
    ) {
        self.init(name, limit: limit, goal: goal, steady: steady, to: ("by hand", byHand), work)
    }

    /// A row that is compared with something else.
    init(
        _ name: String, limit: Double?, goal: Double? = nil, steady: Bool = false,
        to reference: (name: String, work: @Sendable () -> Work), _ work: @escaping @Sendable () -> Work
    ) {
        self.name = name
        self.limit = limit
        self.goal = goal
        isSteady = steady
        referenceName = reference.name
        self.reference = reference.work
        self.work = work
    }
}

/// What measuring a row came to.
struct Outcome: Encodable {
    let name: String
    let unit: Work.Unit
    let minimum: Double
    let median: Double
    let referenceName: String
    let referenceMinimum: Double
    let ratio: Double
    let limit: Double?
    let goal: Double?
    let rareEvents: Work.RareEvents?
    let remark: String?

    var isWithinLimit: Bool { limit.map { ratio <= $0 } ?? true }
}

extension Row {
    /// Measures the row and its reference in turn, so that a slow spell of the machine hits both alike.
    ///
    /// - Parameters:
    ///   - runs: How often.
    ///   - tries: How often all of that may be done until the ratio is within the limit.
    func measure(runs: Int, tries: Int) -> Outcome {
        let (reference, work) = (reference(), work())
        _ = (reference.sample(), work.sample())
        let rareEvents = work.rareEvents()
        var outcome: Outcome
        var tries = tries
        repeat {
            var samples: (reference: [Double], work: [Double]) = ([], [])
            for _ in 0..<runs {
                samples.reference.append(reference.sample())
                samples.work.append(work.sample())
            }
            let (minimum, referenceMinimum) = (samples.work.min()!, samples.reference.min()!)
            outcome = Outcome(
                name: name, unit: work.unit, minimum: minimum, median: samples.work.sorted()[runs / 2],
                referenceName: referenceName, referenceMinimum: referenceMinimum,
                ratio: referenceMinimum > 0 ? minimum / referenceMinimum : 0, limit: limit, goal: goal,
                rareEvents: rareEvents, remark: work.remark())
            tries -= 1
        } while !outcome.isWithinLimit && tries > 0
        return outcome
    }
}
