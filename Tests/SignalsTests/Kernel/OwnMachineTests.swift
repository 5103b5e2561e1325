import Signals
import SignalsTesting
import Testing

/// What a user's own machines are worth: the library's guarantees, and tests as plain values.
@Suite struct OwnMachineTests {
    @Test("a machine with a clock is an operator like the library's own") func clock() {
        let time = VirtualTimeScheduler()
        let keys = PassthroughSubject<String, Never>()
        let recorder = keys.timed(Quiet(.milliseconds(3)), on: time).record(on: time)
        keys.send("a")
        time.advance(by: .milliseconds(2))
        keys.send("b")
        time.advance(by: .milliseconds(3))
        #expect(recorder.values == ["b"])
        keys.send("c")
        keys.send(completion: .finished)
        time.advance(by: .milliseconds(1))
        #expect(recorder.values == ["b", "c"])
        #expect(recorder.isFinished)
        #expect(time.isIdle)
    }

    @Test("a machine with two inputs, and with any number") func twoInputs() {
        let (a, b) = (PassthroughSubject<Int, Never>(), CurrentValueSubject<Int, Never>(10))
        let recorder = Publishers.Joined(.init(a, b), Sum()).record()
        a.send(1)
        b.send(20)
        #expect(recorder.values == [11, 21])
        let many = Publishers.Joined(.many([Just(1), Just(2)]), Sum()).record()
        #expect(many.values == [3])
        #expect(many.isFinished)
    }

    @Test("a machine with two inputs of different types is told which one a value is of") func differentInputs() {
        struct Both: OperatorMachine {
            typealias Output = String
            mutating func handle(
                _ event: MachineEvent<Either<Int, String>, Never>, _ effects: inout Effects<Self>
            ) {
                switch event {
                case .start: for id in 0...1 { effects.request(.unlimited, from: id) }
                case .input(.first(let number), _): effects.emit("\(number)")
                case .input(.second(let text), _): effects.emit(text)
                default: break
                }
            }
        }
        let recorder = Publishers.Joined(.init(Just(1), Just("x")), Both()).record()
        #expect(recorder.values == ["1", "x"])
    }

    @Test("a machine with inner publishers") func inner() {
        let outer = PassthroughSubject<Int, Never>()
        let inners = [PassthroughSubject<String, Never>(), PassthroughSubject(), PassthroughSubject()]
        let recorder = Publishers.Flattened(outer, Exhaust()) { inners[$0] }.record()
        outer.send(0)
        inners[0].send("a")
        outer.send(1)
        inners[1].send("dropped")
        inners[0].send(completion: .finished)
        outer.send(2)
        inners[2].send("b")
        outer.send(completion: .finished)
        inners[2].send(completion: .finished)
        #expect(recorder.values == ["a", "b"])
        #expect(recorder.isFinished)
    }

    @Test("they keep every clause of the contract") func contract() {
        let time = VirtualTimeScheduler()
        #expect(verifyPublisher(on: time) { [1, 2, 3].publisher.timed(Quiet(.milliseconds(1)), on: time) }.isEmpty)
        #expect(verifyPublisher { Publishers.Joined(.init([1, 2].publisher, [3].publisher), Sum()) }.isEmpty)
        #expect(verifyPublisher { Publishers.Flattened(Just(2), Exhaust()) { [$0, 3].publisher } }.isEmpty)
    }

    @Test("a machine is tested as a plain value, without a scheduler and without a publisher") func plainValue() {
        var machine = Quiet<Int, Never>(.milliseconds(3))
        func told(
            _ event: MachineEvent<Int, Never>, at tick: Int, demand: Subscribers.Demand = .unlimited
        ) -> [Effect<Int, Never, Never>] {
            let moment = SchedulerInstant.zero.advanced(by: .milliseconds(tick))
            var effects = Effects(of: Quiet<Int, Never>.self, at: moment, demand: demand)
            machine.handle(event, &effects)
            return effects.list
        }
        #expect(told(.start, at: 0) == [.request(.unlimited, from: 0)])
        #expect(told(.input(1, from: 0), at: 1) == [.arm(.zero.advanced(by: .milliseconds(4)))])
        #expect(told(.timer, at: 4, demand: .none) == [])
        #expect(told(.demand(.max(1)), at: 5, demand: .max(1)) == [.emit(1)])
        #expect(told(.finished(0), at: 6) == [.complete(.finished)])
    }
}
