import Signals
import SignalsTesting
import Testing

@Suite struct MaterializeTests {
    @Test("the ending becomes a value, and waits until it is asked for")
    func ending() {
        let recorder = source([1], .failure(.upstream)).materialize().record(demand: .max(1))
        #expect(recorder.values == [.value(1)])
        #expect(recorder.completion == nil)
        recorder.request(.max(1))
        #expect(recorder.values == [.value(1), .completion(.failure(.upstream))])
        #expect(recorder.isFinished)
    }

    @Test("what is materialized can be told apart again: values, and failures") func parts() {
        let events = source([1, 2], .failure(.upstream)).materialize()
        #expect(events.compactMap(\.value).record().values == [1, 2])
        #expect(events.compactMap(\.failure).record().values == [.upstream])
        #expect(source([1]).materialize().compactMap(\.failure).record().values == [])
    }

    @Test(
        "dematerialize undoes materialize",
        arguments: [.finished, .failure(.upstream)] as [Subscribers.Completion<Broken>])
    func inverse(completion: Subscribers.Completion<Broken>) {
        let recorder = source([1, 2], completion).materialize().dematerialize().record()
        #expect(recorder.values == [1, 2])
        #expect(recorder.completion == completion)
        #expect(recorder.violations == [])
    }
}
