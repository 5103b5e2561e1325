import Signals
import SignalsTesting
import SwiftFiveClient
import TestSupport
import Testing

private struct LoggedIn: Sendable, Equatable { var user: String }
private struct LoggedOut: Sendable {}
private class Base: @unchecked Sendable {}
private final class Derived: Base, @unchecked Sendable {}
private protocol Marked: Sendable {}
private struct Mark: Marked {}

/// Nothing but an identity.
private final class Someone: Sendable {}

struct EventBusTests {
    private let bus = EventBus()
    private let log = Log<String>()
    private let someone = Someone()

    @Test func `an event reaches both forms of subscriber, in the order of subscription`() {
        let log = log
        bus.subscribe(someone, to: Int.self) { _, event in log.append("a\(event)") }
        let handle = bus.publisher(for: Int.self).sink { log.append("b\($0)") }
        bus.subscribe(someone, to: Int.self) { _, event in log.append("c\(event)") }
        bus.publish(1)
        #expect(log.entries == ["a1", "b1", "c1"])
        handle.cancel()
        bus.publish(2)
        #expect(log.entries.suffix(2) == ["a2", "c2"])
    }

    @Test func `the handler is given its observer`() {
        let listener = Listener("x", log: log)
        defer { withExtendedLifetime(listener) {} }
        bus.subscribe(listener, to: LoggedIn.self) { listener, event in listener.update(event.user) }
        bus.publish(LoggedIn(user: "Ada"))
        #expect(log.entries == ["xAda"])
    }

    @Test func `the shared bus is one for all`() {
        let log = log
        let handle = EventBus.shared.publisher(for: LoggedIn.self).sink { log.append($0.user) }
        EventBus.shared.publish(LoggedIn(user: "Ada"))
        handle.cancel()
        #expect(log.entries == ["Ada"])
    }

    @Test func `C100 an event is matched by its exact type`() {
        let log = log
        bus.subscribe(someone, to: Base.self) { _, _ in log.append("base") }
        bus.subscribe(someone, to: Derived.self) { _, _ in log.append("derived") }
        bus.subscribe(someone, to: (any Marked).self) { _, _ in log.append("protocol") }
        bus.subscribe(someone, to: Mark.self) { _, _ in log.append("struct") }
        bus.publish(Derived())
        bus.publish(Base())
        let mark: any Marked = Mark()
        bus.publish(mark)
        #expect(log.entries == ["derived", "base", "struct"])
    }

    @Test("C128: an event in an existential is one of its own type, also to a client in Swift 5")
    func existentials() {
        let opened = bus.publisher(for: Opened.self).record()
        bus.publishInSwiftFive(Opened(file: "a"))
        bus.publishInSwiftFive(Opened(file: "b"), sticky: true)
        #expect(opened.values.map(\.file) == ["a", "b"])
        #expect(bus.publisher(for: Opened.self).record().values.map(\.file) == ["b"])
        #expect(bus.publisher(for: (any AppEvent).self).record().values.isEmpty)
    }

    @Test("C128: what nobody took can be published again, and reaches who has come meanwhile")
    func publishedAgain() {
        let unheard = bus.unheardEvents.record()
        bus.publish(Opened(file: "a"))
        let opened = bus.publisher(for: Opened.self).record()
        for event in unheard.values { bus.publishAgainInSwiftFive(event) }
        #expect(opened.values.map(\.file) == ["a"])
    }

    @Test("C128: so is one that generic code takes out of an array of existentials, a class's instance too")
    func elementsOfAnArray() {
        func publishAll<Event: Sendable>(_ events: [Event]) {
            for event in events { bus.publish(event) }
        }
        let log = log
        bus.subscribe(someone, to: Mark.self) { _, _ in log.append("struct") }
        bus.subscribe(someone, to: Derived.self) { _, _ in log.append("derived") }
        bus.subscribe(someone, to: Base.self) { _, _ in log.append("base") }
        bus.subscribe(someone, to: Int?.self) { _, event in log.append("\(event ?? 0)") }
        publishAll([Mark(), Mark()] as [any Marked])
        publishAll([Derived(), Base(), Mark()] as [any Sendable])
        publishAll([1, nil])
        // A class's own variable says what its instances are published as.
        publishAll([Derived(), Base()] as [Base])
        #expect(log.entries == ["struct", "struct", "derived", "base", "struct", "1", "0", "base", "base"])
    }

    @Test func `C100 types of one name are told apart`() {
        let (bus, log, someone) = (bus, log, someone)
        struct Event: Sendable {}
        func other() {
            struct Event: Sendable {}
            bus.subscribe(someone, to: Event.self) { _, _ in log.append("inner") }
            bus.publish(Event())
        }
        bus.subscribe(someone, to: Event.self) { _, _ in log.append("outer") }
        other()
        #expect(log.entries == ["inner"])
        bus.publish(Event())
        #expect(log.entries == ["inner", "outer"])
    }

    @Test func `an event of the same type published inside a handler is delivered next, another type at once`() {
        let (bus, log) = (bus, log)
        bus.subscribe(someone, to: Int.self) { _, event in
            log.append("a\(event)")
            if event == 1 {
                bus.publish(2)
                bus.publish("s")
            }
        }
        bus.subscribe(someone, to: Int.self) { _, event in log.append("b\(event)") }
        bus.subscribe(someone, to: String.self) { _, event in log.append(event) }
        bus.publish(1)
        #expect(log.entries == ["a1", "s", "b1", "a2", "b2"])
    }

    // MARK: Life

    @Test func `C100 a subscription lives as long as its observer, and dropping its token ends nothing`() {
        let log = log
        var observer: Someone? = Someone()
        weak let canary = observer
        bus.subscribe(observer!, to: Int.self) { _, event in log.append("\(event)") }
        bus.publish(1)
        withExtendedLifetime(observer) {}
        observer = nil
        #expect(canary == nil)
        bus.publish(2)
        #expect(log.entries == ["1"])
        #expect(bus.observerCount == 0)
    }

    @Test func `C100 what a handler holds is let go of after its observer, its token, and its bus`() {
        func handler(_ canary: Canary) -> @Sendable (Someone, Int) -> Void { { _, _ in _ = canary } }
        weak var canary: Canary?

        var observer: Someone? = Someone()
        do {
            let strong = Canary()
            canary = strong
            bus.subscribe(observer!, to: Int.self, handler(strong))
        }
        bus.publish(0)
        #expect(canary != nil)
        withExtendedLifetime(observer) {}
        observer = nil
        bus.publish(1)
        #expect(canary == nil)

        let token: EventBus.Subscription
        do {
            let strong = Canary()
            canary = strong
            token = bus.subscribe(someone, to: Int.self, handler(strong))
        }
        token.cancel()
        #expect(canary == nil)

        do {
            let strong = Canary()
            canary = strong
            bus.subscribe(someone, to: Int.self, handler(strong))
        }
        bus.unsubscribe(someone)
        #expect(canary == nil)

        var other: EventBus? = EventBus()
        do {
            let strong = Canary()
            canary = strong
            other!.subscribe(someone, to: Int.self, handler(strong))
            other!.subscribe(someone, to: Int.self, on: .mainImmediate) { _, _ in _ = strong }
        }
        other = nil
        #expect(canary == nil)
    }

    @Test func `C100 observers that go do not pile up where nobody ever publishes`() {
        let log = log
        bus.subscribe(someone, to: Int.self) { _, event in log.append("\(event)") }
        for _ in 0..<10_000 { bus.subscribe(Someone(), to: Int.self) { _, _ in } }
        #expect(bus.observerCount <= 128)
        bus.publish(1)
        #expect(log.entries == ["1"])
        #expect(bus.observerCount == 1)
    }

    @Test func `C100 a token ends one subscription, unsubscribe all of an observer`() {
        let log = log
        let other = Someone()
        defer { withExtendedLifetime(other) {} }
        let token = bus.subscribe(someone, to: Int.self) { _, _ in log.append("first") }
        bus.subscribe(someone, to: Int.self) { _, _ in log.append("second") }
        bus.subscribe(someone, to: String.self) { _, _ in log.append("string") }
        bus.subscribe(other, to: Int.self) { _, _ in log.append("other") }
        token.cancel()
        token.cancel()
        bus.publish(1)
        bus.publish("")
        #expect(log.entries == ["second", "other", "string"])
        bus.unsubscribe(someone)
        bus.unsubscribe(someone)
        bus.publish(1)
        bus.publish("")
        #expect(log.entries == ["second", "other", "string", "other"])
        #expect(bus.observerCount == 1)
    }

    @Test func `C100 one unsubscribed during a publication is no longer called`() {
        let (bus, log, someone) = (bus, log, someone)
        let other = Someone()
        defer { withExtendedLifetime(other) {} }
        bus.subscribe(other, to: Int.self) { _, _ in bus.unsubscribe(someone) }
        bus.subscribe(someone, to: Int.self) { _, _ in log.append("called") }
        bus.publish(1)
        #expect(log.entries == [])
    }

    @Test func `C100 an observer may unsubscribe in its deinit, and a new one take its address`() {
        let (bus, log) = (bus, log)
        for round in 0..<200 {
            let old = Acting(atEnd: { bus.unsubscribe($0) }) { _ in }
            bus.subscribe(old, to: Int.self) { _, _ in log.append("old") }
            _ = consume old
            let new = Acting { _ in }
            defer { withExtendedLifetime(new) {} }
            bus.subscribe(new, to: Int.self) { _, _ in log.append("new") }
            bus.publish(round)
            #expect(log.entries.count == round + 1)
        }
        #expect(!log.entries.contains("old"))
    }

    // MARK: Sticky events

    @Test func `C100 the newest sticky event is given once to each new subscription`() {
        let log = log
        bus.publish(1, sticky: true)
        bus.publish(2, sticky: true)
        bus.publish(3)
        #expect(log.entries == [])
        let token = bus.subscribe(someone, to: Int.self) { _, event in log.append("a\(event)") }
        let handle = bus.publisher(for: Int.self).sink { log.append("b\($0)") }
        #expect(log.entries == ["a2", "b2"])
        token.cancel()
        bus.subscribe(someone, to: Int.self) { _, event in log.append("c\(event)") }
        #expect(log.entries == ["a2", "b2", "c2"])
        bus.publish(4, sticky: true)
        #expect(log.entries == ["a2", "b2", "c2", "b4", "c4"])
        handle.cancel()
    }

    @Test func `C100 a sticky event can be removed`() {
        let log = log
        bus.publish(1, sticky: true)
        bus.removeSticky(Int.self)
        bus.removeSticky(String.self)
        bus.subscribe(someone, to: Int.self) { _, event in log.append("\(event)") }
        #expect(log.entries == [])
        bus.publish(2, sticky: true)
        bus.subscribe(someone, to: Int.self) { _, event in log.append("late \(event)") }
        #expect(log.entries == ["2", "late 2"])
    }

    @Test func `C100 one who subscribes inside a handler is given the sticky event that is under way, once`() {
        let (bus, log, someone) = (bus, log, someone)
        bus.subscribe(someone, to: Int.self) { _, event in
            if event == 1 {
                bus.subscribe(someone, to: Int.self) { _, event in log.append("late \(event)") }
            }
        }
        bus.publish(1, sticky: true)
        #expect(log.entries == ["late 1"])
    }

    @Test func `C100 for one who has not asked the newest sticky event is kept, others pass by`() {
        let bus = bus
        let scheduler = VirtualTimeScheduler()
        let unheard = bus.unheardEvents.record(on: scheduler)
        let recorder = bus.publisher(for: Int.self).record(on: scheduler, demand: .none)
        bus.publish(1, sticky: true)
        bus.publish(2, sticky: true)
        bus.publish(3)
        #expect(unheard.values.map { $0 as? Int } == [3])
        recorder.request(.max(2))
        #expect(recorder.values == [2])
        bus.publish(4)
        bus.publish(5)
        #expect(recorder.values == [2, 4])
        bus.publish(6, sticky: true)
        recorder.request(.max(1))
        #expect(recorder.values == [2, 4, 6])
        #expect(unheard.values.map { $0 as? Int } == [3, 5])
    }

    // MARK: Unheard events

    @Test func `C100 events that nobody takes are unheard, unless they are sticky`() {
        let log = log
        let handle = bus.unheardEvents.sink { log.append("\($0)") }
        bus.publish(1)
        bus.publish(2, sticky: true)
        let token = bus.subscribe(someone, to: Int.self) { _, _ in }
        bus.publish(3)
        bus.publish("a")
        token.cancel()
        bus.publish(4)
        #expect(log.entries == ["1", "a", "4"])
        handle.cancel()
    }

    @Test @MainActor func `C100 an event for observers that have gone is unheard`() {
        let log = log
        let handle = bus.unheardEvents.sink { log.append("unheard \($0)") }
        bus.subscribe(Someone(), to: Int.self) { _, _ in log.append("called") }
        bus.subscribe(Someone(), to: Int.self, on: .mainImmediate) { _, _ in log.append("called") }
        bus.publish(1)
        #expect(log.entries == ["unheard 1"])
        bus.subscribe(Someone(), to: Int.self) { _, _ in log.append("called") }
        bus.subscribe(someone, to: Int.self) { _, event in log.append("heard \(event)") }
        bus.publish(2)
        #expect(log.entries == ["unheard 1", "heard 2"])
        handle.cancel()
    }

    @Test func `C100 an unheard event may be taken up by publishing another`() {
        let (bus, log) = (bus, log)
        let handle = bus.unheardEvents.sink { event in
            if event is LoggedOut { bus.publish(LoggedIn(user: "guest")) }
        }
        bus.subscribe(someone, to: LoggedIn.self) { _, event in log.append(event.user) }
        bus.publish(LoggedOut())
        #expect(log.entries == ["guest"])
        handle.cancel()
    }
}
