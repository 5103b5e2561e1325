import Signals

/// A marble text that does not follow the grammar of ``MarbleTimeline``.
public struct MarbleSyntaxError: Error, Hashable, CustomStringConvertible {
    /// The text, line breaks replaced by blanks.
    public let text: String
    /// How many characters of the text stand before the fault.
    public let position: Int
    /// What is wrong there.
    public let reason: String

    /// The reason, the text, and a caret under the fault.
    public var description: String {
        "\(reason)\n\(text)\n\(String(repeating: " ", count: position))^"
    }
}

extension MarbleTimeline {
    /// Reads a marble text.
    ///
    /// - Throws: ``MarbleSyntaxError``, whose description points to the fault.
    /// - Complexity: O(n).
    public init(_ text: String) throws(MarbleSyntaxError) {
        var reader = MarbleReader()
        let characters = text.map { $0.isBlank ? " " : $0 }
        do throws(MarbleFault) {
            for (position, character) in characters.enumerated() {
                try reader.read(character, at: position)
            }
            try reader.close()
        } catch {
            throw MarbleSyntaxError(text: String(characters), position: error.position, reason: error.reason)
        }
        let origin = reader.mark ?? 0
        self.init(
            sorted: reader.entries.map { Entry(tick: $0.tick - origin, event: $0.event) },
            start: -origin, end: reader.tick - origin, hasMark: reader.mark != nil)
    }
}

private struct MarbleFault: Error {
    let position: Int
    let reason: String
}

/// Reads one symbol after the other; ticks are counted from the beginning of the text until the mark is known.
private struct MarbleReader {
    private struct Group {
        let position: Int
        var isEmpty = true
    }

    private(set) var entries: [MarbleTimeline.Entry] = []
    private(set) var tick = 0
    private(set) var mark: Int?
    private var group: Group?
    private var end: Character?

    mutating func read(_ character: Character, at position: Int) throws(MarbleFault) {
        switch character {
        case " ":
            break
        case "-":
            if group != nil {
                throw MarbleFault(position: position, reason: "no time passes inside a group: '-' cannot stand here")
            }
            tick += 1
        case "(":
            if group != nil { throw MarbleFault(position: position, reason: "a group cannot stand in a group") }
            group = Group(position: position)
        case ")":
            guard let group else { throw MarbleFault(position: position, reason: "there is no group to close here") }
            if group.isEmpty { throw MarbleFault(position: position, reason: "a group needs at least one event") }
            self.group = nil
            tick += 1
        case "^":
            if mark != nil { throw MarbleFault(position: position, reason: "tick 0 is marked already") }
            mark = tick
            goOn()
        default:
            let event = Self.event(for: character)
            if !event.isEnd, !MarbleTimeline.isValueName(character) {
                throw MarbleFault(
                    position: position, reason: "a name cannot be a character that joins to what stands beside it")
            }
            try add(event, at: position)
            goOn()
        }
    }

    func close() throws(MarbleFault) {
        if let group { throw MarbleFault(position: group.position, reason: "the group that begins here is not closed") }
    }

    private mutating func add(_ event: MarbleEvent, at position: Int) throws(MarbleFault) {
        if let end {
            throw MarbleFault(
                position: position, reason: "'\(event.symbol)' cannot come after '\(end)', which ends the stream")
        }
        if event.isEnd { end = event.symbol }
        entries.append(MarbleTimeline.Entry(tick: tick, event: event))
    }

    private mutating func goOn() {
        if group == nil { tick += 1 } else { group?.isEmpty = false }
    }

    private static func event(for character: Character) -> MarbleEvent {
        switch character {
        case "|": .finished
        case "#": .failed
        case "!": .cancelled
        default: .value(character)
        }
    }
}

extension Character {
    /// Whether this is a blank alone, with nothing that has joined to it.
    fileprivate var isBlank: Bool { isWhitespace && (unicodeScalars.count == 1 || self == "\r\n") }
}
