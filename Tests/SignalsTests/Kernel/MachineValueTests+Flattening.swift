import Signals
import Testing

/// Machines that attach publishers.
extension MachineValueTests {
    @Test("members that stay keep their places, and those that are missing are cancelled") func members() {
        var desk = Desk(Operators.Members<String, Failing>())
        #expect(desk.told(.start) == ["ask 0 for all"])
        #expect(
            desk.told(.input(.members(["a": failing(1)]), from: 0), demand: .max(2))
                == ["attach 1", "ask 1 for 1", "emit members(Set([\"a\"]))"])
        #expect(desk.told(.input(.value(5), from: 1), demand: .max(1)) == ["emit value(5, of: \"a\")", "ask 1 for 1"])
        #expect(desk.told(.input(.value(6), from: 1), demand: .none) == [])
        #expect(
            desk.told(.input(.members(["b": failing(1)]), from: 0), demand: .unlimited)
                == ["cancel 1", "attach 2", "ask 2 for all", "emit members(Set([\"b\"]))"])
        #expect(desk.told(.finished(0)) == [])
        #expect(desk.told(.finished(2)) == ["finish"])
    }

    @Test("flatMap asks for another publisher when one has finished, and holds an outer failure back") func flatMap() {
        var desk = Desk(Operators.FlatMap<Failing>(limit: .max(2)))
        #expect(desk.told(.start) == ["ask 0 for 2"])
        #expect(desk.told(.input(.inner(failing(1)), from: 0), demand: .max(1)) == ["attach 1", "ask 1 for 1"])
        #expect(desk.told(.input(.value(1), from: 1), demand: .max(1)) == ["emit 1", "ask 1 for 1"])
        #expect(desk.told(.input(.value(2), from: 1), demand: .none) == [])
        #expect(desk.told(.finished(1), demand: .none) == ["ask 0 for 1"])
        #expect(desk.told(.failed(TestError(), 0)) == ["fail later"])
        #expect(desk.told(.failed(TestError(), 1)) == ["fail"])
    }

    @Test("flatMapFirst makes nothing of what comes while it is busy, and asks for what is left") func flatMapFirst() {
        var desk = Desk(Operators.FlatMapFirst<Int, Failing>(transform: { _ in failing(1) }))
        #expect(desk.told(.start, demand: .max(2)) == ["ask 0 for all"])
        #expect(desk.told(.input(.outer(1), from: 0), demand: .max(2)) == ["attach 1", "ask 1 for 2"])
        #expect(desk.told(.input(.outer(2), from: 0), demand: .max(2)) == [])
        #expect(desk.told(.input(.value(5), from: 1), demand: .max(2)) == ["emit 5"])
        #expect(desk.told(.input(.value(6), from: 1), demand: .none) == ["refuse"])
        #expect(desk.told(.demand(.max(3)), demand: .max(4)) == ["ask 1 for 3"])
        #expect(desk.told(.finished(1), demand: .max(4)) == [])
        #expect(desk.told(.input(.outer(3), from: 0), demand: .max(4)) == ["attach 2", "ask 2 for 4"])
        #expect(desk.told(.finished(0)) == [])
        #expect(desk.told(.finished(2)) == ["finish"])
    }

    @Test("groupBy gives a group once, and again when it has been closed") func groupBy() {
        var desk = Desk(Operators.GroupBy<Int, Int, Failing>(by: { $0 % 2 }, until: { _ in failing(1) }))
        #expect(desk.told(.start, demand: .max(1)) == ["ask 0 for all"])
        #expect(desk.told(.input(1, from: 0), demand: .max(1)) == ["attach 1", "ask 1 for 1", "echo"])
        #expect(desk.told(.input(3, from: 0), demand: .none) == [])
        #expect(desk.told(.echo, demand: .max(1)) == ["emit GroupedPublisher(1)"])
        #expect(desk.told(.input(2, from: 0), demand: .none) == ["attach 2", "ask 2 for 1", "echo"])
        #expect(desk.told(.echo, demand: .none) == [])
        #expect(desk.told(.demand(.max(1)), demand: .max(1)) == ["emit GroupedPublisher(0)"])
        #expect(desk.told(.input(nil, from: 1)) == ["cancel 1"])
        #expect(desk.told(.input(5, from: 0)) == ["attach 3", "ask 3 for 1", "echo"])
        #expect(desk.told(.finished(0)) == [])
        #expect(desk.told(.echo) == ["emit GroupedPublisher(1)", "finish"])
    }

    @Test("a window opens with a value, and closes with a signal or when it is full") func window() {
        var desk = Desk(Operators.Window<Int, TestError>(count: 2), inputs: 2)
        #expect(desk.told(.start) == ["ask 0 for all", "ask 1 for all"])
        #expect(desk.told(.input(nil, from: 1)) == [])
        #expect(desk.told(.input(1, from: 0), demand: .none) == [])
        #expect(desk.told(.input(2, from: 0), demand: .none) == [])
        #expect(desk.told(.demand(.max(1)), demand: .max(1)) == ["emit GroupedPublisher(0)"])
        #expect(desk.told(.input(3, from: 0)) == ["emit GroupedPublisher(1)"])
        #expect(desk.told(.input(nil, from: 1)) == [])
        #expect(desk.told(.input(4, from: 0)) == ["emit GroupedPublisher(2)"])
        #expect(desk.told(.failed(TestError(), 1)) == ["fail"])
    }

    @Test("flatMapInOrder keeps the later publisher's values until its turn") func flatMapInOrder() {
        var desk = Desk(Operators.FlatMapInOrder<Failing>(limit: .max(2)))
        #expect(desk.told(.input(.inner(failing(1)), from: 0)) == ["attach 1", "ask 1 for all"])
        #expect(desk.told(.input(.inner(failing(2)), from: 0)) == ["attach 2", "ask 2 for all"])
        #expect(desk.told(.input(.value(20), from: 2)) == [])
        #expect(desk.told(.input(.value(10), from: 1)) == ["emit 10"])
        #expect(desk.told(.finished(1)) == ["ask 0 for 1", "emit 20"])
        #expect(desk.told(.finished(0)) == [])
        #expect(desk.told(.finished(2)) == ["ask 0 for 1", "finish"])
    }

    @Test("switchToLatest turns to the next when what the present one gives at once has come") func switchToLatest() {
        var desk = Desk(Operators.SwitchToLatest<Failing>())
        #expect(desk.told(.input(.inner(failing(1)), from: 0)) == ["attach 1", "ask 1 for all", "echo"])
        #expect(desk.told(.input(.inner(failing(2)), from: 0)) == [])
        #expect(desk.told(.input(.value(1), from: 1)) == ["emit 1"])
        #expect(desk.told(.echo) == ["cancel 1", "attach 2", "ask 2 for all", "echo"])
        #expect(desk.told(.input(.value(9), from: 1)) == [])
        #expect(desk.told(.finished(0)) == [])
        #expect(desk.told(.echo) == [])
        #expect(desk.told(.finished(2)) == ["finish"])
        var bound = Desk(Operators.SwitchToLatest<Failing>(endsWithOuter: true))
        _ = bound.told(.input(.inner(failing(1)), from: 0))
        #expect(bound.told(.finished(0)) == [])
        #expect(bound.told(.input(.value(1), from: 1)) == ["emit 1"])
        #expect(bound.told(.echo) == ["finish"])
    }

    @Test("expand attaches a publisher for each value that it gives") func expand() {
        var desk = Desk(Operators.Expand<Failing>())
        #expect(desk.told(.start, demand: .max(1)) == ["ask 0 for 1"])
        #expect(
            desk.told(.input((1, failing(2)), from: 0), demand: .max(2))
                == ["emit 1", "attach 1", "ask 1 for 1", "ask 0 for 1"])
        #expect(desk.told(.finished(0)) == [])
        #expect(desk.told(.finished(1)) == ["finish"])
    }
}
