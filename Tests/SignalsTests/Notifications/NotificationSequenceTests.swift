import Foundation
import SignalsTesting
import TestSupport
import Testing

@testable import Signals

@Suite struct NotificationSequenceTests {
    @Test func `C91 a loop whose body takes its time gets every message`() async {
        let hub = NotificationHub()
        var iterator = hub.messages(for: CartChanged.self).makeAsyncIterator()
        for count in 1...50 { hub.post(CartChanged(itemCount: count)) }
        var received: [Int] = []
        while received.count < 50, let message = await iterator.next() {
            received.append(message.itemCount)
            await Task.yield()
        }
        #expect(received == Array(1...50))
        #expect(iterator.droppedCount == 0)
    }

    @Test func `C91 what a limit drops is counted`() async {
        let hub = NotificationHub()
        var iterator = hub.messages(for: CartChanged.self, buffering: .newest(10)).makeAsyncIterator()
        for count in 1...50 { hub.post(CartChanged(itemCount: count)) }
        #expect(await iterator.next()?.itemCount == 41)
        #expect(iterator.droppedCount == 40)
    }

    @Test func `a loop over the messages of a sender that has gone ends`() async {
        let hub = NotificationHub()
        var cart: Cart? = Cart()
        var iterator = hub.messages(for: Emptied.self, object: cart).makeAsyncIterator()
        hub.post(Emptied(), object: cart)
        cart = nil
        hub.post(Emptied())
        #expect(await iterator.next() != nil)
        #expect(await iterator.next() == nil)
        #expect(hub.openNameCount == 0)
    }
}

private struct Emptied: NotificationMessage, Codable {
    typealias Subject = Cart
    static let name = Notification.Name("Emptied")
}
