import Dispatch
import Foundation
import Signals
import TestSupport
import Testing

/// Who delivers what waits in a mailbox: its owner, or a sender who has left most of it.
extension Races {
    @Suite("Mailbox, changing owners") struct MailboxHandoverTests {
        /// A value, and the threads that have sent and delivered it.
        private struct Delivery: Sendable {
            let value: Int
            let sender: Int
            let deliverer: Int
        }

        /// A subject whose one subscriber notes who delivers what, and takes its time.
        private final class Stage: Sendable {
            struct Letter: Sendable {
                let value: Int
                let sender: Int
            }
            let subject = PassthroughSubject<Letter, Never>()
            let log = Log<Delivery>()
            let longest = Protected(0)
            private let sent = Protected(0)
            private let delivered = Protected(0)
            private let handle = Protected<AnyCancellable?>(nil)

            /// - Parameters:
            ///   - effort: How much work the subscriber has with each value, in hundreds of nanoseconds or so.
            ///   - taking: Called with each value before that.
            init(effort: Int, taking: @escaping @Sendable (Stage, Int) -> Void = { _, _ in }) {
                let new = subject.sink { [unowned self] letter in
                    log.append(
                        Delivery(value: letter.value, sender: letter.sender, deliverer: ThreadIdentity.serial))
                    let waiting = sent.current - delivered.increment()
                    longest.withValue { $0 = max($0, waiting) }
                    taking(self, letter.value)
                    var generator = SplitMix64(seed: UInt64(bitPattern: Int64(letter.value)))
                    for _ in 0..<(effort * 30) where generator.next() == 0 { log.append(log.entries[0]) }
                }
                handle.withValue { $0 = new }
            }

            func send(_ value: Int) {
                sent.increment()
                subject.send(Letter(value: value, sender: ThreadIdentity.serial))
            }

            /// Has a thread of its own call `body`, and returns the thread's number when it has.
            func onThread(_ body: @escaping @Sendable (Stage) -> Void) -> Int {
                let serial = Protected(0)
                onThreads(1) { _ in
                    serial.withValue { $0 = ThreadIdentity.serial }
                    body(self)
                }
                return serial.current
            }
        }

        /// The value that is delivered by whoever drains the queue, and during which a test fills that.
        private static let gate = -1

        /// Sends a value, and from inside of it the gate.
        private static func open(_ stage: Stage) { stage.send(-2) }

        @Test("C104: what a thread that has ended has left is never given to one who comes with single values")
        func bystander() async {
            await onOwnThread {
                let bystanders = Log<Int>()
                let flooder = Protected(0)
                let isOver = DispatchSemaphore(value: 0)
                let stage = Stage(effort: 100) { stage, value in
                    switch value {
                    case -2: stage.send(Self.gate)
                    case Self.gate:
                        flooder.withValue {
                            $0 = stage.onThread { stage in for value in 0..<3_000 { stage.send(value) } }
                        }
                        // They come while the flood is worked off. Threads that are new may look like the one that has
                        // ended: the system gives its address away again.
                        Thread {
                            for number in 0..<30 {
                                bystanders.append(
                                    stage.onThread { stage in
                                        for index in 0..<10 { stage.send(10_000 + number * 10 + index) }
                                    })
                            }
                            isOver.signal()
                        }.start()
                    // All of them have come before the flood is over.
                    case 2_900: isOver.wait()
                    default: break
                    }
                }
                Self.open(stage)
                let owner = ThreadIdentity.serial
                let entries = stage.log.entries
                #expect(bystanders.entries.count == 30)
                #expect(entries.count == 3_302)
                #expect(entries.filter { $0.sender == flooder.current }.allSatisfy { $0.deliverer == owner })
                #expect(entries.allSatisfy { !bystanders.entries.contains($0.deliverer) })
                // Everybody's values are in order.
                #expect(entries.map(\.value).filter { 0..<10_000 ~= $0 } == Array(0..<3_000))
                #expect(entries.map(\.value).filter { $0 >= 10_000 } == Array(10_000..<10_300))
            }
        }

        @Test("C104: who floods works that off, and the owner who only came to send one value gets away")
        func flooder() async {
            await onOwnThread {
                let hasLeft = Protected(false)
                let started = DispatchSemaphore(value: 0)
                let ended = DispatchSemaphore(value: 0)
                let flooder = Protected(0)
                let sent = Protected(0)
                let stage = Stage(effort: 200) { stage, value in
                    if value == -2 { stage.send(Self.gate) }
                    guard value == Self.gate else { return }
                    Thread {
                        flooder.withValue { $0 = ThreadIdentity.serial }
                        var value = 0
                        // It does not pause before the owner has left, nor soon after.
                        while !hasLeft.current || value < 2_000 {
                            stage.send(value)
                            value += 1
                            if value == 1 { started.signal() }
                        }
                        sent.withValue { $0 = value }
                        ended.signal()
                    }.start()
                    started.wait()
                }
                Self.open(stage)
                hasLeft.withValue { $0 = true }
                ended.wait()
                let entries = stage.log.entries
                #expect(entries.map(\.value) == [-2, -1] + Array(0..<sent.current))
                #expect(entries.last?.deliverer == flooder.current)
                // A few quanta, and another one for each five milliseconds in which the owner had no processor.
                #expect(stage.longest.current < 64 * 256)
            }
        }

        @Test("C104: of two who flood neither has left most, and yet the owner gets away", arguments: [2, 4])
        func flooders(count: Int) async {
            await onOwnThread {
                let hasLeft = Protected(false)
                let ended = DispatchGroup()
                let started = DispatchSemaphore(value: 0)
                let stage = Stage(effort: 200) { stage, value in
                    if value == -2 { stage.send(Self.gate) }
                    guard value == Self.gate else { return }
                    for sender in 1...count {
                        ended.enter()
                        Thread {
                            var value = sender << 32
                            started.signal()
                            while !hasLeft.current {
                                stage.send(value)
                                value += 1
                            }
                            ended.leave()
                        }.start()
                    }
                    for _ in 1...count { started.wait() }
                }
                Self.open(stage)
                hasLeft.withValue { $0 = true }
                ended.wait()
                let values = stage.log.entries.map(\.value)
                for sender in 1...count {
                    let own = values.filter { $0 >> 32 == sender }
                    #expect(own == Array((sender << 32)..<(sender << 32 + own.count)))
                }
            }
        }

        @Test("C105: the owner is stuck in its subscriber until another thread has sent three thousand values")
        func blockedOwner() async {
            await onOwnThread {
                let count = 3_000
                let owner = ThreadIdentity.serial
                let stage = Stage(effort: 0) { stage, value in
                    if value == -2 {
                        // This is the owner's own value, and the gate comes out of the queue.
                        stage.send(Self.gate)
                        _ = stage.onThread { stage in for value in 0..<count { stage.send(value) } }
                    } else if value == Self.gate {
                        _ = stage.onThread { stage in for value in count..<(2 * count) { stage.send(value) } }
                    }
                }
                Self.open(stage)
                #expect(stage.log.entries.map(\.value) == [-2, -1] + Array(0..<(2 * count)))
                // They had gone, so nobody was there to take over.
                #expect(stage.log.entries.allSatisfy { $0.deliverer == owner })
            }
        }

        @Test("C105: neither the main thread nor a thread that runs a task waits, or takes over, however much it sends")
        func neverWaits() async {
            #expect(!ThreadIdentity.mayWait)
            await MainActor.run { #expect(!ThreadIdentity.mayWait) }
            await onOwnThread {
                #expect(ThreadIdentity.mayWait)
                let owner = ThreadIdentity.serial
                let hasBegun = DispatchSemaphore(value: 0)
                let hasEnded = DispatchSemaphore(value: 0)
                let stage = Stage(effort: 100) { stage, value in
                    switch value {
                    case -2: stage.send(Self.gate)
                    case Self.gate:
                        Task {
                            for value in 0..<3_000 {
                                stage.send(value)
                                if value == 600 { hasBegun.signal() }
                            }
                            hasEnded.signal()
                        }
                        hasBegun.wait()
                    // So the queue is never empty before all has been sent.
                    case 500: hasEnded.wait()
                    default: break
                    }
                }
                Self.open(stage)
                #expect(stage.log.entries.map(\.value) == [-2, -1] + Array(0..<3_000))
                #expect(stage.log.entries.allSatisfy { $0.deliverer == owner })
            }
        }

        @Test("a thread that only came to subscribe is let go while another sends without a pause")
        func ownerIsLetGo() async {
            await onOwnThread {
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

        @Test("once all senders have returned everything has been delivered, in one order that all subscribers see")
        func everythingDelivered() async {
            await onOwnThread {
                for _ in 0..<10 {
                    let subject = CurrentValueSubject<Int, Never>(0)
                    let first = Log<Int>()
                    let second = Log<Int>()
                    let handles = [subject.sink { first.append($0) }, subject.sink { second.append($0) }]
                    let perSender = 5_000
                    onThreads(8) { sender in
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
                // If one delivered for all it would be nearly three times as much as one sends. On a loaded machine a sender
                // may lose its turn in the middle of one's.
                #expect(longest.current < 2 * perSender)
                withExtendedLifetime(handle) {}
            }
        }
    }
}

/// Who is let take over, by what has been left.
@Suite("Handing over") struct HandOverTests {
    /// One who leaves `count` events, and then another as many as it says, and so on.
    private func handOver(_ runs: (sender: Int, count: Int)...) -> HandOver {
        let handOver = HandOver()
        for run in runs { for _ in 0..<run.count { handOver.note(run.sender) } }
        return handOver
    }

    private func taker(
        of handOver: HandOver, among senders: [Int], waiting count: Int
    ) -> Int? {
        let takers = senders.map { HandOver.Taker(sender: $0) }
        for taker in takers { handOver.add(taker) }
        defer { for taker in takers { handOver.remove(taker) } }
        return handOver.chooseTaker(of: count)?.sender
    }

    @Test(
        "C104: whoever has left most of what waits, alone or with others who stay, and of those the one who has left most"
    )
    func choice() {
        #expect(taker(of: handOver((1, 300), (2, 1)), among: [2], waiting: 301) == nil)
        #expect(taker(of: handOver((1, 300), (2, 1)), among: [1], waiting: 301) == 1)
        #expect(taker(of: handOver((1, 300), (2, 300)), among: [1], waiting: 600) == nil)
        #expect(taker(of: handOver((1, 300), (2, 301)), among: [2], waiting: 601) == 2)
        #expect(taker(of: handOver((1, 200), (2, 300), (3, 400)), among: [1, 2], waiting: 900) == 2)
        #expect(taker(of: handOver((1, 200), (2, 300), (3, 400)), among: [3], waiting: 900) == nil)
        // What was there before anything was noted is nobody's.
        #expect(taker(of: handOver((1, 300)), among: [1], waiting: 600) == nil)
        // What has been delivered counts no more.
        #expect(taker(of: handOver((1, 300), (2, 100)), among: [2], waiting: 150) == 2)
        #expect(taker(of: handOver((1, 300), (2, 100)), among: [1], waiting: 150) == nil)
        #expect(taker(of: handOver((1, 300)), among: [], waiting: 300) == nil)
    }

    @Test("C104: a sender is to stay when it has left an eighth of a quantum, and one in each quantum")
    func floods() {
        #expect(!handOver((1, 255)).finds(1, leaving: 256))
        #expect(!handOver((1, 3_000), (2, 31)).finds(2, leaving: 256))
        #expect(handOver((1, 3_000), (2, 32)).finds(2, leaving: 256))
        #expect(!handOver((2, 3_000), (1, 256), (2, 1)).finds(2, leaving: 256))
        let handOver = handOver((1, 3_000))
        #expect(handOver.finds(1, leaving: 256))
        #expect(!handOver.finds(1, leaving: 256))
        // One who does not flood does not take another's turn to stay.
        for _ in 0..<255 { handOver.note(1) }
        handOver.note(2)
        #expect(!handOver.finds(2, leaving: 256))
        handOver.note(1)
        #expect(handOver.finds(1, leaving: 256))
    }
}
