import Signals

/// Two time lines, one under the other, with marks where their events differ.
///
/// ```
/// expected  --a-(bc)-|
/// received  --a-b   --|
///               ^^^^ ^^
/// first difference at tick 4: expected (bc), received b
/// ```
///
/// The ticks of both lines stand under each other, whatever the groups take up; the blanks that this needs mean nothing
/// in a marble text, so either line can be copied into a test. A line that ends early has no events in what follows.
public struct MarbleDifference: Hashable, Sendable, CustomStringConvertible {
    /// The ticks at which the events differ, in order.
    public let ticks: [Int]
    /// The picture; without marks if there is no difference.
    public let description: String

    /// Whether both lines have the same events at the same ticks. How long they go on after that does not matter.
    public var isEmpty: Bool { ticks.isEmpty }

    /// Compares two time lines.
    ///
    /// - Parameters:
    ///   - expected: The line that stands above.
    ///   - received: The line that stands below.
    ///   - names: What the lines are called.
    ///   - tick: How long a tick is; the first difference is told in time too, unless this is nil.
    public init(
        expected: MarbleTimeline, received: MarbleTimeline,
        names: (expected: String, received: String) = ("expected", "received"), tick: Duration? = nil
    ) {
        // The mark at tick 0 is no event: a line that has it is shown with it, and does not differ by it.
        let start = min(expected.start, received.start)
        let end = max(expected.end, received.end)
        let upper = expected.cells(from: start, to: end)
        let lower = received.cells(from: start, to: end)
        let expectedEvents = Dictionary(grouping: expected.entries, by: \.tick)
        let receivedEvents = Dictionary(grouping: received.entries, by: \.tick)
        let ticks = (start..<end).filter { expectedEvents[$0] != receivedEvents[$0] }
        self.ticks = ticks

        var lines = ["", "", ""]
        let differing = Set(ticks)
        for (offset, (above, below)) in zip(upper, lower).enumerated() {
            let width = max(above.count, below.count, 1)
            lines[0] += above.filled(to: width)
            lines[1] += below.filled(to: width)
            lines[2] += String(repeating: differing.contains(start + offset) ? "^" : " ", count: width)
        }
        let indent = max(names.expected.count, names.received.count) + 2
        let labels = [names.expected, names.received, ""]
        var text = zip(labels, lines).map { ($0.filled(to: indent) + $1).withoutTrailingBlanks }
        if let first = ticks.first {
            let moment = tick.map { " (\($0.multiplied(by: first).exactMilliseconds))" } ?? ""
            func told(_ cell: String) -> String {
                cell.isEmpty || cell == "-" || cell == "^" ? "nothing" : cell.replacing(" ", with: "")
            }
            let (above, below) = (told(upper[first - start]), told(lower[first - start]))
            text.append(
                "first difference at tick \(first)\(moment): \(names.expected) \(above), \(names.received) \(below)")
        } else {
            text.removeLast()
        }
        description = text.joined(separator: "\n")
    }
}

extension MarbleTimeline {
    /// The cells of the given ticks, empty ones where the line has none.
    fileprivate func cells(from first: Int, to last: Int) -> [String] {
        [String](repeating: "", count: start - first) + cells + [String](repeating: "", count: last - end)
    }
}

extension String {
    fileprivate func filled(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }

    fileprivate var withoutTrailingBlanks: String {
        String(reversed().drop { $0 == " " }.reversed())
    }
}
