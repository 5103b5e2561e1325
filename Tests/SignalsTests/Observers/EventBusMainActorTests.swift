import Signals
import SignalsTesting
import TestSupport
import Testing

@MainActor
private final class Model {
    var events: [Int] = []
    var names: [String] = []
}

@MainActor
struct EventBusMainActorTests {
    private let bus = EventBus()

    @Test func `an observer of the main actor is called there, at the scheduler's next turn`() async {
        let scheduler = VirtualTimeScheduler()
        let model = Model()
        let bus = bus
        bus.subscribe(model, to: Int.self, on: scheduler.main) { model, event in model.events.append(event) }
        bus.subscribe(model, to: String.self, on: scheduler.main) { model, name in model.names.append(name) }
        await Task.detached {
            bus.publish(1)
            bus.publish(2)
            bus.publish("a")
        }.value
        #expect(model.events == [])
        scheduler.run()
        #expect(model.events == [1, 2])
        #expect(model.names == ["a"])
    }

    @Test func `with mainImmediate it is called at once by those who are there`() {
        let model = Model()
        bus.subscribe(model, to: Int.self, on: .mainImmediate) { model, event in model.events.append(event) }
        bus.publish(1)
        #expect(model.events == [1])
    }

    @Test func `C100 an observer that goes before its turn is neither kept nor called`() {
        let scheduler = VirtualTimeScheduler()
        let log = Log<Int>()
        var model: Model? = Model()
        weak let canary = model
        bus.subscribe(model!, to: Int.self, on: scheduler.main) { _, event in log.append(event) }
        bus.publish(1)
        withExtendedLifetime(model) {}
        model = nil
        #expect(canary == nil)
        scheduler.run()
        #expect(log.entries == [])
        #expect(bus.observerCount == 0)
    }

    @Test func `C100 one that is unsubscribed before its turn is not called`() {
        let scheduler = VirtualTimeScheduler()
        let model = Model()
        let token = bus.subscribe(model, to: Int.self, on: scheduler.main) { $0.events.append($1) }
        bus.publish(1)
        token.cancel()
        scheduler.run()
        bus.subscribe(model, to: Int.self, on: scheduler.main) { $0.events.append($1) }
        bus.publish(2)
        bus.unsubscribe(model)
        scheduler.run()
        #expect(model.events == [])
    }

    @Test func `C100 a sticky event reaches a new observer on the main actor, once`() {
        let scheduler = VirtualTimeScheduler()
        let model = Model()
        bus.publish(1, sticky: true)
        bus.subscribe(model, to: Int.self, on: scheduler.main) { $0.events.append($1) }
        #expect(model.events == [])
        scheduler.run()
        #expect(model.events == [1])
    }
}
