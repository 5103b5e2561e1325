/// When the values of a stream are asked for, one after the other, and how many of these wishes have been fulfilled.
final class Demand {
    private let parent: (demand: Demand, from: Int, factor: Int)?
    private var moments: [Moment]
    /// From when on there is demand for everything.
    let unlimitedFrom: Moment
    private var used = 0

    init(_ moments: [Moment] = [], unlimitedFrom: Moment = .never) {
        parent = nil
        self.moments = moments.sorted()
        self.unlimitedFrom = unlimitedFrom
    }

    private init(parent: Demand, factor: Int) {
        self.parent = (parent, parent.used, factor)
        moments = []
        unlimitedFrom = parent.unlimitedFrom
    }

    /// From when on there is demand for the next value.
    var next: Moment { moment(of: used) }

    /// A value has been given.
    func use() { used += 1 }

    /// A value has been taken, but not given.
    func giveBack() { used -= 1 }

    /// Asks for one more.
    func ask(_ moment: Moment, count: Int = 1) {
        let place = moments.firstIndex { $0 > moment } ?? moments.count
        moments.insert(contentsOf: Array(repeating: moment, count: count), at: place)
    }

    /// What is asked of a publisher from which on come these values, or what they are made of: so many for each that is
    /// still open. What it is asked for beyond that is an affair of its own.
    func passedOn(times factor: Int = 1) -> Demand { Demand(parent: self, factor: factor) }

    private func moment(of index: Int) -> Moment {
        guard let parent else { return index < moments.count ? min(moments[index], unlimitedFrom) : unlimitedFrom }
        // The two sequences of moments, merged.
        var (passed, own) = (0, 0)
        while true {
            let former = parent.demand.moment(of: parent.from + passed / parent.factor)
            let isOwn = own < moments.count && moments[own] < former
            if passed + own == index { return isOwn ? moments[own] : former }
            if isOwn { own += 1 } else { passed += 1 }
        }
    }
}

/// What a publisher gives to a subscriber who asks for some values at some times.
///
/// The answer is what comes next, and uses demand up. An ending needs none. No answer means that nothing comes any more.
final class Pull {
    private let body: (Demand) throws(Undecided) -> TimedEvent?

    init(_ body: @escaping (Demand) throws(Undecided) -> TimedEvent?) {
        self.body = body
    }

    /// All of a list, whatever was asked for.
    static func all(_ events: [TimedEvent]) -> Pull {
        var rest = events[...]
        return Pull { (demand) throws(Undecided) in rest.popFirst() }
    }

    /// Values wait until they are asked for; so does an ending for the values before it.
    static func keeping(_ events: [TimedEvent]) -> Pull {
        var rest = events[...]
        var last = Moment(tick: 0)
        return Pull { (demand) throws(Undecided) in
            guard let item = rest.popFirst() else { return nil }
            last = item.event.isEnd ? max(item.at, last) : max(item.at, demand.next, last)
            if !item.event.isEnd { demand.use() }
            return last < .never ? TimedEvent(last, item.event) : nil
        }
    }

    func next(_ demand: Demand) throws(Undecided) -> TimedEvent? { try body(demand) }
}
