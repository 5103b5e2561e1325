import Dispatch
import Foundation
import Signals
import TestSupport
import Testing

@Suite("Mailbox, changing owners")
struct MailboxHandoverTests {
    @Test("a thread that only came to subscribe is let go while another sends without a pause")
    func ownerIsLetGo() {
        underWatchdog {
            let subject = PassthroughSubject<Int, Never>()
            let isOver = Protected(false)
            let sender = Thread { [subject] in
                var value = 0
                while !isOver.current {
                    value += 1
                    subject.send(value)
                }
            }
            sender.start()
            for _ in 0..<5_000 {
                let handle = subject.sink { _ in }
                handle.cancel()
            }
            isOver.withValue { $0 = true }
        }
    }

    @Test("an owner whose subscriber waits for a thread that sends a great deal does not hold that one up for long")
    func blockedOwner() {
        underWatchdog {
            let subject = PassthroughSubject<Int, Never>()
            let count = 20_000
            let log = Log<Int>()
            let handle = subject.sink { value in
                log.append(value)
                guard value == 0 || value == -1 else { return }
                // Zero comes as the owner's own event; minus one out of the queue.
                if value == 0 { subject.send(-1) }
                let first = value == 0 ? 1 : count + 1
                let sent = DispatchSemaphore(value: 0)
                Thread {
                    for number in first..<(first + count) { subject.send(number) }
                    sent.signal()
                }.start()
                sent.wait()
            }
            subject.send(0)
            #expect(log.entries == [0, -1] + Array(1...(2 * count)))
            handle.cancel()
        }
    }

    @Test("once all senders have returned everything has been delivered, in one order that all subscribers see")
    func everythingDelivered() {
        underWatchdog {
            for _ in 0..<10 {
                let subject = CurrentValueSubject<Int, Never>(0)
                let first = Log<Int>()
                let second = Log<Int>()
                let handles = [subject.sink { first.append($0) }, subject.sink { second.append($0) }]
                let perSender = 5_000
                DispatchQueue.concurrentPerform(iterations: 8) { sender in
                    for index in 1...perSender { subject.send(sender * perSender + index) }
                }
                #expect(first.entries.count == 8 * perSender + 1)
                #expect(first.entries == second.entries)
                #expect(Set(first.entries).count == 8 * perSender + 1)
                #expect(first.entries.last == subject.value)
                withExtendedLifetime(handles) {}
            }
        }
    }

    @Test("four senders that never pause take turns: hardly anything of what they send waits")
    func severalSenders() async {
        #if DEBUG
        let perSender = 50_000
        #else
        let perSender = 500_000
        #endif
        await onOwnThread {
            let subject = PassthroughSubject<Int, Never>()
            let sent = (0..<4).map { _ in Protected(0) }
            let delivered = Protected(0)
            let longest = Protected(0)
            let handle = subject.sink { _ in
                let count = delivered.increment()
                if count.isMultiple(of: 256) {
                    let waiting = sent.reduce(0) { $0 + $1.current } - count
                    longest.withValue { $0 = max($0, waiting) }
                }
            }
            onThreads(4) { sender in
                for number in 0..<perSender {
                    sent[sender].increment()
                    subject.send(number)
                }
            }
            #expect(delivered.current == 4 * perSender)
            // If one delivered for all it would be nearly four times as much. How much it is depends on who gets a processor.
            #expect(longest.current < 3 * perSender)
            withExtendedLifetime(handle) {}
        }
    }
}
