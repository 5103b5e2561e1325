/// What the program is asked for.
struct Options {
    static let help = """
        usage: SignalsBenchmarks [options] [name ...]

        Measures the rows whose group or name contains one of the names, or all rows. Each is measured in turn with
        what it is compared with: L, which is a hand-written list of closures behind a lock with one observer, or the
        same work written by hand for the one case. Times are CPU time of the process for one event, in nanoseconds.
        Allocations and lock calls are those of all threads.

          --check     exit with 1, naming the rows, if a ratio is above its limit in three tries
          --steady    only the rows that can be checked on a busy machine
          --json      print the results as JSON
          --list      print the names only
          --runs N    measure N times, 7 or more (9 unless given)
          --help      print this
        """

    private(set) var names: [String] = []
    private(set) var checks = false
    private(set) var steadyOnly = false
    private(set) var printsJSON = false
    private(set) var listsOnly = false
    private(set) var needsHelp = false
    private(set) var runs = 9

    struct Failure: Error { let message: String }

    init(_ arguments: some Sequence<String>) throws(Failure) {
        var arguments = arguments.makeIterator()
        while let argument = arguments.next() {
            switch argument {
            case "--check": checks = true
            case "--steady": steadyOnly = true
            case "--json": printsJSON = true
            case "--list": listsOnly = true
            case "--help", "-h": needsHelp = true
            case "--runs":
                guard let count = arguments.next().flatMap({ Int($0) }), count >= 7 else {
                    throw Failure(message: "--runs takes a number of 7 or more")
                }
                runs = count
            case _ where argument.hasPrefix("-"): throw Failure(message: "there is no option \(argument)")
            default: names.append(argument.lowercased())
            }
        }
    }

    func selects(_ row: Row, in group: String) -> Bool {
        if steadyOnly && !row.isSteady { return false }
        return names.isEmpty || names.contains { "\(group)/\(row.name)".lowercased().contains($0) }
    }
}
