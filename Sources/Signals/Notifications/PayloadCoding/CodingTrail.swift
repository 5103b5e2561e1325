/// The way to a place in a payload, as a chain from the place to the root.
///
/// A coding path would have to be copied at each step down, although hardly anybody ever reads it.
indirect enum CodingTrail {
    case root
    case key(any CodingKey, after: CodingTrail)

    var codingPath: [any CodingKey] {
        var path: [any CodingKey] = []
        var trail = self
        while case .key(let key, let parent) = trail {
            path.append(key)
            trail = parent
        }
        return path.reversed()
    }
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
