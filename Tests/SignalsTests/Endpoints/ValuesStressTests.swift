import Foundation
import Signals
import SignalsTesting
import Synchronization
import TestSupport
import Testing

/// A value that is counted for as long as anybody keeps it.
private final class CountedObject: Sendable {
    static let live = Atomic<Int>(0)
    let number: Int

    init(_ number: Int) {
        self.number = number
        Self.live.add(1, ordering: .relaxed)
    }

    deinit { Self.live.subtract(1, ordering: .relaxed) }
}

/// How many values were kept at the same time: the most in all, and the fewest since somebody last looked.
private final class Backlog: Sendable {
    let highest = Atomic<Int>(0)
    private let lowest = Atomic<Int>(.max)

    func note(_ count: Int) {
        highest.max(count, ordering: .relaxed)
        lowest.min(count, ordering: .relaxed)
    }

    func takeLowest() -> Int? {
        let count = lowest.exchange(.max, ordering: .relaxed)
        return count == .max ? nil : count
    }
}

extension Races {
    @Suite("values under stress") struct ValuesStressTests {
        /// Loops in all, over all consumers. A debug build, which is many times slower, takes some of them.
        #if DEBUG
        private static let loops = 4_000
        #else
        private static let loops = 200_000
        #endif

        @Test("C75: 100 loops are cancelled and restarted all the time while a sender never pauses")
        func cancelledAndRestarted() async throws {
            try await underWatchdog {
                let subject = PassthroughSubject<CountedObject, Never>()
                let isOver = Protected(false)
                let senderEnded = AsyncGate()
                let backlog = Backlog()
                let sender = Thread {
                    var number = 0
                    while !isOver.current {
                        number += 1
                        subject.send(CountedObject(number))
                        if number.isMultiple(of: 64) { backlog.note(CountedObject.live.load(ordering: .relaxed)) }
                    }
                    subject.send(completion: .finished)
                    Task { await senderEnded.open() }
                }
                sender.start()
                let received = Protected(0)
                let ended = Protected(0)
                let lows = Log<Int>()
                await withTaskGroup(of: Void.self) { group in
                    for consumer in 0..<100 {
                        group.addTask {
                            for round in 0..<(Self.loops / 100) {
                                let count = await Self.runOneLoop(over: subject, pace: (consumer + round) % 4)
                                received.withValue { $0 += count }
                                guard ended.increment().isMultiple(of: Self.loops / 10) else { continue }
                                if let low = backlog.takeLowest() { lows.append(low) }
                            }
                        }
                    }
                }
                isOver.withValue { $0 = true }
                await senderEnded.wait()
                #expect(received.current > 0)
                // What waits is worked off again and again, from the first tenth of the loops to the last.
                #expect(lows.entries.allSatisfy { $0 < 20_000 }, "\(lows.entries)")
                #expect(backlog.highest.load(ordering: .relaxed) < 1_000_000)
                // Every loop has left, so nothing that was kept for one is left either.
                #expect(CountedObject.live.load(ordering: .relaxed) == 0)
            }
        }

        /// Starts a loop, and cancels it before it begins, or at any time, or while it waits for or takes a value; or it
        /// leaves by itself.
        private static func runOneLoop(over subject: PassthroughSubject<CountedObject, Never>, pace: Int) async -> Int {
            let started = AsyncGate()
            let loop = Task {
                if pace == 0 { await started.open() }
                var last = 0
                var count = 0
                for await value in subject.values {
                    if pace != 0 { await started.open() }
                    if value.number <= last { Issue.record("\(value.number) came after \(last)") }
                    last = value.number
                    count += 1
                    if pace == 3, count == 3 { break }
                    // There is always a next value, so the loop would never leave its thread to others.
                    if count % 8 == 0 { await Task.yield() }
                }
                return count
            }
            if pace != 1 { await started.wait() }
            loop.cancel()
            return await loop.value
        }
    }
}
