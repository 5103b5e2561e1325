import Signals
import SignalsTesting
import TestSupport
import Testing

extension Races {
    /// A sequence that several threads ask for at once.
    @Suite struct IteratorSubscriptionTests {
        @Test("C12 four threads ask for single values: each value once, in order, never two at once")
        func requests() async throws {
            await onOwnThread {
                let count = 5_000
                let visits = OneAtATime()
                let recorder = (0..<(4 * count)).publisher.handleEvents(receiveOutput: { _ in visits.visit() })
                    .record(demand: .none)
                onThreads(4) { _ in
                    for _ in 0..<count { recorder.request(.max(1)) }
                }
                #expect(recorder.values == Array(0..<(4 * count)))
                #expect(recorder.isFinished)
                #expect(recorder.violations.isEmpty && visits.overlapCount == 0)
            }
        }

        private final class Round: Sendable {
            let recorder: Recorder<Int, Never>
            init() { recorder = (0..<3).publisher.record(demand: .none) }
        }

        @Test("asking from two threads at the end: the ending comes once, and nothing is lost") func end() async throws
        {
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [{ $0.recorder.request(.max(2)) }, { $0.recorder.request(.max(1)) }]
                ) { round in
                    let recorder = round.recorder
                    if recorder.values != [0, 1, 2] || !recorder.isFinished || !recorder.violations.isEmpty {
                        Issue.record("\(recorder.values) \(recorder.violations)")
                    }
                }
            }
        }

        @Test("C17 cancelling while another asks: no ending, and the elements are let go of") func cancel() async throws
        {
            final class Element: Sendable {}
            final class Round: Sendable {
                let recorder: Recorder<Int, Never>
                let living = Protected(0)
                init() {
                    let payload = Payload(living: living)
                    recorder = (0..<3).publisher.map { value in withExtendedLifetime(payload) { value } }
                        .record(demand: .none)
                }
            }
            final class Payload: Sendable {
                let living: Protected<Int>
                init(living: Protected<Int>) {
                    self.living = living
                    living.increment()
                }
                deinit { living.withValue { $0 -= 1 } }
            }
            await onOwnThread {
                race(
                    rounds: 20_000, { _ in Round() },
                    [{ $0.recorder.request(.max(2)) }, { $0.recorder.cancel() }]
                ) { round in
                    let recorder = round.recorder
                    let isRight =
                        recorder.values == Array(0..<recorder.values.count) && recorder.completion == nil
                        && recorder.violations.isEmpty && round.living.current == 0
                    if !isRight { Issue.record("\(recorder.values), \(round.living.current) alive") }
                }
            }
        }
    }
}
