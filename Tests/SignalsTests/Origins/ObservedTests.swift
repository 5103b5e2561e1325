import Dispatch
import Observation
import Signals
import SignalsTesting
import TestSupport
import Testing

@MainActor
@Observable
private final class Inbox {
    var unread = 0
    var muted = false
    var other = 0
    var badge: Int { muted ? 0 : unread }
}

@MainActor
private final class Badge {
    var count = -1
}

@Suite("Observed")
@MainActor
struct ObservedTests {
    private let scheduler = VirtualTimeScheduler()

    @Test("it gives what it reads at first, and once after all changes of a turn")
    func coalesced() {
        let inbox = Inbox()
        let recorder = Observed(on: scheduler.main) { inbox.badge }.record(on: scheduler)
        #expect(recorder.values == [0])
        inbox.unread = 1
        inbox.unread = 2
        inbox.muted = false
        #expect(recorder.values == [0])
        scheduler.advance()
        #expect(recorder.values == [0, 2])
        inbox.muted = true
        scheduler.advance()
        #expect(recorder.values == [0, 2, 0])
        #expect(recorder.violations == [])
        #expect(recorder.events.allSatisfy { $0.isOnMainActor })
    }

    @Test("a change of what it did not read is nothing to it")
    func unread() {
        let inbox = Inbox()
        let recorder = Observed(on: scheduler.main) { inbox.badge }.record()
        inbox.other = 1
        scheduler.advance()
        inbox.muted = true
        scheduler.advance()
        // Muted, it no longer reads the number.
        inbox.unread = 5
        scheduler.advance()
        #expect(recorder.values == [0, 0])
    }

    @Test("without demand the newest value is held")
    func demand() {
        let inbox = Inbox()
        let recorder = Observed(on: scheduler.main) { inbox.badge }.record(demand: .none)
        for unread in 1...3 {
            inbox.unread = unread
            scheduler.advance()
        }
        #expect(recorder.values == [])
        recorder.request(.max(1))
        #expect(recorder.values == [3])
        recorder.request(.max(1))
        inbox.unread = 4
        scheduler.advance()
        #expect(recorder.values == [3, 4])
    }

    @Test("after cancelling nothing comes, and the closure and its model are let go of at once")
    func cancellation() {
        weak var probe: Inbox?
        let recorder: Recorder<Int, Never>
        do {
            let inbox = Inbox()
            probe = inbox
            recorder = Observed(on: scheduler.main) { inbox.badge }.record()
            inbox.unread = 1
            recorder.cancel()
            scheduler.advance()
            #expect(recorder.values == [0])
        }
        #expect(probe == nil)
    }

    @Test("a subscription from another thread is delivered on the main actor")
    func otherThread() async {
        let inbox = Inbox()
        let observed = Observed { inbox.badge }
        let first = AsyncGate()
        let log = Log<Int>()
        let handle = await Task.detached {
            observed.sink { value in
                MainActor.assertIsolated()
                log.append(value)
                Task { await first.open() }
            }
        }.value
        await first.wait()
        inbox.unread = 3
        while log.entries.count < 2 { await Task.yield() }
        #expect(log.entries == [0, 3])
        withExtendedLifetime(handle) {}
    }

    @Test("what it gives can be assigned back")
    func assigned() {
        let inbox = Inbox()
        let badge = Badge()
        let handle = Observed(on: scheduler.main) { inbox.badge }.removeDuplicates().assign(to: \.count, on: badge)
        #expect(badge.count == 0)
        inbox.unread = 4
        scheduler.advance()
        #expect(badge.count == 4)
        withExtendedLifetime(handle) {}
    }
}
