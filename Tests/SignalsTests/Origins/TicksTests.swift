import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("ticks(every:)")
struct TicksTests {
    let scheduler = VirtualTimeScheduler()

    @Test("ticks lie on a grid from the subscription on, and end with it")
    func grid() {
        scheduler.advance(by: .milliseconds(7))
        let recorder = scheduler.ticks(every: .milliseconds(10)).record(on: scheduler)
        scheduler.advance(by: .milliseconds(35))
        #expect(recorder.values.map(\.milliseconds) == [17, 27, 37])
        #expect(recorder.timedValues.allSatisfy { $0.time == $0.value })
        #expect(scheduler.pendingCount == 1)
        recorder.cancel()
        scheduler.expectIdle()
    }

    @Test("an odd interval does not drift in twenty thousand ticks")
    func drift() {
        let interval = Duration.seconds(1) / 3
        let recorder = scheduler.ticks(every: interval).record(on: scheduler)
        scheduler.advance(by: interval * 20_000)
        #expect(recorder.values.count == 20_000)
        #expect(recorder.values.last == SchedulerInstant(offset: interval * 20_000))
    }

    @Test("it is gone with its last subscriber, and each has its own grid")
    func subscribers() {
        let ticks = scheduler.ticks(every: .milliseconds(10))
        scheduler.expectIdle()
        let first = ticks.record(on: scheduler)
        scheduler.advance(by: .milliseconds(5))
        let second = ticks.record(on: scheduler)
        scheduler.advance(by: .milliseconds(10))
        first.cancel()
        scheduler.advance(by: .milliseconds(10))
        second.cancel()
        scheduler.expectIdle()
        #expect(first.values.map(\.milliseconds) == [10])
        #expect(second.values.map(\.milliseconds) == [15, 25])
    }

    @Test("ticks that nobody has asked for are made up for by one, without a timer meanwhile")
    func demand() {
        let recorder = scheduler.ticks(every: .milliseconds(10)).record(on: scheduler, demand: .none)
        scheduler.advance(by: .milliseconds(45))
        scheduler.expectIdle()
        recorder.request(.max(2))
        scheduler.advance(by: .milliseconds(30))
        #expect(recorder.values.map(\.milliseconds) == [40, 50])
        #expect(recorder.timedValues.map { $0.time.milliseconds } == [45, 50])
        scheduler.expectIdle()
        #expect(recorder.violations == [])
        recorder.cancel()
    }

    @Test("ticks that a late scheduler missed are made up for by one, and the grid stays")
    func late() {
        // A nested advance is what makes a virtual scheduler late.
        let recorder = scheduler.ticks(every: .milliseconds(10)).record(on: scheduler) { [scheduler] _, tick in
            if tick.milliseconds == 20 { scheduler.advance(by: .milliseconds(35)) }
            return .none
        }
        scheduler.advance(by: .milliseconds(80))
        #expect(recorder.values.map(\.milliseconds) == [10, 20, 50, 60, 70, 80])
        recorder.cancel()
    }

    @Test("C58 intervals of zero and less are taken as a millisecond, and endless ones never tick", arguments: [0, -5])
    func odd(interval: Int) {
        let recorder = scheduler.ticks(every: .milliseconds(interval)).record(on: scheduler)
        scheduler.advance(by: .milliseconds(3))
        #expect(recorder.values.map(\.milliseconds) == [1, 2, 3])
        recorder.cancel()
        let endless = scheduler.ticks(every: .seconds(Int64.max)).record(on: scheduler)
        scheduler.advance(by: .seconds(1_000_000))
        #expect(endless.values == [])
        endless.cancel()
        scheduler.expectIdle()
    }

    @Test("a tick that cancels is the last")
    func cancelling() {
        let recorder = scheduler.ticks(every: .milliseconds(10)).prefix(3).record(on: scheduler)
        scheduler.advance(by: .seconds(1))
        #expect(recorder.values.map(\.milliseconds) == [10, 20, 30])
        #expect(recorder.isFinished)
        scheduler.expectIdle()
    }

    @Test("where time stands at its end there are no ticks, and no endless loop")
    func immediate() {
        underWatchdog {
            let recorder = ImmediateScheduler.immediate.ticks(every: .seconds(1)).record()
            #expect(recorder.values == [])
            recorder.cancel()
        }
    }
}
