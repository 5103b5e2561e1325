import Signals
import TestSupport
import Testing

/// The library's machines as what they are: values that answer events with effects. No scheduler, no subscription.
@Suite struct MachineValueTests {
    /// A machine that is told one event after the other, at a tick and with a demand.
    struct Desk<M: OperatorMachine> {
        var machine: M
        var inputs = 1

        init(_ machine: M, inputs: Int = 1) {
            self.machine = machine
            self.inputs = inputs
        }

        /// What the machine answers, as words.
        mutating func told(
            _ event: MachineEvent<M.Input, M.Failure>, at tick: Int = 0, demand: Subscribers.Demand = .unlimited
        ) -> [String] {
            var effects = Effects(of: M.self, at: instant(tick), demand: demand, inputs: inputs)
            machine.handle(event, &effects)
            return effects.list.map { effect in
                switch effect {
                case .emit(let value): return "emit \(value)"
                case .complete(.finished): return "finish"
                case .complete(.failure): return "fail"
                case .completeLater(.finished): return "finish later"
                case .completeLater(.failure): return "fail later"
                case .request(let demand, let id):
                    return "ask \(id) for \(demand == .unlimited ? "all" : "\(demand.max!)")"
                case .attach(_, let id):
                    inputs = id + 1
                    return "attach \(id)"
                case .cancel(let id): return "cancel \(id)"
                case .arm(let moment): return "arm \(SchedulerInstant.zero.duration(to: moment).components.seconds)"
                case .disarm: return "disarm"
                case .refuse: return "refuse"
                case .lose(let count): return "lose \(count)"
                case .echo: return "echo"
                }
            }
        }

        private func instant(_ tick: Int) -> SchedulerInstant { .zero.advanced(by: .seconds(tick)) }
    }

    @Test("debounce leaves its timer alone, and sleeps on until the last value's time") func debounce() {
        var desk = Desk(Operators.Debounce<Int, TestError>(for: .seconds(5)))
        #expect(desk.told(.start) == ["ask 0 for all"])
        #expect(desk.told(.input(1, from: 0), at: 1) == ["arm 6"])
        #expect(desk.told(.input(2, from: 0), at: 3) == [])
        #expect(desk.told(.timer, at: 6) == ["arm 8"])
        #expect(desk.told(.timer, at: 8, demand: .none) == [])
        #expect(desk.told(.demand(.max(1)), at: 9, demand: .max(1)) == ["emit 2"])
        #expect(desk.told(.input(3, from: 0), at: 10) == ["arm 15"])
        #expect(desk.told(.finished(0), at: 11) == ["disarm", "emit 3", "finish"])
    }

    @Test("throttle gives the newest at a window's end, and an ending behind it") func throttle() {
        var desk = Desk(Operators.Throttle<Int, TestError>(for: .seconds(5), latest: true))
        #expect(desk.told(.start) == ["ask 0 for all"])
        #expect(desk.told(.input(1, from: 0), at: 1) == ["emit 1"])
        #expect(desk.told(.input(2, from: 0), at: 2) == ["arm 6"])
        #expect(desk.told(.input(3, from: 0), at: 3) == [])
        #expect(desk.told(.failed(TestError(), 0), at: 4) == [])
        #expect(desk.told(.timer, at: 6) == ["emit 3", "fail"])
        var first = Desk(Operators.Throttle<Int, TestError>(for: .seconds(5), latest: false))
        _ = first.told(.input(1, from: 0), at: 1)
        #expect(first.told(.input(2, from: 0), at: 2) == ["arm 6"])
        #expect(first.told(.input(3, from: 0), at: 3) == [])
        #expect(first.told(.timer, at: 6) == ["emit 2"])
        #expect(first.told(.finished(0), at: 7) == ["finish"])
    }

    @Test("delay keeps what comes for the same time, the ending too") func delay() {
        var desk = Desk(Operators.Delay<Int, TestError>(for: .seconds(5)))
        #expect(desk.told(.start, demand: .max(2)) == ["ask 0 for 2"])
        #expect(desk.told(.input(1, from: 0), at: 1, demand: .max(2)) == ["arm 6"])
        #expect(desk.told(.input(2, from: 0), at: 2, demand: .max(2)) == [])
        #expect(desk.told(.input(3, from: 0), at: 3, demand: .max(2)) == ["refuse"])
        #expect(desk.told(.finished(0), at: 4, demand: .max(2)) == [])
        #expect(desk.told(.timer, at: 6, demand: .max(2)) == ["emit 1", "arm 7"])
        #expect(desk.told(.timer, at: 7, demand: .max(1)) == ["emit 2", "arm 9"])
        #expect(desk.told(.timer, at: 9) == ["finish"])
    }

    @Test("collect(byTime:orCount:) arms a timer for a window in which something comes") func collectByTime() {
        var desk = Desk(Operators.CollectByTime<Int, TestError>(.seconds(5), orCount: 3))
        #expect(desk.told(.start) == ["ask 0 for all"])
        #expect(desk.told(.input(1, from: 0), at: 0) == ["arm 5"])
        #expect(desk.told(.input(2, from: 0), at: 1) == [])
        #expect(desk.told(.timer, at: 5) == ["emit [1, 2]"])
        #expect(desk.told(.timer, at: 6) == [])
        #expect(desk.told(.input(3, from: 0), at: 7) == ["arm 10"])
        #expect(desk.told(.input(4, from: 0), at: 10) == ["arm 15"] + ["emit [3]"])
        #expect(desk.told(.input(5, from: 0), at: 11) == [])
        #expect(desk.told(.input(6, from: 0), at: 12, demand: .none) == ["disarm"])
        #expect(desk.told(.input(7, from: 0), at: 13, demand: .none) == ["arm 15"])
        #expect(desk.told(.finished(0), at: 14, demand: .max(1)) == ["disarm", "emit [4, 5, 6]"])
        #expect(desk.told(.demand(.max(1)), at: 15, demand: .max(1)) == ["emit [7]", "finish"])
    }

    @Test("C102: what waited for a timer that is lost is lost, and the next event sets another") func lostTimers() {
        var debounce = Desk(Operators.Debounce<Int, TestError>(for: .seconds(5)))
        _ = debounce.told(.input(1, from: 0))
        #expect(debounce.told(.timerLost) == ["lose 1"])
        #expect(debounce.told(.input(2, from: 0), at: 1) == ["arm 6"])
        var throttle = Desk(Operators.Throttle<Int, TestError>(for: .seconds(5), latest: true))
        _ = (throttle.told(.input(1, from: 0)), throttle.told(.input(2, from: 0)))
        #expect(throttle.told(.timerLost) == ["lose 1"])
        #expect(throttle.told(.input(3, from: 0), at: 1) == ["arm 5"])
        #expect(throttle.told(.failed(TestError(), 0), at: 2) == [])
        #expect(throttle.told(.timerLost) == ["lose 1", "fail"])
        var delay = Desk(Operators.Delay<Int, TestError>(for: .seconds(5)))
        _ = (delay.told(.input(1, from: 0)), delay.told(.input(2, from: 0)))
        #expect(delay.told(.timerLost) == ["lose 2", "ask 0 for 2"])
        #expect(delay.told(.input(3, from: 0), at: 1) == ["arm 6"])
        #expect(delay.told(.finished(0), at: 1) == [])
        #expect(delay.told(.timerLost) == ["lose 1", "finish"])
        var collect = Desk(Operators.CollectByTime<Int, TestError>(.seconds(5)))
        _ = (collect.told(.start), collect.told(.input(1, from: 0)), collect.told(.input(2, from: 0)))
        #expect(collect.told(.timerLost) == ["lose 2"])
        #expect(collect.told(.input(3, from: 0), at: 1) == ["arm 5"])
        var timeout = Desk(Operators.Timeout<Int, TestError>(.seconds(5)))
        _ = timeout.told(.start)
        #expect(timeout.told(.timerLost) == [])
        #expect(timeout.told(.input(1, from: 0), at: 1) == ["arm 6", "emit 1"])
        var prefix = Desk(Operators.PrefixFor<Int, TestError>(.seconds(5)))
        _ = prefix.told(.start)
        #expect(prefix.told(.timerLost) == [])
        #expect(prefix.told(.input(1, from: 0), at: 1) == ["arm 5", "emit 1"])
        #expect(prefix.told(.timerLost) == [])
        #expect(prefix.told(.input(1, from: 0), at: 5) == ["finish"])
    }

    @Test("timeout puts its deadline off with each value, and prefix(for:) does not") func deadlines() {
        var desk = Desk(Operators.Timeout<Int, TestError>(.seconds(5), customError: { TestError() }))
        #expect(desk.told(.start, demand: .max(3)) == ["ask 0 for 3", "arm 5"])
        #expect(desk.told(.input(1, from: 0), at: 3) == ["emit 1"])
        #expect(desk.told(.timer, at: 5) == ["arm 8"])
        #expect(desk.told(.timer, at: 8) == ["fail"])
        var prefix = Desk(Operators.PrefixFor<Int, TestError>(.seconds(5)))
        #expect(prefix.told(.start) == ["ask 0 for all", "arm 5"])
        #expect(prefix.told(.input(1, from: 0), at: 3) == ["emit 1"])
        #expect(prefix.told(.timer, at: 5) == ["finish"])
    }

    @Test("a time of its own for a value, or for the first") func ownTimes() {
        var desk = Desk(Operators.Debounce<Int, TestError>(for: { .seconds($0) }))
        #expect(desk.told(.input(9, from: 0), at: 0) == ["arm 9"])
        #expect(desk.told(.input(2, from: 0), at: 1) == ["arm 3"])
        #expect(desk.told(.input(5, from: 0), at: 2) == [])
        #expect(desk.told(.timer, at: 3) == ["arm 7"])
        #expect(desk.told(.timer, at: 7) == ["emit 5"])
        var first = Desk(Operators.Timeout<Int, TestError>(first: .seconds(9), each: nil))
        #expect(first.told(.start) == ["ask 0 for all", "arm 9"])
        #expect(first.told(.input(1, from: 0), at: 2) == ["disarm", "emit 1"])
        #expect(first.told(.input(2, from: 0), at: 20) == ["emit 2"])
        var each = Desk(Operators.Timeout<Int, TestError>(first: .seconds(9), each: .seconds(2)))
        _ = each.told(.start)
        #expect(each.told(.input(1, from: 0), at: 2) == ["arm 4", "emit 1"])
        #expect(each.told(.timer, at: 4) == ["finish"])
    }

    @Test("merge asks each input for one value at a time, until everything is asked for") func merge() {
        var desk = Desk(Operators.Merge<Int, TestError>(), inputs: 2)
        #expect(desk.told(.start, demand: .max(1)) == ["ask 0 for 1", "ask 1 for 1"])
        #expect(desk.told(.input(1, from: 0), demand: .max(1)) == ["emit 1", "ask 0 for 1"])
        #expect(desk.told(.input(2, from: 1), demand: .none) == [])
        #expect(desk.told(.finished(1), demand: .none) == [])
        #expect(desk.told(.finished(0), demand: .none) == [])
        #expect(desk.told(.demand(.unlimited)) == ["ask 0 for all", "ask 1 for all", "emit 2", "finish"])
    }

    @Test("zip keeps what comes early, and finishes when a finished input has nothing left") func zip() {
        var desk = Desk(Operators.Zip<Operators.ZipPairs<Int, String>, TestError>(.init(), count: 2), inputs: 2)
        #expect(desk.told(.start, demand: .max(3)) == ["ask 0 for 3", "ask 1 for 3"])
        #expect(desk.told(.input(.first(1), from: 0)) == [])
        #expect(desk.told(.finished(0)) == [])
        #expect(desk.told(.input(.second("a"), from: 1)) == ["emit (1, \"a\")", "finish"])
    }

    @Test("combineLatest holds the newest pair without demand") func combineLatest() {
        var desk = Desk(
            Operators.CombineLatest<Operators.LatestPair<Int, String>, TestError>(.init(), count: 2), inputs: 2)
        #expect(desk.told(.start) == ["ask 0 for all", "ask 1 for all"])
        #expect(desk.told(.input(.first(1), from: 0)) == [])
        #expect(desk.told(.input(.second("a"), from: 1), demand: .none) == [])
        #expect(desk.told(.input(.first(2), from: 0), demand: .none) == [])
        #expect(desk.told(.finished(0), demand: .none) == [])
        #expect(desk.told(.finished(1), demand: .none) == [])
        #expect(desk.told(.demand(.max(1)), demand: .max(1)) == ["emit (2, \"a\")", "finish"])
    }

    @Test("withLatestFrom asks upstream again for a value that finds no other") func withLatestFrom() {
        var desk = Desk(Operators.WithLatestFrom<Int, String, TestError>(), inputs: 2)
        #expect(desk.told(.start, demand: .max(1)) == ["ask 1 for all", "ask 0 for 1"])
        #expect(desk.told(.input(.first(1), from: 0), demand: .max(1)) == ["ask 0 for 1"])
        #expect(desk.told(.input(.second("a"), from: 1), demand: .max(1)) == [])
        #expect(desk.told(.input(.first(2), from: 0), demand: .max(1)) == ["emit (2, \"a\")"])
        #expect(desk.told(.finished(1)) == [])
        #expect(desk.told(.finished(0)) == ["finish"])
    }

    @Test("sample takes the newest value once") func sample() {
        var desk = Desk(Operators.Sample<Int, TestError>(), inputs: 2)
        #expect(desk.told(.start) == ["ask 0 for all", "ask 1 for all"])
        #expect(desk.told(.input(1, from: 0)) == [])
        #expect(desk.told(.input(nil, from: 1)) == ["emit 1"])
        #expect(desk.told(.input(nil, from: 1)) == [])
        #expect(desk.told(.input(2, from: 0)) == [])
        #expect(desk.told(.finished(0)) == [])
        #expect(desk.told(.input(nil, from: 1)) == ["emit 2", "finish"])
    }

    @Test("race cancels the losers at the first event") func race() {
        var desk = Desk(Operators.Race<Int, TestError>(count: 3), inputs: 3)
        #expect(desk.told(.start, demand: .max(1)) == ["ask 0 for 1", "ask 1 for 1", "ask 2 for 1"])
        #expect(desk.told(.input(5, from: 1), demand: .max(1)) == ["cancel 0", "cancel 2", "emit 5"])
        #expect(desk.told(.demand(.max(2)), demand: .max(2)) == ["ask 1 for 2"])
        #expect(desk.told(.failed(TestError(), 0)) == [])
        #expect(desk.told(.failed(TestError(), 1)) == ["fail"])
    }

    @Test("buffer drops by its policy, and holds an ending back") func buffer() {
        var desk = Desk(Operators.Buffer<Int, TestError>(size: 1, prefetch: .byRequest, whenFull: .dropOldest))
        #expect(desk.told(.start, demand: .none) == ["ask 0 for all"])
        #expect(desk.told(.input(1, from: 0), demand: .none) == [])
        #expect(desk.told(.input(2, from: 0), demand: .none) == [])
        #expect(desk.told(.failed(TestError(), 0), demand: .none) == [])
        #expect(desk.told(.demand(.max(1)), demand: .max(1)) == ["emit 2", "fail"])
        var full = Desk(
            Operators.Buffer<Int, TestError>(size: 0, prefetch: .byRequest, whenFull: .customError { TestError() }))
        #expect(full.told(.input(1, from: 0), demand: .none) == ["cancel 0", "fail"])
        var kept = Desk(Operators.Buffer<Int, TestError>(size: 2, prefetch: .keepFull, whenFull: .dropNewest))
        #expect(kept.told(.start, demand: .none) == ["ask 0 for 2"])
        #expect(kept.told(.input(1, from: 0), demand: .max(1)) == ["emit 1", "ask 0 for 1"])
    }

    @Test("prefix and drop, until another publishes") func untilOutput() {
        var prefix = Desk(Operators.PrefixUntilOutput<Int, TestError>(), inputs: 2)
        #expect(prefix.told(.start, demand: .max(1)) == ["ask 1 for 1", "ask 0 for 1"])
        #expect(prefix.told(.finished(1)) == [])
        #expect(prefix.told(.input(nil, from: 1)) == ["finish"])
        var drop = Desk(Operators.DropUntilOutput<Int, TestError>(), inputs: 2)
        #expect(drop.told(.start, demand: .max(1)) == ["ask 1 for 1", "ask 0 for 1"])
        #expect(drop.told(.input(1, from: 0)) == ["ask 0 for 1"])
        #expect(drop.told(.input(nil, from: 1)) == ["cancel 1"])
        #expect(drop.told(.input(2, from: 0)) == ["emit 2"])
        var dry = Desk(Operators.DropUntilOutput<Int, TestError>(), inputs: 2)
        #expect(dry.told(.finished(1)) == ["finish"])
    }

    @Test("collect(until:) gives what there is at a signal, and waits with it for demand") func collectUntil() {
        var desk = Desk(Operators.CollectUntil<Int, TestError>(), inputs: 2)
        #expect(desk.told(.start, demand: .none) == ["ask 0 for all", "ask 1 for all"])
        #expect(desk.told(.input(nil, from: 1)) == [])
        #expect(desk.told(.input(1, from: 0)) == [])
        #expect(desk.told(.input(nil, from: 1), demand: .none) == [])
        #expect(desk.told(.demand(.max(1)), demand: .max(1)) == ["emit [1]"])
        #expect(desk.told(.finished(1)) == [])
        #expect(desk.told(.input(2, from: 0)) == [])
        #expect(desk.told(.finished(0)) == ["emit [2]", "finish"])
    }

    @Test("a gate keeps everything, the newest or the first while it is closed, and an ending behind it") func gate() {
        var desk = Desk(Operators.Gate<Int, TestError>(keeping: .everything), inputs: 2)
        #expect(desk.told(.start, demand: .max(3)) == ["ask 1 for all", "ask 0 for 3"])
        #expect(desk.told(.input(.first(1), from: 0), demand: .max(3)) == ["emit 1"])
        #expect(desk.told(.input(.second(true), from: 1), demand: .max(2)) == [])
        for value in 2...3 { #expect(desk.told(.input(.first(value), from: 0), demand: .max(2)) == []) }
        #expect(desk.told(.input(.first(4), from: 0), demand: .max(2)) == ["refuse"])
        #expect(desk.told(.failed(TestError(), 0), demand: .max(2)) == [])
        #expect(desk.told(.finished(1), demand: .max(2)) == ["emit 2", "emit 3", "fail"])
        for (keeping, kept) in [(.newest, 3), (.oldest, 2)] as [(Operators.Gate<Int, TestError>.Keeping, Int)] {
            var desk = Desk(Operators.Gate<Int, TestError>(keeping: keeping), inputs: 2)
            _ = desk.told(.input(.second(true), from: 1))
            #expect(desk.told(.input(.first(2), from: 0)) == [])
            #expect(desk.told(.input(.first(3), from: 0)) == [])
            #expect(desk.told(.input(.second(false), from: 1)) == ["emit \(kept)"])
        }
        var signal = Desk(Operators.Gate<Int, TestError>(keeping: .everything, untilFirst: true), inputs: 2)
        #expect(signal.told(.start, demand: .max(1)) == ["ask 1 for 1", "ask 0 for 1"])
        #expect(signal.told(.input(.first(1), from: 0)) == [])
        #expect(signal.told(.input(.second(false), from: 1)) == ["cancel 1", "emit 1"])
    }

    @Test("one upstream after another is asked for what is still open") func following() {
        let upstream = failing(1)
        var retry = Desk(Operators.Retry(upstream, 1), inputs: 0)
        #expect(retry.told(.start, demand: .max(3)) == ["attach 0", "ask 0 for 3"])
        #expect(retry.told(.failed(TestError(), 0), demand: .max(2)) == ["attach 1", "ask 1 for 2"])
        #expect(retry.told(.demand(.max(4)), demand: .max(6)) == ["ask 1 for 4"])
        #expect(retry.told(.failed(TestError(), 1)) == ["fail"])
        var paced = Desk(Operators.Retry(upstream, 5, pace: Operators.RetryPace(.constant(.seconds(3)))), inputs: 0)
        _ = paced.told(.start)
        #expect(paced.told(.failed(TestError(), 0), at: 2) == ["arm 5"])
        #expect(paced.told(.timer, at: 5) == ["attach 1", "ask 1 for all"])
        var later = Desk(Operators.DelaySubscription(upstream, for: .seconds(5)), inputs: 0)
        #expect(later.told(.start, at: 1) == ["arm 6"])
        #expect(later.told(.demand(.max(1)), at: 2) == [])
        #expect(later.told(.timer, at: 6, demand: .max(3)) == ["attach 0", "ask 0 for 3"])
        #expect(later.told(.demand(.max(1))) == ["ask 0 for 1"])
        #expect(later.told(.finished(0)) == ["finish"])
        #expect(later.told(.timerLost) == ["finish"])
        var twice = Desk(Operators.Repeat(upstream, times: 2), inputs: 0)
        #expect(twice.told(.start) == ["attach 0", "ask 0 for all"])
        #expect(twice.told(.finished(0)) == ["attach 1", "ask 1 for all"])
        #expect(twice.told(.finished(1)) == ["finish"])
        var many = Desk(Operators.ConcatenateMany([upstream]), inputs: 0)
        #expect(many.told(.start) == ["attach 0", "ask 0 for all"])
        #expect(many.told(.finished(0)) == ["finish"])
        var caught = Desk(Operators.Catch<Failing>())
        #expect(caught.told(.start, demand: .max(2)) == ["ask 0 for 2"])
        #expect(caught.told(.input(upstream, from: 0), demand: .max(1)) == ["attach 1", "ask 1 for 1"])
    }
}

/// A publisher of one number, that could fail.
typealias Failing = Publishers.SetFailureType<Just<Int>, TestError>

func failing(_ value: Int) -> Failing { Just(value).setFailureType(to: TestError.self) }
