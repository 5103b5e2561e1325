import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite struct PrintTests {
    private final class Lines: EventLog {
        let log = Log<String>()
        func write(line: String) { log.append(line) }
    }

    @Test("C133: print writes Combine's text, also for demand that is returned from a value")
    func text() {
        let lines = Lines()
        let recorder = [1, 2].publisher.print("x", to: lines).record(demand: .max(1)) { _, _ in .max(2) }
        #expect(recorder.values == [1, 2])
        #expect(
            lines.log.entries.dropFirst() == [
                "x: request max: (1)", "x: receive value: (1)", "x: request max: (2) (synchronous)",
                "x: receive value: (2)", "x: request max: (2) (synchronous)", "x: receive finished",
            ])
        let others = Lines()
        PassthroughSubject<Int, Never>().print(to: others).record(demand: .unlimited).cancel()
        #expect(others.log.entries.dropFirst() == ["request unlimited", "receive cancel"])
    }

    @Test("C133: handleEvents is told of returned demand as of any other")
    func returned() {
        let demands = Log<Subscribers.Demand>()
        let recorder = [1, 2].publisher.handleEvents(receiveRequest: { demands.append($0) })
            .record(demand: .max(1)) { _, _ in .max(3) }
        #expect(recorder.isFinished)
        #expect(demands.entries == [.max(1), .max(3), .max(3)])
    }
}
