import Signals

/// A picture of time lines and the operators between them, as SVG.
///
/// ```swift
/// let diagram = MarbleDiagram([
///     .stream(try MarbleTimeline("-a-b-|"), label: "input"),
///     .note("map { $0 * 2 }"),
///     .stream(try MarbleTimeline("-a-b-|"), label: "output", texts: ["a": "2", "b": "4"]),
/// ])
/// try diagram.svg.write(to: file, atomically: true, encoding: .utf8)
/// ```
///
/// The same rows give the same text, to the byte. Lines and letters take the colour of the page around them, so that
/// the picture can be read on a dark page too.
public struct MarbleDiagram: Hashable, Sendable {
    /// A row of the picture.
    public enum Row: Hashable, Sendable {
        /// A time line. `texts` says what to write into the marbles in place of the values' names.
        case stream(MarbleTimeline, label: String = "", texts: [Character: String] = [:])
        /// A box over the whole width, for an operator.
        case note(String)
    }

    /// The rows, from top to bottom.
    public let rows: [Row]

    /// Makes a picture.
    public init(_ rows: [Row]) { self.rows = rows }

    /// The picture as the text of an SVG file.
    public var svg: String {
        let layout = Layout(rows)
        var top = Layout.margin
        var body: [String] = []
        for row in rows {
            let height = Layout.height(of: row)
            switch row {
            case .note(let text):
                body += Self.note(text, top: top, layout: layout)
            case .stream(let line, let label, let texts):
                body += Self.stream(line, label: label, texts: texts, top: top, height: height, layout: layout)
            }
            top += height + Layout.gap
        }
        let height = rows.isEmpty ? 2 * Layout.margin : top - Layout.gap + Layout.margin
        let opening = """
            <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(layout.width) \(height)" \
            width="\(layout.width)" height="\(height)" role="img" aria-label="\(escaped(summary))" \
            font-family="ui-monospace, Menlo, monospace" font-size="13" fill="currentColor">
            """
        return ([opening] + body.map { "  " + $0 } + ["</svg>", ""]).joined(separator: "\n")
    }

    /// What the picture says, for those who cannot see it.
    private var summary: String {
        rows.map { row in
            switch row {
            case .note(let text): text
            case .stream(let line, let label, _): label.isEmpty ? "\(line)" : "\(label): \(line)"
            }
        }.joined(separator: "; ")
    }

    private static func note(_ text: String, top: Int, layout: Layout) -> [String] {
        let width = layout.width - 2 * Layout.margin
        return [
            """
            <rect x="\(Layout.margin)" y="\(top)" width="\(width)" height="\(Layout.noteHeight)" rx="6" fill="none" \
            stroke="currentColor"/>
            """,
            centred(text, x: layout.width / 2, y: top + Layout.noteHeight / 2),
        ]
    }

    private static func stream(
        _ line: MarbleTimeline, label: String, texts: [Character: String], top: Int, height: Int, layout: Layout
    ) -> [String] {
        // The axis runs through the first marble of each tick; the others of a group hang below it.
        let axis = top + Layout.radius + Layout.padding
        let tip = layout.width - Layout.margin
        let from = layout.x(of: line.start) - Layout.tickWidth / 2
        var parts: [String] = []
        if !label.isEmpty {
            parts.append(
                "<text x=\"\(Layout.margin)\" y=\"\(axis)\" dominant-baseline=\"central\">\(escaped(label))</text>")
        }
        parts.append(path("M\(from) \(axis)H\(tip)"))
        parts.append(path("M\(tip - 6) \(axis - 4)L\(tip) \(axis)L\(tip - 6) \(axis + 4)"))
        if line.hasMark { parts.append(path("M\(layout.x(of: 0)) \(axis + 4)v8")) }
        for (tick, entries) in grouped(line.entries) {
            let x = layout.x(of: tick)
            for (place, entry) in entries.enumerated() {
                // An end inside a group stands beside the values, on the axis: below them nobody would look for it.
                let isBeside = place > 0 && entry.event.isEnd
                parts += marble(
                    entry.event, texts: texts, x: isBeside ? x + Layout.tickWidth / 2 : x,
                    y: isBeside ? axis : axis + place * Layout.stackStep)
            }
        }
        return parts
    }

    private static func marble(_ event: MarbleEvent, texts: [Character: String], x: Int, y: Int) -> [String] {
        switch event {
        case .value(let name):
            let circle = """
                <circle cx="\(x)" cy="\(y)" r="\(Layout.radius)" fill="\(colour(of: name))" stroke="currentColor"/>
                """
            // Dark letters in every scheme: the marbles are light.
            return [circle, centred(texts[name] ?? String(name), x: x, y: y, colour: "#1a1a1a")]
        case .finished:
            return [path("M\(x) \(y - Layout.radius)v\(2 * Layout.radius)", width: 2)]
        case .failed:
            return [path("M\(x - 7) \(y - 7)l14 14m0 -14l-14 14", width: 2, colour: "#c62828")]
        case .cancelled:
            return [path("M\(x) \(y - Layout.radius)v\(2 * Layout.radius)", width: 2, dashed: true)]
        }
    }

    private static func grouped(_ entries: [MarbleTimeline.Entry]) -> [(Int, [MarbleTimeline.Entry])] {
        Dictionary(grouping: entries, by: \.tick).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    /// A light colour that a name has in every picture. Not by its hash value, which changes from run to run.
    private static func colour(of name: Character) -> String {
        let palette = ["#a5d8ff", "#b2f2bb", "#ffec99", "#ffc9c9", "#d0bfff", "#99e9f2", "#ffd8a8", "#eebefa"]
        let number = name.unicodeScalars.reduce(0) { ($0 &* 31 &+ Int($1.value)) & 0xFFFF }
        return palette[number % palette.count]
    }

    private static func path(_ steps: String, width: Int = 1, colour: String = "currentColor", dashed: Bool = false)
        -> String
    {
        """
        <path d="\(steps)" fill="none" stroke="\(colour)" stroke-width="\(width)"\
        \(dashed ? " stroke-dasharray=\"3 3\"" : "")/>
        """
    }

    private static func centred(_ text: String, x: Int, y: Int, colour: String? = nil) -> String {
        let fill = colour.map { " fill=\"\($0)\"" } ?? ""
        return """
            <text x="\(x)" y="\(y)" text-anchor="middle" dominant-baseline="central"\(fill)>\(escaped(text))</text>
            """
    }
}

/// Where things stand, in whole units, so that no rounding differs between machines.
private struct Layout {
    static let margin = 12
    static let gap = 10
    static let padding = 4
    static let radius = 13
    static let tickWidth = 30
    static let stackStep = 2 * radius + 2
    static let noteHeight = 30
    private static let letterWidth = 8

    private let left: Int
    private let firstTick: Int
    let width: Int

    init(_ rows: [MarbleDiagram.Row]) {
        var labelWidth = 0
        var noteWidth = 0
        var first = 0
        var last = 0
        for row in rows {
            switch row {
            case .note(let text):
                noteWidth = max(noteWidth, text.count * Self.letterWidth + 2 * Self.margin)
            case .stream(let line, let label, _):
                labelWidth = max(labelWidth, label.isEmpty ? 0 : label.count * Self.letterWidth + Self.margin)
                first = min(first, line.start)
                last = max(last, line.end)
            }
        }
        left = Self.margin + labelWidth
        firstTick = first
        // Half a tick more, for the arrow's head.
        let line = (last - first) * Self.tickWidth + Self.tickWidth / 2
        width = max(left + line, noteWidth + Self.margin) + Self.margin
    }

    func x(of tick: Int) -> Int { left + (tick - firstTick) * Self.tickWidth + Self.tickWidth / 2 }

    static func height(of row: MarbleDiagram.Row) -> Int {
        switch row {
        case .note:
            return noteHeight
        case .stream(let line, _, _):
            let tallest =
                Dictionary(grouping: line.entries.filter { !$0.event.isEnd }, by: \.tick)
                .values.map(\.count).max() ?? 1
            return 2 * (radius + padding) + (tallest - 1) * stackStep
        }
    }
}

private func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        default: result.append(character)
        }
    }
    return result
}
