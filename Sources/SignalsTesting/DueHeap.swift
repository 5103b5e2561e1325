import Signals

/// A place on the time line: which job is due when, and after which others of the same instant.
struct DueEntry: Sendable {
    let instant: SchedulerInstant
    let sequence: UInt64
    let job: UInt64

    func isBefore(_ other: DueEntry) -> Bool {
        instant != other.instant ? instant < other.instant : sequence < other.sequence
    }
}

/// A binary heap of places on the time line, the earliest on top.
///
/// It holds numbers only. The closures are kept elsewhere under the job's number, so moving entries costs no reference
/// counting, calling a job off need not find its entry, and releasing a big heap is one deallocation.
struct DueHeap: Sendable {
    private var entries: [DueEntry] = []

    var count: Int { entries.count }
    var first: DueEntry? { entries.first }

    /// Adds an entry. O(log n).
    mutating func insert(_ entry: DueEntry) {
        entries.append(entry)
        siftUp(entries.count - 1)
    }

    /// Takes the earliest entry out. O(log n).
    mutating func removeFirst() -> DueEntry {
        let first = entries[0]
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            siftDown(0)
        }
        return first
    }

    /// Keeps only what `isWanted` says, and puts it in order again. O(n).
    mutating func keep(where isWanted: (DueEntry) -> Bool) {
        entries.removeAll { !isWanted($0) }
        for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) {
            siftDown(index)
        }
    }

    /// All entries in the order in which they are due. O(n log n).
    func sorted() -> [DueEntry] { entries.sorted { $0.isBefore($1) } }

    private mutating func siftUp(_ start: Int) {
        let entry = entries[start]
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard entry.isBefore(entries[parent]) else { break }
            entries[index] = entries[parent]
            index = parent
        }
        entries[index] = entry
    }

    private mutating func siftDown(_ start: Int) {
        let entry = entries[start]
        var index = start
        while true {
            var child = 2 * index + 1
            guard child < entries.count else { break }
            if child + 1 < entries.count, entries[child + 1].isBefore(entries[child]) { child += 1 }
            guard entries[child].isBefore(entry) else { break }
            entries[index] = entries[child]
            index = child
        }
        entries[index] = entry
    }
}
