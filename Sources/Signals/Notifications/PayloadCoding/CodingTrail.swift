/// The way to a place in a payload, as a chain from the place to the root.
///
/// A coding path would have to be copied at each step down, although hardly anybody ever reads it.
struct CodingTrail {
    /// The number of values within each other that a payload may have.
    ///
    /// Each takes a piece of the stack, 2.5 KiB in a debug build, and a thread may have no more than 512 KiB.
    static let limit = 100
    static let limitNote = "a payload may have \(limit) levels at most"

    private final class Step {
        let key: (any CodingKey)?
        let previous: Step?
        let depth: Int

        init(key: (any CodingKey)?, after previous: Step?) {
            self.key = key
            self.previous = previous
            depth = (previous?.depth ?? 0) + 1
        }
    }

    private let last: Step?

    static var root: CodingTrail { CodingTrail(last: nil) }

    var isTooLong: Bool { last.map { $0.depth > Self.limit } ?? false }

    var codingPath: [any CodingKey] {
        last.map { sequence(first: $0, next: \.previous).compactMap(\.key).reversed() } ?? []
    }

    /// The way to a value there, without a key for one that is the whole of the value.
    func appending(_ key: (any CodingKey)?) -> CodingTrail { CodingTrail(last: Step(key: key, after: last)) }
}

/// A key that no payload type declares: a place in an array, or where a superclass keeps its part.
struct PayloadKey: CodingKey {
    static let superclass = PayloadKey(stringValue: "super")

    let stringValue: String
    let intValue: Int?

    init(stringValue: String) {
        self.stringValue = stringValue
        intValue = nil
    }

    init(intValue: Int) { self.init(index: intValue) }

    init(index: Int) {
        stringValue = "Index \(index)"
        intValue = index
    }
}
