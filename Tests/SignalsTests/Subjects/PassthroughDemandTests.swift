import Signals
import SignalsTesting
import Testing

@Suite struct PassthroughDemandTests {
    @Test func `T55 values that nobody has asked for are dropped`() {
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.record(demand: .max(1))
        subject.send(1)
        subject.send(2)
        recorder.request(.max(1))
        subject.send(3)
        subject.send(4)
        #expect(recorder.values == [1, 3])
        #expect(recorder.violations.isEmpty)
    }

    @Test func `T16 inner publishers that come while the outer one has no demand are lost`() {
        let outer = PassthroughSubject<PassthroughSubject<Int, Never>, Never>()
        let inners = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
        let recorder = outer.flatMap(maxPublishers: .max(2)) { $0 }.record()
        for inner in inners.prefix(3) { outer.send(inner) }
        for (number, inner) in inners.enumerated() { inner.send(number) }
        inners[0].send(completion: .finished)
        outer.send(inners[3])
        for (number, inner) in inners.enumerated() { inner.send(10 + number) }
        outer.send(completion: .finished)
        #expect(recorder.completion == nil)
        inners[1].send(completion: .finished)
        inners[3].send(completion: .finished)
        #expect(recorder.values == [0, 1, 11, 13])
        #expect(recorder.isFinished)
    }
}
