import AllocationCounter
import Foundation

/// What a benchmark measured: process CPU time per event, over several runs.
struct Measurement {
    let nanoseconds: [Double]

    var minimum: Double { nanoseconds.min()! }
    var median: Double { nanoseconds.sorted()[nanoseconds.count / 2] }
}

/// One row of the table.
struct Benchmark {
    let name: String
    /// The most that it may cost, as a multiple of the first row of its table.
    let limit: Double?
    let events: Int
    /// Does `events` events.
    let run: () -> Void
}

/// The CPU time that this process has used.
func processTime() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Runs all benchmarks in turn, several rounds of them, so that a slow spell of the machine hits all alike.
func measure(_ benchmarks: [Benchmark], rounds: Int) -> [Measurement] {
    var times = [[Double]](repeating: [], count: benchmarks.count)
    for benchmark in benchmarks { benchmark.run() }
    for _ in 0..<rounds {
        for (index, benchmark) in benchmarks.enumerated() {
            let start = processTime()
            benchmark.run()
            times[index].append((processTime() - start) / Double(benchmark.events))
        }
    }
    return times.map(Measurement.init)
}

/// How many allocations `body` makes on this thread, or `nil` where that cannot be counted.
func allocations(_ body: () -> Void) -> Int? {
    guard allocation_counter_start() != 0 else { return nil }
    body()
    return Int(allocation_counter_stop())
}

/// How many more bytes of heap memory are in use after `body`, or `nil` where nobody can tell.
func heapBytes(_ body: () -> Void) -> Int? {
    let before = Int(allocation_bytes_in_use())
    guard before > 0 else { return nil }
    body()
    return Int(allocation_bytes_in_use()) - before
}
