import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// What a long schedule costs, measured against a shorter one: nothing here depends on how fast the machine is.
@Suite("The cost of scheduling", .serialized)
struct SchedulingCostTests {
    @Test("100,000 actions cost little more than ten times as much as 10,000", arguments: [false, true])
    func linearithmic(isCancelled: Bool) {
        // With n log n it is 12.5 times as much, with n² a hundred times; the rest is caches and other programs.
        let ratios = (0..<5).map { _ in cost(of: 100_000, isCancelled) / cost(of: 10_000, isCancelled) }
        #expect(ratios.min()! < 30, "\(ratios)")
    }

    /// The processor time of this thread for so many actions at random times.
    private func cost(of count: Int, _ isCancelled: Bool) -> Double {
        let scheduler = VirtualTimeScheduler()
        var time: UInt64 = 1
        let start = processorTime()
        let tokens = (0..<count).map { _ in
            time = time &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return scheduler.schedule(after: SchedulerInstant(offset: .microseconds(Int64(time >> 40)))) {}
        }
        if isCancelled { for token in tokens { token.cancel() } }
        let report = scheduler.run(limit: .max)
        let end = processorTime()
        #expect(report.executedCount == (isCancelled ? 0 : count))
        #expect(scheduler.isIdle)
        return end - start
    }
}
