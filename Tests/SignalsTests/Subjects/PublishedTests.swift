import Dispatch
import Signals
import SignalsTesting
import TestSupport
import Testing

private final class Plain {
    @Published var count = 0
    @Published var names: [String] = []
}

@MainActor
private final class Model: ObservableObject {
    @Published var count = 0
    @Published var title = "none"
}

private final class Declared: ObservableObject {
    let objectWillChange = ObservableObjectPublisher()
    @Published var count = 0
}

private final class Unrelated: ObservableObject {}

@Suite("@Published")
struct PublishedTests {
    @Test("a subscriber gets the present value, and then each value before the property has it")
    func willSet() {
        let model = Plain()
        nonisolated(unsafe) let unsafeModel = model
        let log = Log<String>()
        let handle = model.$count.sink { log.append("\($0) while \(unsafeModel.count)") }
        model.count = 1
        model.count += 1
        #expect(log.entries == ["0 while 0", "1 while 0", "2 while 1"])
        #expect(model.count == 2)
        handle.cancel()
        model.count = 3
        #expect(log.entries.count == 3)
    }

    @Test("didSet gives each value when the property has it, after those who are told before")
    func didSet() {
        let model = Plain()
        nonisolated(unsafe) let unsafeModel = model
        let log = Log<String>()
        let handles = [
            model.$count.didSet.sink { log.append("after: \($0) while \(unsafeModel.count)") },
            model.$count.sink { log.append("before: \($0) while \(unsafeModel.count)") },
        ]
        model.count = 1
        #expect(
            log.entries == [
                "after: 0 while 0", "before: 0 while 0", "before: 1 while 0", "after: 1 while 1",
            ])
        withExtendedLifetime(handles) {}
    }

    @Test("changing in place publishes the whole value")
    func inPlace() {
        let model = Plain()
        let recorder = model.$names.record()
        model.names.append("a")
        model.names.append("b")
        #expect(recorder.values == [[], ["a"], ["a", "b"]])
    }

    @Test("C06: a subscriber made while a change is announced gets the newest value once")
    func subscribingDuringChange() {
        let model = Plain()
        let publisher = model.$count
        let inner = Protected<Recorder<Int, Never>?>(nil)
        let handle = publisher.sink { value in
            if value == 1, inner.current == nil {
                let recorder = publisher.record()
                inner.withValue { $0 = recorder }
            }
        }
        model.count = 1
        model.count = 2
        #expect(inner.current?.values == [1, 2])
        withExtendedLifetime(handle) {}
    }

    @Test("C01: a change from inside a subscriber is seen at once, announced next, and is what remains")
    func reentrantChange() {
        let model = Plain()
        nonisolated(unsafe) let unsafeModel = model
        let first = Log<Int>()
        let second = Log<Int>()
        let after = Log<Int>()
        let readBack = Protected(0)
        let handles = [
            model.$count.sink { value in
                first.append(value)
                if value == 1 {
                    unsafeModel.count = 5
                    readBack.withValue { $0 = unsafeModel.count }
                }
            },
            model.$count.sink { second.append($0) },
            model.$count.didSet.sink { after.append($0) },
        ]
        model.count = 1
        #expect(readBack.current == 5)
        #expect(first.entries == [0, 1, 5])
        #expect(second.entries == [0, 1, 5])
        #expect(after.entries == [0, 1, 5])
        #expect(model.count == 5)
        withExtendedLifetime(handles) {}
    }

    @Test("without demand the newest value is held")
    func demand() {
        let model = Plain()
        let recorder = model.$count.record(demand: .none)
        model.count = 1
        model.count = 2
        recorder.request(.max(1))
        #expect(recorder.values == [2])
    }

    @Test("assign(to:) sets the property for as long as the object exists, and does not keep it")
    func assign() {
        let subject = PassthroughSubject<Int, Never>()
        let cancels = Protected(0)
        weak var probe: Plain?
        do {
            let model = Plain()
            probe = model
            subject.handleEvents(receiveCancel: { cancels.increment() }).assign(to: &model.$count)
            let recorder = model.$count.record()
            subject.send(1)
            subject.send(2)
            #expect(model.count == 2)
            #expect(recorder.values == [0, 1, 2])
            #expect(cancels.current == 0)
        }
        #expect(probe == nil)
        #expect(cancels.current == 1)
    }

    @Test("one property may follow another")
    func following() {
        let (first, second) = (Plain(), Plain())
        first.$count.assign(to: &second.$count)
        first.count = 7
        #expect(second.count == 7)
        second.count = 8
        #expect(first.count == 7)
    }

    @Test("C10: set from several threads, the property ends up with what everybody was told last")
    func severalThreads() {
        underWatchdog {
            for _ in 0..<20 {
                nonisolated(unsafe) let model = Plain()
                let senders = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
                for sender in senders { sender.assign(to: &model.$count) }
                let logs = [Log<Int>(), Log<Int>()]
                let handles = [
                    model.$count.sink { logs[0].append($0) }, model.$count.didSet.sink { logs[1].append($0) },
                ]
                onThreads(4) { index in
                    for value in 0..<250 { senders[index].send(index * 250 + value + 1) }
                }
                #expect(logs[0].entries.count == 1001)
                #expect(logs[0].entries == logs[1].entries)
                #expect(logs[0].entries.last == model.count)
                withExtendedLifetime(handles) {}
            }
        }
    }

    @Test("a class of the main actor publishes, and its values are an asynchronous sequence")
    @MainActor
    func mainActorClass() async {
        let model = Model()
        var iterator = model.$count.values.makeAsyncIterator()
        model.count = 1
        model.count = 2
        var values: [Int?] = []
        for _ in 0..<3 { values.append(await iterator.next(isolation: MainActor.shared)) }
        #expect(values == [0, 1, 2])
        let subject = PassthroughSubject<Int, Never>()
        let scheduler = VirtualTimeScheduler()
        subject.receive(on: scheduler.main).assign(to: &model.$count)
        DispatchQueue.global().sync { subject.send(9) }
        #expect(model.count == 2)
        scheduler.advance()
        #expect(model.count == 9)
    }
}

@Suite("C133: assigning a property's publisher")
struct AssignedPublisherTests {
    @Test("C133: the two properties stay apart, whichever has been used before", arguments: [false, true])
    func apart(isUsed: Bool) {
        let (first, second) = (Plain(), Plain())
        let log = Log<Int>()
        let handle = isUsed ? first.$count.sink { log.append($0) } : nil
        second.count = 7
        first.$count = second.$count
        #expect(first.count == 0)
        first.count = 1
        second.count = 8
        #expect((first.count, second.count) == (1, 8))
        #expect(log.entries == (isUsed ? [0, 1] : []))
        withExtendedLifetime(handle) {}
    }
}

@Suite("ObservableObject")
struct ObservableObjectTests {
    @Test("objectWillChange comes before each change of any published property")
    @MainActor
    func willChange() {
        let model = Model()
        let log = Log<String>()
        let handles = [
            model.objectWillChange.receive(on: .mainImmediate).sink { log.append("will change: \(model.count)") },
            model.$count.receive(on: .mainImmediate).sink { log.append("count: \($0)") },
        ]
        model.count = 1
        model.title = "some"
        #expect(log.entries == ["count: 0", "will change: 0", "count: 1", "will change: 1"])
        withExtendedLifetime(handles) {}
    }

    @Test("it is the same publisher each time, for each object its own, and gone with the object")
    func identity() {
        let (first, second) = (Unrelated(), Unrelated())
        #expect(first.objectWillChange === first.objectWillChange)
        #expect(first.objectWillChange !== second.objectWillChange)
        for _ in 0..<1000 {
            let object = Unrelated()
            let count = Protected(0)
            let handle = object.objectWillChange.sink { count.increment() }
            object.objectWillChange.send()
            // An object at an earlier one's address would hear nothing of it, or of both.
            #expect(count.current == 1)
            withExtendedLifetime(handle) {}
        }
    }

    @Test("a publisher that the class declares is used, and assign(to:) tells it too")
    func declared() {
        let object = Declared()
        let count = Protected(0)
        let handle = object.objectWillChange.sink { count.increment() }
        object.count = 1
        #expect(count.current == 1)
        Just(2).assign(to: &object.$count)
        #expect(object.count == 2)
        #expect(count.current == 2)
        withExtendedLifetime(handle) {}
    }
}
