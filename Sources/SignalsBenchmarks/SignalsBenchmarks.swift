import Foundation

/// Prints what the library costs, in multiples of what people write by hand.
@main
enum SignalsBenchmarks {
    static let groups: [(name: String, rows: [Row])] = [
        ("chains", chains), ("flattening", flattening), ("combining", combining), ("timing", timing),
        ("tasks", tasks), ("subscribing", subscribing), ("families", families), ("observers", observers),
        ("notifications", notifications), ("memory", memory), ("first use", firstUse), ("scaling", scaling),
    ]

    static func main() throws {
        if CommandLine.arguments.dropFirst() == [FirstUse.argument] { return FirstUse.run() }
        let options: Options
        do {
            options = try Options(CommandLine.arguments.dropFirst())
        } catch {
            print("\(error.message)\n\n\(Options.help)")
            exit(2)
        }
        if options.needsHelp { return print(Options.help) }

        // glibc leaves the atomics of its locks out while a process has one thread, which no app has.
        Thread { while true { Thread.sleep(forTimeInterval: 1000) } }.start()
        let outcomes = measure(options)
        if options.listsOnly { return }
        if outcomes.isEmpty {
            print("no row has such a name; --list prints them")
            exit(2)
        }
        if options.printsJSON { print(try Report.json(outcomes)) }
        let failures = outcomes.filter { !$0.isWithinLimit }
        if options.checks, !failures.isEmpty {
            let names = failures.map { "  \($0.name): \($0.ratio) of \($0.limit!)" }
            FileHandle.standardError.write(Data("over their limits:\n\(names.joined(separator: "\n"))\n".utf8))
            exit(1)
        }
    }

    /// Measures the rows that are asked for, and prints each when it is done.
    private static func measure(_ options: Options) -> [Outcome] {
        var outcomes: [Outcome] = []
        func show(_ line: String) {
            if options.printsJSON { return }
            print(line)
            fflush(nil)
        }
        for group in groups {
            let rows = group.rows.filter { options.selects($0, in: group.name) }
            if rows.isEmpty { continue }
            show(options.listsOnly ? group.name : "\n\(group.name)\n\(Report.header)")
            for row in rows {
                if options.listsOnly {
                    show("  \(row.name)")
                } else {
                    outcomes.append(row.measure(runs: options.runs, tries: options.checks ? 3 : 1))
                    show(Report.line(outcomes.last!))
                }
            }
        }
        return outcomes
    }
}
