import Signals
import TestSupport
import Testing

extension Races {
    /// The mailbox under attack: order for each sender, no overlap, nothing lost and nothing twice, from any number of
    /// threads and from inside.
    @Suite struct MailboxTests {
        private final class Box: @unchecked Sendable {
            struct Letter: Sendable {
                let sender: Int
                let number: Int
                var depth = 0
            }

            let mailbox = Mailbox<Letter>()
            // Sound if the mailbox is right: it belongs to the owner.
            var received: [Letter] = []
            let visits = OneAtATime()
            let answer: @Sendable (Box, Letter) -> Void

            init(answer: @escaping @Sendable (Box, Letter) -> Void = { _, _ in }) {
                self.answer = answer
            }

            func send(_ letter: Letter) {
                mailbox.post(letter) { take($0) }
            }

            func take(_ letter: Letter) {
                visits.visit {
                    received.append(letter)
                    answer(self, letter)
                }
            }

            func numbers(of sender: Int) -> [Int] { received.filter { $0.sender == sender }.map(\.number) }
        }

        @Test("four threads and re-entrant posts: order for each sender, no overlap, nothing lost")
        func stress() async throws {
            await onOwnThread {
                let count = 25_000
                let box = Box { box, letter in
                    // Each tenth is answered from inside, and the answer once more: under a sender's name of their own.
                    if letter.number.isMultiple(of: 10), letter.depth < 2 {
                        box.send(.init(sender: letter.sender + 10, number: letter.number, depth: letter.depth + 1))
                    }
                }
                onThreads(4) { sender in
                    for number in 0..<count { box.send(.init(sender: sender, number: number)) }
                }
                #expect(box.visits.overlapCount == 0)
                #expect(box.received.count == 4 * (count + 2 * (count / 10)))
                for sender in 0..<4 {
                    #expect(box.numbers(of: sender) == Array(0..<count))
                    for answers in [sender + 10, sender + 20] {
                        #expect(box.numbers(of: answers) == Array(stride(from: 0, to: count, by: 10)))
                    }
                }
                // Nobody owns it, and nothing is left in it.
                #expect(box.mailbox.tryOwn())
                var batch = ContiguousArray<Box.Letter>()
                #expect(!box.mailbox.takeBatch(&batch))
            }
        }

        @Test("two posts that meet: both are delivered when both have returned")
        func rendezvous() async throws {
            await onOwnThread {
                race(
                    rounds: 50_000, { _ in Box() },
                    [{ $0.send(.init(sender: 0, number: 0)) }, { $0.send(.init(sender: 1, number: 0)) }]
                ) { box in
                    if box.received.count != 2 || box.visits.overlapCount != 0 || !box.mailbox.tryOwn() {
                        Issue.record("received \(box.received)")
                    }
                }
            }
        }

        @Test("one thread posts one after another, while another comes and goes: order is kept")
        func comingAndGoing() async throws {
            await onOwnThread {
                race(
                    rounds: 10_000, { _ in Box() },
                    [
                        { box in for number in 0..<4 { box.send(.init(sender: 0, number: number)) } },
                        { box in for number in 0..<4 { box.send(.init(sender: 1, number: number)) } },
                        { box in
                            let owns = box.mailbox.enqueue(.init(sender: 2, number: 0))
                            if owns { box.mailbox.drain { box.take($0) } }
                        },
                    ]
                ) { box in
                    let isRight =
                        box.numbers(of: 0) == [0, 1, 2, 3] && box.numbers(of: 1) == [0, 1, 2, 3]
                        && box.received.count == 9 && box.visits.overlapCount == 0
                    if !isRight { Issue.record("received \(box.received)") }
                }
            }
        }

        @Test("a post from inside is delivered after the present one, and nothing recurses")
        func reentrance() async throws {
            await onOwnThread {
                let box = Box { box, letter in
                    if letter.number < 100_000 { box.send(.init(sender: 0, number: letter.number + 1)) }
                }
                box.send(.init(sender: 0, number: 0))
                #expect(box.received.map(\.number) == Array(0...100_000))
                #expect(box.visits.overlapCount == 0)
            }
        }

        @Test("an event is let go of when it has been delivered")
        func release() {
            final class Payload: Sendable {}
            let mailbox = Mailbox<Payload>()
            let delivered = Protected(0)
            weak var first: Payload?
            weak var second: Payload?
            do {
                let payloads = (Payload(), Payload())
                first = payloads.0
                second = payloads.1
                mailbox.post(payloads.0) { payload in
                    delivered.increment()
                    if payload === payloads.0 { mailbox.post(payloads.1) { _ in Issue.record("not by a nested call") } }
                }
            }
            #expect(delivered.current == 2)
            #expect(first == nil && second == nil)
        }
    }
}
