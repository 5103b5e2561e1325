/// The way to a place in a payload, as a chain from the place to the root.
///
/// A coding path would have to be copied at each step down, although hardly anybody ever reads it.
indirect enum CodingTrail {
    case root
    /// Without a key for a value that is the whole of another.
    case step(to: (any CodingKey)?, after: CodingTrail, depth: Int)

    /// The number of values within each other that a payload may have.
    ///
    /// Each takes a piece of the stack, 2.5 KiB in a debug build, and a thread may have no more than 512 KiB.
    static let limit = 100
    static let limitNote = "a payload may have \(limit) levels at most"

    var depth: Int {
        if case .step(_, _, let depth) = self { depth } else { 0 }
    }

    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var trail = self
        while case .step(let key, let parent, _) = trail {
            if let key { path.append(key) }
            trail = parent
        }
        return path.reversed()
    }

    func appending(_ key: (any CodingKey)?) -> CodingTrail { .step(to: key, after: self, depth: depth + 1) }
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
