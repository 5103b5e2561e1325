import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("Timed operators in a for-await loop")
struct TimedValuesTests {
    @Test(
        "C53 a failure that comes while nobody waits is thrown at the next call, and then it is over",
        arguments: [
            Timed.debounce(5), .throttle(5, latest: true), .throttle(5, latest: false), .delay(5),
            .timeout(50, isFailing: true), .prefix(50), .receive, .collect(5), .collectCount(5, 2),
        ])
    func failureWhileNobodyWaits(op: Timed) async throws {
        try await underWatchdog {
            for _ in 0..<2 {
                let scheduler = VirtualTimeScheduler()
                let source = PassthroughSubject<Int, Problem>()
                var iterator = op.applied(to: source, on: scheduler).values.makeAsyncIterator()
                source.send(1)
                scheduler.advance(by: .milliseconds(10))
                let first = try await iterator.next()
                #expect(first != nil)
                source.send(completion: .failure(Problem(7)))
                scheduler.advance(by: .milliseconds(10))
                await #expect(throws: Problem(7)) { _ = try await iterator.next() }
                let afterwards = [try await iterator.next(), try await iterator.next()]
                #expect(afterwards == [nil, nil])
                scheduler.expectIdle()
            }
        }
    }

    @Test("ticks in a loop: none is early, and leaving the loop ends them")
    func ticks() async throws {
        try await underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let seen = Log<Int>()
            let loop = scheduler.task {
                for await tick in scheduler.ticks(every: .seconds(1)).values {
                    seen.append(tick.milliseconds)
                    if tick.milliseconds == 3_000 { break }
                }
            }
            await scheduler.settle(after: .seconds(10))
            try await loop.value
            #expect(seen.entries == [1_000, 2_000, 3_000])
            scheduler.expectIdle()
        }
    }
}
