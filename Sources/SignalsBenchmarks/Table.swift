import Foundation

/// The rows that are printed, and whether all of them are within their limits.
struct Table {
    private(set) var isWithinLimits = true

    mutating func row(_ name: String, _ cells: String, isWithin: Bool = true) {
        if !isWithin { isWithinLimits = false }
        let padding = String(repeating: " ", count: max(1, 56 - name.count))
        print(name + padding + cells + (isWithin ? "" : "  over its limit"))
    }

    /// Prints a row for each benchmark, compared with the first.
    mutating func rows(_ benchmarks: [Benchmark], _ measurements: [Measurement]) {
        row("", "minimum  median  ratio  limit")
        let unit = measurements[0].minimum
        for (benchmark, measurement) in zip(benchmarks, measurements) {
            let ratio = measurement.minimum / unit
            let limit = benchmark.limit.map { String(format: "%5.2f", $0) } ?? "    –"
            let cells = String(format: "%7.1f %7.1f  %5.2f  ", measurement.minimum, measurement.median, ratio) + limit
            row(benchmark.name, cells, isWithin: benchmark.limit.map { ratio <= $0 } ?? true)
        }
    }

    /// Measures two benchmarks, and prints what the second costs and how many times the first that is.
    mutating func pair(_ first: Benchmark, _ second: Benchmark, limit: Double) {
        let measurements = measure([first, second], rounds: 9)
        for (benchmark, measurement) in zip([first, second], measurements) {
            row(benchmark.name, String(format: "%7.1f", measurement.minimum))
        }
        let ratio = measurements[1].minimum / measurements[0].minimum
        let cells = String(format: "%7.2f  limit %.2f", ratio, limit)
        row("the second against the first", cells, isWithin: ratio <= limit)
    }
}
