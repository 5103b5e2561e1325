import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct RepeatTests {
    @Test("repeat goes round as often as it is told, and not at all for zero")
    func rounds() {
        #expect([1, 2].publisher.repeat(3).record().values == [1, 2, 1, 2, 1, 2])
        let none = [1, 2].publisher.repeat(0).record(demand: .none)
        #expect(none.isFinished)
    }

    @Test("repeat without end gives as much as is asked for, and a failure ends it")
    func withoutEnd() {
        underWatchdog {
            let recorder = [1, 2].publisher.repeat().record(demand: .max(5))
            #expect(recorder.values == [1, 2, 1, 2, 1])
            #expect((0...1).publisher.repeat().prefix(100_000).record().values.count == 100_000)
            #expect(Fail<Int, ScriptError>(error: .source).repeat().record().failure == .source)
        }
    }
}
