import AllocationCounter
import Foundation

/// Where all values end up, in an out-of-line function, so that no row can be optimised away. Whatever a row does, it
/// comes here on one thread at a time.
nonisolated(unsafe) var total = 0
nonisolated(unsafe) var deliveries = 0

@inline(never)
func consume(_ value: Int, deliveries count: Int = 1) {
    total &+= value
    deliveries += count
}

/// Something that can be measured again and again.
struct Work {
    enum Unit: String, Encodable { case nanoseconds, bytes }

    /// What one event costs, over all threads. Rare events are allocations and lock calls.
    struct RareEvents: Encodable {
        let allocations: Double
        let locks: Double
    }

    var unit = Unit.nanoseconds
    /// Measures once: what one event costs.
    let sample: () -> Double
    /// How many allocations and calls of a lock one event makes, or `nil` where nobody can tell.
    var rareEvents: () -> RareEvents? = { nil }
    /// What else there is to say about what was measured.
    var remark: () -> String? = { nil }
}

extension Work {
    /// Work that is measured in the CPU time of the process.
    ///
    /// - Parameters:
    ///   - events: How many events a run is.
    ///   - expected: How often a run has to call `consume`, if not once an event. If it does not, the program ends.
    init(events: Int, delivering expected: Int? = nil, _ run: @escaping () -> Void) {
        let expected = expected ?? events
        let checked = {
            let before = deliveries
            run()
            let count = deliveries - before
            guard count == expected else { fatalError("\(count) deliveries where there should be \(expected)") }
        }
        sample = {
            let start = cpuTime()
            checked()
            return (cpuTime() - start) / Double(events)
        }
        rareEvents = {
            guard allocation_counter_start() != 0 else { return nil }
            checked()
            allocation_counter_stop()
            return RareEvents(
                allocations: Double(allocation_counter_allocations()) / Double(events),
                locks: Double(allocation_counter_locks()) / Double(events))
        }
    }

    /// Work that calls a function with 0, 1, 2 and so on.
    static func sending(
        _ events: Int = 200_000, delivering expected: Int? = nil, to send: @escaping (Int) -> Void
    ) -> Work {
        Work(events: events, delivering: expected) { for value in 0..<events { send(value) } }
    }

    /// How much heap memory is in use for each of 1,000 objects, which are made of a number each. Where nobody can tell it is nothing.
    static func heap(_ make: @escaping (Int) -> Any) -> Work {
        Work(unit: .bytes) {
            var kept: [Any] = []
            kept.reserveCapacity(1_000)
            let before = Int(allocation_bytes_in_use())
            for index in 0..<1_000 { kept.append(make(index)) }
            let after = Int(allocation_bytes_in_use())
            return withExtendedLifetime(kept) { Double(after - before) / 1_000 }
        }
    }
}

/// The CPU time that this process, or thread, has used, in nanoseconds.
func cpuTime(_ clock: clockid_t = CLOCK_PROCESS_CPUTIME_ID) -> Double {
    var time = timespec()
    clock_gettime(clock, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}
