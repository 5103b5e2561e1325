import Signals
import TestSupport
import Testing

extension Races {
    /// A subscription that is attached, used and let go of by several threads at the same time.
    @Suite struct UpstreamSlotTests {
        private final class Upstream: Subscription {
            let cancels = Protected(0)
            let requests = Protected(0)
            let late = Protected(0)
            let living: Protected<Int>

            init(living: Protected<Int>) {
                self.living = living
                living.increment()
            }

            deinit { living.withValue { $0 -= 1 } }

            func request(_ demand: Subscribers.Demand) { requests.increment() }
            func cancel() { cancels.increment() }
        }

        private final class Round: Sendable {
            let slot = Signals.UpstreamSlot()
            let living = Protected(0)
            let cancels = Protected(0)
            let outcome = Protected<Signals.UpstreamSlot.Outcome?>(nil)
            let firstCloses = Protected(0)

            func attach() {
                let upstream = Upstream(living: living)
                let outcome = slot.attach(upstream)
                // What a subscriber does with a subscription that comes too late.
                if outcome != .attached { upstream.cancel() }
                self.outcome.withValue { $0 = outcome }
                upstream.request(.max(1))
                slot.requestUpstream(.max(1))
                cancels.withValue { [count = upstream.cancels.current] in $0 += count }
                upstream.cancels.withValue { $0 = 0 }
            }

            func detach(cancelling: Bool) {
                if slot.detach(cancelling: cancelling) { firstCloses.increment() }
            }
        }

        @Test("attaching, asking and cancelling at once: the subscription is let go of, and cancelled once at most")
        func attachRequestCancel() async throws {
            await onOwnThread {
                race(
                    rounds: 30_000, { _ in Round() },
                    [
                        { $0.attach() },
                        { round in
                            for _ in 0..<3 { round.slot.requestUpstream(.max(1)) }
                            round.detach(cancelling: true)
                        },
                    ]
                ) { round in
                    let isRight = round.living.current == 0 && round.firstCloses.current == 1
                    if !isRight { Issue.record("\(round.living.current) alive, \(round.outcome.current as Any)") }
                }
            }
        }

        private final class Attached: Sendable {
            let slot = Signals.UpstreamSlot()
            let living = Protected(0)
            let cancels = Protected(0)
            let firstCloses = Protected(0)

            private final class Counting: Subscription {
                let owner: Attached
                init(_ owner: Attached) {
                    self.owner = owner
                    owner.living.increment()
                }
                deinit { owner.living.withValue { $0 -= 1 } }
                func request(_ demand: Subscribers.Demand) {}
                func cancel() { owner.cancels.increment() }
            }

            init() { _ = slot.attach(Counting(self)) }

            func close(cancelling: Bool) {
                if slot.detach(cancelling: cancelling) { firstCloses.increment() }
            }
        }

        @Test("C17 cancelling, completing and asking at once: one of the two closes it, and nothing is left")
        func cancelComplete() async throws {
            await onOwnThread {
                race(
                    rounds: 30_000, { _ in Attached() },
                    [
                        { $0.close(cancelling: true) },
                        { $0.close(cancelling: false) },
                        { round in for _ in 0..<3 { round.slot.requestUpstream(.max(1)) } },
                    ]
                ) { round in
                    let isRight =
                        round.living.current == 0 && round.firstCloses.current == 1 && round.cancels.current <= 1
                    if !isRight {
                        Issue.record("\(round.living.current) alive, cancelled \(round.cancels.current) times")
                    }
                }
            }
        }

        @Test("two threads cancel: the subscription is cancelled once") func cancelTwice() async throws {
            await onOwnThread {
                race(
                    rounds: 30_000, { _ in Attached() },
                    [{ $0.close(cancelling: true) }, { $0.close(cancelling: true) }]
                ) { round in
                    if round.cancels.current != 1 || round.living.current != 0 {
                        Issue.record("cancelled \(round.cancels.current) times")
                    }
                }
            }
        }

        @Test("a subscription is not let go of while somebody calls through it, and is when they return")
        func useAndClose() {
            final class Nesting: Subscription {
                let slot: Signals.UpstreamSlot
                let living: Protected<Int>
                init(_ slot: Signals.UpstreamSlot, _ living: Protected<Int>) {
                    self.slot = slot
                    self.living = living
                    living.increment()
                }
                deinit { living.withValue { $0 -= 1 } }
                func request(_ demand: Subscribers.Demand) {
                    slot.detach(cancelling: true)
                    #expect(living.current == 1)
                    slot.requestUpstream(.max(1))
                }
                func cancel() { slot.detach(cancelling: true) }
            }
            let slot = Signals.UpstreamSlot()
            let living = Protected(0)
            _ = slot.attach(Nesting(slot, living))
            slot.requestUpstream(.max(1))
            #expect(living.current == 0)
            #expect(slot.attach(Nesting(slot, living)) == .refused)
            #expect(living.current == 0)
        }
    }
}
