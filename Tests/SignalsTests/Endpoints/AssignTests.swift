import Signals
import SignalsTesting
import TestSupport
import Testing

private final class Gauge: @unchecked Sendable {
    var level = 0
    var handle: AnyCancellable?
}

@MainActor
private final class Label {
    var text = ""
    var handle: AnyCancellable?
}

@Suite("assign(to:on:)")
struct AssignTests {
    @Test("C47: assigning to oneself makes no cycle, and upstream is cancelled with the next value")
    func weakTarget() {
        let subject = PassthroughSubject<Int, Never>()
        let cancels = Protected(0)
        let publisher = subject.handleEvents(receiveCancel: { cancels.increment() })
        weak var probe: Gauge?
        let kept: AnyCancellable
        do {
            let gauge = Gauge()
            probe = gauge
            gauge.handle = subject.assign(to: \.level, on: gauge)
            kept = publisher.assign(to: \.level, on: gauge)
            subject.send(4)
            #expect(gauge.level == 4)
        }
        #expect(probe == nil)
        #expect(cancels.current == 0)
        subject.send(5)
        #expect(cancels.current == 1)
        withExtendedLifetime(kept) {}
    }

    @Test("C47: a strong assignment keeps its target until the stream ends or is cancelled", arguments: [true, false])
    func strongTarget(finishes: Bool) {
        let subject = PassthroughSubject<Int, Never>()
        weak var probe: Gauge?
        var handle: AnyCancellable?
        do {
            let gauge = Gauge()
            probe = gauge
            handle = subject.assign(to: \.level, on: gauge, ownership: .strong)
        }
        subject.send(6)
        #expect(probe?.level == 6)
        if finishes { subject.send(completion: .finished) } else { handle?.cancel() }
        #expect(probe == nil)
        withExtendedLifetime(handle) {}
        handle = nil
    }

    @Test("an assignment on the main actor sets its objects there")
    @MainActor
    func mainActorTarget() {
        let scheduler = VirtualTimeScheduler()
        let subject = PassthroughSubject<String, Never>()
        weak var probe: Label?
        do {
            let label = Label()
            probe = label
            label.handle = subject.receive(on: scheduler.main).assign(to: \.text, on: label)
            subject.send("a")
            #expect(label.text == "")
            scheduler.advance()
            #expect(label.text == "a")
        }
        #expect(probe == nil)
    }
}
