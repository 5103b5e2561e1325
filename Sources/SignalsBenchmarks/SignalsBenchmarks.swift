import Foundation
import Signals

/// Prints what the library costs, in multiples of what people write by hand. The exit status is 1 if
/// something costs more than it may.
@main
enum SignalsBenchmarks {
    static func main() {
        // glibc leaves the atomics of its locks out while a process has one thread, which no app has.
        Thread { while true { Thread.sleep(forTimeInterval: 1000) } }.start()

        var table = Table()
        print("CPU time of the process in ns an event; ratios are of minimums, to the hand-written list of this run.\n")
        let benchmarks = chains()
        table.rows(benchmarks, measure(benchmarks, rounds: 9))
        print("")
        subscriptions(&table)
        observers(&table)
        memory(&table)
        notifications(&table)
        if !table.isWithinLimits { exit(1) }
    }

    private static func subscriptions(_ table: inout Table) {
        table.pair(
            subscribeAndCancel("subscribe and cancel, nobody else there", among: 0),
            subscribeAndCancel("subscribe and cancel among 10,000", among: 10_000), limit: 1.5)
    }

    private static func observers(_ table: inout Table) {
        print("\nObservers; ratios are to the plain loop.\n")
        let benchmarks = broadcasts() + [publish()]
        table.rows(benchmarks, measure(benchmarks, rounds: 9))
        table.pair(
            registerAndUnregister("register and unregister, nobody else there", among: 0),
            registerAndUnregister("register and unregister among 100,000", among: 100_000), limit: 3)
        print("")
    }

    private static func memory(_ table: inout Table) {
        let subject = PassthroughSubject<Int, Never>()
        func subscribe() -> AnyCancellable {
            subject.map { $0 &+ 1 }.filter { $0 >= 0 }.sink { consume($0) }
        }
        let first = subscribe()
        if let count = allocations({ for value in 0..<100_000 { subject.send(value) } }) {
            table.row("allocations in 100,000 sends", "\(count)  limit 0", isWithin: count == 0)
        }
        let count = 1_000
        var handles: [AnyCancellable] = []
        handles.reserveCapacity(count)
        if let bytes = heapBytes({ for _ in 0..<count { handles.append(subscribe()) } }) {
            let each = bytes / count
            table.row("heap bytes for map → filter → sink", "\(each)  limit 560", isWithin: each <= 560)
        }
        withExtendedLifetime((first, handles)) {}
    }
}
