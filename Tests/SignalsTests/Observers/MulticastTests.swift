import Signals
import TestSupport
import Testing

private protocol ChatDelegate: AnyObject, Sendable {
    func received(_ message: String)
}

private final class Room: ChatDelegate {
    let log = Log<String>()
    func received(_ message: String) { log.append(message) }
}

extension Multicast: ChatDelegate where Delegate == any ChatDelegate {
    fileprivate func received(_ message: String) { notify { $0.received(message) } }
}

/// Something that knows one delegate only.
private final class Chat: Sendable {
    weak let delegate: (any ChatDelegate)?
    init(delegate: any ChatDelegate) { self.delegate = delegate }
    func receive(_ message: String) { delegate?.received(message) }
}

@MainActor
private protocol ScreenDelegate: AnyObject, Sendable {
    func show(_ message: String)
}

@MainActor
private final class Screen: ScreenDelegate {
    var shown: [String] = []
    func show(_ message: String) { shown.append(message) }
}

extension Multicast: ScreenDelegate where Delegate == any ScreenDelegate {
    fileprivate func show(_ message: String) { notify { $0.show(message) } }
}

private let global = Multicast<any ChatDelegate>()

struct MulticastTests {
    @Test func `delegates are called in the order in which they were added, once each`() {
        let log = Log<String>()
        let delegates = ["a", "b"].map { Listener($0, log: log) }
        defer { withExtendedLifetime(delegates) {} }
        let multicast = Multicast<any Update>()
        for delegate in delegates + delegates { multicast.add(delegate) }
        multicast.notify { $0.update("1") }
        multicast.remove(delegates[0])
        multicast.notify { $0.update("2") }
        #expect(log.entries == ["a1", "b1", "b2"])
    }

    @Test func `the count is that of the living`() {
        let multicast = Multicast<any Update>()
        #expect(multicast.isEmpty)
        let stays = Counter()
        var goes: Counter? = Counter()
        multicast.add(stays)
        multicast.add(goes!)
        #expect(multicast.count == 2)
        goes = nil
        #expect(multicast.count == 1)
        #expect(!multicast.isEmpty)
        multicast.remove(stays)
        #expect(multicast.isEmpty)
    }

    @Test func `a multicast can be a global, and be passed where one delegate is expected`() {
        let rooms = [Room(), Room()]
        for room in rooms { global.add(room) }
        Chat(delegate: global).receive("Hello")
        #expect(rooms.allSatisfy { $0.log.entries == ["Hello"] })
    }

    @Test @MainActor func `delegates of the main actor are told on the main actor`() {
        let multicast = Multicast<any ScreenDelegate>()
        let screen = Screen()
        multicast.add(screen)
        let delegate: any ScreenDelegate = multicast
        delegate.show("Hello")
        #expect(screen.shown == ["Hello"])
    }

    @Test func `a body that throws stops there`() {
        struct Stop: Error {}
        let delegates = [Counter(), Counter()]
        let multicast = Multicast<Counter>()
        for delegate in delegates { multicast.add(delegate) }
        #expect(throws: Stop.self) {
            try multicast.notify { delegate in
                delegate.update("")
                throw Stop()
            }
        }
        #expect(delegates.map(\.count) == [1, 0])
    }

    @Test func `a delegate may remove itself, and add another, when it is called`() {
        let multicast = Multicast<any Update>()
        let other = Counter()
        let delegate = Acting { delegate in
            multicast.remove(delegate)
            multicast.add(other)
        }
        defer { withExtendedLifetime(delegate) {} }
        multicast.add(delegate)
        multicast.notify { $0.update("") }
        multicast.notify { $0.update("") }
        #expect(multicast.count == 1)
        #expect(other.count == 1)
    }
}
