import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// A value that is counted for as long as anybody keeps it.
private final class CountedObject: Sendable {
    static let live = Protected(0)
    let number: Int

    init(_ number: Int) {
        self.number = number
        Self.live.withValue { $0 += 1 }
    }

    deinit { Self.live.withValue { $0 -= 1 } }
}

extension Races {
    @Suite("values under stress") struct ValuesStressTests {
        /// Loops in all, over all consumers. `SIGNALS_STRESS=1` asks for the full number.
        private static let loops = ProcessInfo.processInfo.environment["SIGNALS_STRESS"] == nil ? 4_000 : 200_000

        @Test("C75: 100 loops are cancelled and restarted all the time while a sender never pauses")
        func cancelledAndRestarted() async throws {
            try await underWatchdog {
                let subject = PassthroughSubject<CountedObject, Never>()
                let isOver = Protected(false)
                let senderEnded = AsyncGate()
                let sender = Thread {
                    var number = 0
                    while !isOver.current {
                        number += 1
                        subject.send(CountedObject(number))
                    }
                    subject.send(completion: .finished)
                    Task { await senderEnded.open() }
                }
                sender.start()
                let received = Protected(0)
                await withTaskGroup(of: Void.self) { group in
                    for consumer in 0..<100 {
                        group.addTask {
                            for round in 0..<(Self.loops / 100) {
                                let count = await Self.runOneLoop(over: subject, pace: (consumer + round) % 4)
                                received.withValue { $0 += count }
                            }
                        }
                    }
                }
                isOver.withValue { $0 = true }
                await senderEnded.wait()
                #expect(received.current > 0)
                // Every loop has left, so nothing that was kept for one is left either.
                #expect(CountedObject.live.current == 0)
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
