import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct CurrentValueUpdateTests {
    @Test("changes from several threads are all in the value, and each is delivered once, in order")
    func threads() {
        underWatchdog {
            let subject = CurrentValueSubject<Int, Never>(0)
            let received = Log<Int>()
            let handle = subject.sink { received.append($0) }
            onThreads(4) { _ in
                for _ in 0..<1_000 { subject.update { $0 += 1 } }
            }
            #expect(subject.value == 4_000)
            #expect(received.entries == Array(0...4_000))
            withExtendedLifetime(handle) {}
        }
    }

    @Test("what is sent while a change is made is not lost: the change is made again, of that")
    func overtaken() {
        let subject = CurrentValueSubject<[Int], Never>([])
        let recorder = subject.record()
        var calls = 0
        let count = subject.update { values in
            calls += 1
            if calls == 1 { subject.send([1]) }
            values.append(2)
            return values.count
        }
        #expect(count == 2)
        #expect(calls == 2)
        #expect(recorder.values == [[], [1], [1, 2]])
    }

    @Test("a change that throws leaves the value as it is, and after completion nothing changes")
    func refused() {
        let subject = CurrentValueSubject<Int, Never>(1)
        let recorder = subject.record()
        #expect(throws: Broken.upstream) {
            try subject.update { (value) throws(Broken) in
                value = 2
                throw .upstream
            }
        }
        #expect(subject.value == 1)
        subject.send(completion: .finished)
        subject.update { $0 = 3 }
        #expect(subject.value == 1)
        #expect(recorder.values == [1])
    }
}
