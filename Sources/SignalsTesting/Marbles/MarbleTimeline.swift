import Signals

/// Something that a marble shows: a value by its name, or one of the ways in which a stream ends.
public enum MarbleEvent: Hashable, Sendable {
    /// A value; the character is its name.
    case value(Character)
    /// The stream ended: `|`.
    case finished
    /// The stream failed: `#`.
    case failed
    /// The subscriber cancelled: `!`.
    case cancelled

    /// The character that stands for the event in a marble text: `?` for a value whose name cannot.
    public var symbol: Character {
        switch self {
        case .value(let name): MarbleTimeline.isValueName(name) ? name : "?"
        case .finished: "|"
        case .failed: "#"
        case .cancelled: "!"
        }
    }

    /// Whether nothing can come after it.
    public var isEnd: Bool {
        if case .value = self { false } else { true }
    }
}

/// A stream's events on a line of ticks, as a marble text like `-a-(bc)-|` writes them.
///
/// Each symbol takes one tick, the first one tick 0:
///
/// | symbol | what it means |
/// |---|---|
/// | `-` | a tick goes by |
/// | `a` | a value; any character that has no other meaning here, and does not join to every other, can be a name |
/// | `\|` `#` `!` | the stream finishes, fails, is cancelled; only `-` can follow |
/// | `(ab\|)` | everything inside happens at one tick, in this order; the whole group takes **one** tick |
/// | `^` | this tick is tick 0: what stands before it happened at negative ticks, before the subscription |
/// | space, tab, line break | nothing; for lining texts up |
///
/// A time line prints as the text that it is parsed from, apart from blanks, and parsing what it prints gives an equal
/// time line. Where two names would become one character, as the two halves of a flag do, a blank keeps them apart. What
/// cannot be a name, since it joins to blanks too, as an accent does, or means something else, is shown as `?`.
public struct MarbleTimeline: Hashable, Sendable {
    /// An event and the tick at which it happens.
    public struct Entry: Hashable, Sendable {
        /// The tick, counted from the mark `^`, or from the beginning if there is none.
        public let tick: Int
        /// What happens.
        public let event: MarbleEvent

        /// Makes an entry.
        public init(tick: Int, event: MarbleEvent) {
            self.tick = tick
            self.event = event
        }
    }

    /// The events in the order in which they happen.
    public let entries: [Entry]

    /// The tick of the first symbol: 0, or less if something stands before a mark `^`.
    public let start: Int

    /// The tick after the last symbol.
    public let end: Int

    /// Whether the text has a mark `^` at tick 0.
    public let hasMark: Bool

    /// Makes a time line out of events, as they were recorded.
    ///
    /// Events of one tick keep their order. It may also show what no text can say, a value after an end, for instance.
    ///
    /// - Parameters:
    ///   - entries: The events, in any order of ticks.
    ///   - end: The tick after the last symbol, if the line is to go on for longer than its events.
    ///   - hasMark: Whether to mark tick 0. It is marked anyway if there are events before it.
    public init(_ entries: [Entry], end: Int = 0, hasMark: Bool = false) {
        // Sorted by place too, since the standard library does not promise a stable sort.
        let sorted = entries.enumerated().sorted { ($0.element.tick, $0.offset) < ($1.element.tick, $1.offset) }
        self.init(
            sorted: sorted.map(\.element), start: min(0, sorted.first?.element.tick ?? 0), end: end, hasMark: hasMark)
    }

    init(sorted entries: [Entry], start: Int, end: Int, hasMark: Bool) {
        self.entries = entries
        self.start = start
        self.hasMark = hasMark || start < 0
        let lastTick = entries.last?.tick ?? (self.hasMark ? 0 : -1)
        self.end = max(end, lastTick + 1, self.hasMark ? 1 : 0)
    }

    /// Whether a character can be the name of a value.
    public static func isValueName(_ character: Character) -> Bool {
        if character.isASCII { return !character.isWhitespace && !"-|#!^()".contains(character) }
        return !character.isWhitespace && String([" ", character, " "]).elementsEqual([" ", character, " "])
    }

    /// The events by their moments in time, the first tick at `SchedulerInstant.zero`.
    ///
    /// - Parameter tick: How long a tick is.
    public func timed(tick: Duration = .milliseconds(1)) -> [(instant: SchedulerInstant, event: MarbleEvent)] {
        entries.map { (SchedulerInstant(offset: tick.multiplied(by: $0.tick)), $0.event) }
    }
}

extension MarbleTimeline: CustomStringConvertible {
    /// The marble text.
    public var description: String { cells.joined() }

    /// The text of each tick: `-`, a symbol, or a group.
    var cells: [String] {
        var symbols = [[Character]](repeating: [], count: end - start)
        if hasMark { symbols[-start].append("^") }
        for entry in entries { symbols[entry.tick - start].append(entry.event.symbol) }
        var previous: Character = "-"
        return symbols.map { symbols in
            let isGroup = symbols.count > 1
            if isGroup { previous = "(" }
            let texts = symbols.map { symbol in
                defer { previous = symbol }
                return previous.joins(symbol) ? " \(symbol)" : "\(symbol)"
            }
            if isGroup { previous = ")" }
            if symbols.isEmpty { previous = "-" }
            return isGroup ? "(\(texts.joined()))" : texts.first ?? "-"
        }
    }
}

extension Character {
    /// Whether this character and another that follows it in a text are not these two any more.
    fileprivate func joins(_ other: Character) -> Bool {
        !(isASCII && other.isASCII) && !String([self, other]).elementsEqual([self, other])
    }
}
