import Dispatch
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct FutureTests {
    /// An object whose end can be watched.
    private final class Probe: Sendable {}

    /// A future together with its promise, for calling it later.
    private func pending(_ probe: Probe? = nil) -> (Future<Int, Broken>, Future<Int, Broken>.Promise) {
        let kept = Protected<Future<Int, Broken>.Promise?>(nil)
        let future = Future<Int, Broken> { promise in
            kept.withValue { $0 = promise }
            withExtendedLifetime(probe) {}
        }
        return (future, kept.current!)
    }

    @Test("the work is done once, at once, and each subscriber gets its result (C49, T56)")
    func eager() {
        let count = Protected(0)
        let future = Future<Int, Never> { promise in promise(.success(count.increment())) }
        #expect(count.current == 1)
        for _ in 1...2 {
            let recorder = future.record()
            #expect(recorder.values == [1])
            #expect(recorder.isFinished)
        }
        #expect(count.current == 1)
        let lazy = Deferred { Future<Int, Never> { promise in promise(.success(count.increment())) } }
        #expect(count.current == 1)
        #expect(lazy.record().values == [2])
    }

    @Test("a result that comes later reaches who has subscribed before and after (C49)")
    func later() {
        let (future, promise) = pending()
        let early = [future.record(), future.record()]
        #expect(early.allSatisfy { $0.values.isEmpty && $0.completion == nil })
        promise(.success(1))
        for recorder in early + [future.record()] {
            #expect(recorder.values == [1])
            #expect(recorder.isFinished)
            #expect(recorder.violations == [])
        }
    }

    @Test("the first resolution wins, whatever it is (C49, T56)")
    func twice() {
        let (future, promise) = pending()
        let recorder = future.record()
        promise(.success(1))
        promise(.success(2))
        promise(.failure(.thrown))
        #expect(recorder.values == [1])
        #expect(future.record().values == [1])

        let (failing, fail) = pending()
        fail(.failure(.thrown))
        fail(.success(2))
        #expect(failing.record().failure == .thrown)
        #expect(failing.record().values == [])
    }

    @Test("a second resolution from inside the delivery of the first is ignored (C49)")
    func twiceReentrantly() {
        let (future, promise) = pending()
        let recorder = future.record { _, value in
            promise(.success(value + 1))
            return .none
        }
        promise(.success(1))
        #expect(recorder.values == [1])
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test("a value waits for demand, a failure does not (C49)")
    func demand() {
        let (future, promise) = pending()
        let early = future.record(demand: .none)
        promise(.success(1))
        for recorder in [early, future.record(demand: .none)] {
            #expect(recorder.values == [])
            #expect(recorder.completion == nil)
            recorder.request(.max(1))
            #expect(recorder.values == [1])
            #expect(recorder.isFinished)
        }
        let failed = Future<Int, Broken> { $0(.failure(.thrown)) }
        #expect(failed.record(demand: .none).failure == .thrown)
    }

    @Test("of two threads that resolve it one wins, for every subscriber (C49)")
    func twoThreads() {
        underWatchdog {
            for _ in 1...2_000 {
                let (future, promise) = pending()
                let early = future.record()
                let during = Protected<[Recorder<Int, Broken>]>([])
                DispatchQueue.concurrentPerform(iterations: 3) { index in
                    if index < 2 {
                        promise(.success(index))
                    } else {
                        let recorder = future.record()
                        during.withValue { $0.append(recorder) }
                    }
                }
                let late = future.record()
                for recorder in during.current + [early, late] {
                    #expect(recorder.values.count == 1)
                    #expect(recorder.values == late.values)
                    #expect(recorder.isFinished)
                    #expect(recorder.violations == [])
                }
            }
        }
    }

    @Test("nothing arrives after cancelling")
    func cancelling() {
        let (future, promise) = pending()
        let recorder = future.record()
        recorder.cancel()
        promise(.success(1))
        #expect(recorder.values == [])
        #expect(recorder.completion == nil)
    }

    @Test("who has subscribed gets the result also when the future is gone")
    func futureGone() {
        var (future, promise): (Future<Int, Broken>?, Future<Int, Broken>.Promise?) = pending()
        let recorder = future!.record()
        let patient = future!.record(demand: .none)
        future = nil
        promise!(.success(1))
        promise = nil
        #expect(recorder.values == [1])
        patient.request(.max(1))
        #expect(patient.values == [1])
        #expect(patient.isFinished)
    }

    @Test("a future that is never resolved keeps neither its work nor its subscribers (C49)")
    func neverResolved() {
        weak var work: Probe?
        weak var subscriber: Recorder<Int, Broken>?
        do {
            let probe = Probe()
            work = probe
            let (future, promise) = pending(probe)
            let recorder = future.record()
            subscriber = recorder
            withExtendedLifetime(promise) {}
        }
        #expect(work == nil)
        // The recorder and its subscription hold each other until one of them ends, as any subscriber that keeps it.
        subscriber?.cancel()
        #expect(subscriber == nil)
    }

    @Test("a sink on a future that is never resolved is released with its handle (C49)")
    func sinkOfNeverResolved() {
        weak var captured: Probe?
        let (future, promise) = pending()
        do {
            let probe = Probe()
            captured = probe
            let handle = future.sink(receiveCompletion: { _ in }, receiveValue: { _ in withExtendedLifetime(probe) {} })
            withExtendedLifetime(handle) {}
        }
        #expect(captured == nil)
        withExtendedLifetime((future, promise)) {}
    }

    @Test("the result is released with the future (C49)")
    func resultReleased() {
        weak var result: Probe?
        do {
            let probe = Probe()
            result = probe
            let future = Future<Probe, Never> { $0(.success(probe)) }
            var values: [Probe] = []
            values += future.record().values
            values += future.record().values
            #expect(values.count == 2)
        }
        #expect(result == nil)
    }
}
