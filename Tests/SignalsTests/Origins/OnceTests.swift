import Signals
import SignalsTesting
import Testing

@Suite struct OnceTests {
    @Test("an optional publishes its value, if it has one")
    func optional() {
        let some = Int?.some(1).publisher.record(demand: .none)
        #expect(some.events.count == 1)
        some.request(.max(1))
        #expect(some.values == [1])
        #expect(some.isFinished)
        let none = Int?.none.publisher.record(demand: .none)
        #expect(none.values == [])
        #expect(none.isFinished)
    }

    @Test("a result publishes its value or its failure")
    func result() {
        let success = Result<Int, Broken>.success(1).publisher.record(demand: .max(1))
        #expect(success.values == [1])
        #expect(success.isFinished)
        let failure = Result<Int, Broken>.failure(.upstream).publisher.record(demand: .none)
        #expect(failure.values == [])
        #expect(failure.failure == .upstream)
        #expect(Result<Int, Broken>.success(1).publisher == Result<Int, Broken>.success(1).publisher)
    }

    @Test("a value that is itself optional is still a value")
    func nested() {
        let recorder = Result<Int?, Broken>.success(nil).publisher.record()
        #expect(recorder.values == [nil])
        #expect(recorder.isFinished)
    }
}
