import Foundation
import Signals
import Synchronization

/// How the cost grows: with the length of a chain, the number of subscribers, and that of threads.
let scaling: [Row] =
    [1, 5, 10, 20, 50, 100].map { length in
        Row(
            "\(length) × map → sink", limit: nil,
            to: ("as many closures", { .sending(100_000 / length, to: mapsByHand(length)) })
        ) {
            .chain(100_000 / length) { maps(length, $0) }
        }
    }
    + [(1, 0.8), (10, 0.6), (100, 0.7), (1_000, 0.9), (10_000, 1.2), (100_000, 4)].map { count, limit in
        Row(
            "subject → \(count) sinks, a delivery", limit: limit, steady: true,
            to: ("as many closures", { ObserverList.notification(of: count) })
        ) {
            .sinks(count)
        }
    }
    + [1, 2, 3, 4].map { count in
        Row(
            "\(count) \(count == 1 ? "thread" : "threads") into one subject", limit: 2.5, steady: true,
            to: (
                "the same into L",
                {
                    let list = ObserverList()
                    let received = Counter()
                    list.add { _ in received.increment() }
                    return threads(count, received) { list.notify($0) }
                }
            )
        ) {
            let subject = PassthroughSubject<Int, Never>()
            let received = Counter()
            let handle = subject.sink { _ in received.increment() }
            return threads(count, received) { value in withExtendedLifetime(handle) { subject.send(value) } }
        }
    }

/// Counts on any thread.
private final class Counter: Sendable {
    private let count = Atomic(0)
    func increment() { count.add(1, ordering: .relaxed) }
    func take() -> Int { count.exchange(0, ordering: .relaxed) }
}

/// What a thread does between two values: a third of a microsecond or so of arithmetic.
@inline(never)
private func compute(_ seed: Int) -> Int {
    var state = UInt64(truncatingIfNeeded: seed) | 1
    for _ in 0..<300 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
    }
    return Int(truncatingIfNeeded: state)
}

/// Has threads compute values and send them at the same time, and remarks how many of them ran at once in the best run.
private func threads(_ count: Int, _ received: Counter, _ send: @escaping (Int) -> Void) -> Work {
    let rounds = 60_000 / count
    nonisolated(unsafe) let send = send
    let overlap = OnHeap(0.0)
    let work = Work(events: rounds * count) {
        let group = DispatchGroup()
        let ready = Atomic(0)
        let clock = ContinuousClock()
        let started = Mutex<ContinuousClock.Instant?>(nil)
        let busy = Mutex(0.0)
        for index in 0..<count {
            group.enter()
            Thread {
                // All begin at the same time, as far as there are processors for them.
                ready.add(1, ordering: .relaxed)
                while ready.load(ordering: .relaxed) < count {}
                started.withLock { if $0 == nil { $0 = clock.now } }
                let start = cpuTime(CLOCK_THREAD_CPUTIME_ID)
                for round in 0..<rounds { send(compute(index &+ round)) }
                let running = cpuTime(CLOCK_THREAD_CPUTIME_ID) - start
                busy.withLock { $0 += running }
                group.leave()
            }.start()
        }
        group.wait()
        let elapsed = started.withLock { $0!.duration(to: clock.now) } / .nanoseconds(1)
        let average = busy.withLock { $0 } / elapsed
        overlap.value.withLock { $0 = max($0, average) }
        consume(0, deliveries: received.take())
    }
    return Work(
        sample: work.sample,
        remark: { String(format: "%.1f threads ran at once", overlap.value.withLock { $0 }) })
}
