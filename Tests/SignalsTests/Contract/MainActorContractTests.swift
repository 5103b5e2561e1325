import Dispatch
import Foundation
import Signals
import TestSupport
import Testing

extension EveryOperator {
    /// A publisher that says it delivers on the main actor does so, whoever subscribes, asks or cancels from wherever.
    @MainActor @Suite struct MainActorContractTests {
        nonisolated private static let rows = Catalogue.operators.filter(\.isMainActorPublisher)

        /// Runs `body` on another thread, and waits until it has run and is let go of.
        private func elsewhere<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
            let body = Protected<(@Sendable () -> Result)?>(body)
            let result = Protected<Result?>(nil)
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                do {
                    let body = body.withValue { $0.take() }
                    result.withValue { [value = body?()] in $0 = value }
                }
                done.signal()
            }
            done.wait()
            return result.withValue { $0.take()! }
        }

        private let endings: [Script.Ending] = [.finish, .fail]

        @Test("subscribing and asking on another thread", arguments: rows)
        func request(row: Row) {
            for ending in endings {
                let bench = Bench(Script(row.input, ending), isOnMainActor: true)
                let subscribe = row.prepare(bench)
                let recording = elsewhere { subscribe(.none) }
                bench.settle()
                for _ in 0..<3 {
                    elsewhere { recording.request(.max(1)) }
                    bench.settle()
                }
                elsewhere { recording.request(.unlimited) }
                bench.settle()
                #expect(recording.countElsewhere == 0)
                #expect(recording.violations.isEmpty)
                #expect(recording.endingCount == 1)
                if ending == .finish, row.traits.isDisjoint(with: [.dependsOnDemand, .isLive]) {
                    #expect(row.comparable(recording.texts) == row.comparable(row.gives))
                }
            }
        }

        @Test("asking on another thread for what waits since upstream has ended", arguments: rows)
        func requestAfterEnd(row: Row) {
            for ending in endings {
                let bench = Bench(Script(row.input, ending), isOnMainActor: true)
                let recording = row.prepare(bench)(.none)
                bench.settle()
                elsewhere { recording.request(.unlimited) }
                bench.settle()
                #expect(recording.countElsewhere == 0)
                #expect(recording.endingCount == 1)
            }
        }

        @Test("subscribing with everything asked for, on another thread", arguments: rows)
        func subscribe(row: Row) {
            for ending in endings {
                for input in [row.input, []] {
                    let bench = Bench(Script(input, ending), isOnMainActor: true)
                    let subscribe = row.prepare(bench)
                    let recording = elsewhere { subscribe(.unlimited) }
                    bench.settle()
                    #expect(recording.countElsewhere == 0)
                    #expect(recording.endingCount == 1)
                }
            }
        }

        @Test("cancelling on another thread", arguments: rows)
        func cancel(row: Row) {
            for demand in [Subscribers.Demand.none, .max(1), .unlimited] {
                let bench = Bench(Script(row.input, nil), isOnMainActor: true)
                do {
                    let recording = row.prepare(bench)(demand)
                    bench.settle()
                    let count = recording.texts.count
                    elsewhere { recording.cancel() }
                    bench.source.send(9)
                    bench.settle()
                    #expect(recording.countElsewhere == 0)
                    #expect(recording.texts.count == count)
                }
                #expect(bench.sources.flatMap(\.records).allSatisfy { $0.cancelCount == ($0.hasEnded ? 0 : 1) })
                #expect(bench.census.living.isEmpty)
            }
        }
    }
}
