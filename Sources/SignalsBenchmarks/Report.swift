import Foundation

/// Prints lines of a table, in columns.
enum Report {
    static let header = line(
        "", [("min", 8), ("median", 8), ("ratio", 8), ("limit", 7), ("goal", 7), ("mallocs", 8), ("locks", 6)], "  to")

    static func line(_ outcome: Outcome) -> String {
        let cells = [
            (number(outcome.minimum, outcome.unit == .bytes ? 0 : 1), 8),
            (number(outcome.median, outcome.unit == .bytes ? 0 : 1), 8),
            (number(outcome.ratio, outcome.ratio < 100 ? 2 : 0), 8),
            (number(outcome.limit, 2), 7), (number(outcome.goal, 2), 7),
            (number(outcome.rareEvents?.allocations, 1), 8), (number(outcome.rareEvents?.locks, 1), 6),
        ]
        let reference = "  \(outcome.referenceName) \(number(outcome.referenceMinimum, 0))"
        let remark = outcome.remark.map { ", \($0)" } ?? ""
        return line(outcome.name, cells, reference + remark + (outcome.isWithinLimit ? "" : "  OVER ITS LIMIT"))
    }

    static func json(_ outcomes: [Outcome]) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(outcomes), as: UTF8.self)
    }

    private static func line(_ name: String, _ cells: [(text: String, width: Int)], _ rest: String) -> String {
        let row = cells.map { String(repeating: " ", count: max(1, $0.width - $0.text.count)) + $0.text }
        return name + String(repeating: " ", count: max(0, 52 - name.count)) + row.joined() + rest
    }

    private static func number(_ value: Double?, _ digits: Int) -> String {
        guard let value else { return "–" }
        if value >= 1_000, value == value.rounded() { return String(Int(value)) }
        return String(format: "%.\(digits)f", value)
    }
}
