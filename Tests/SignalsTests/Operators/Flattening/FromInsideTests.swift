import Signals
import SignalsTesting
import TestSupport
import Testing

/// What subscribers and closures of groups, windows, `flatMapFirst` and recoveries do to them from inside.
@Suite struct FromInsideTests {
    private let subject = PassthroughSubject<Int, ScriptError>()

    @Test("a group's subscriber that cancels the whole stream hears the group finish, and nothing more")
    func cancelsWhole() {
        let groups = Log<Recorder<Int, ScriptError>>()
        let whole = Protected<Recorder<GroupedPublisher<Int, Int, ScriptError>, ScriptError>?>(nil)
        let recorder = subject.groupBy { $0 % 2 }.record { _, group in
            let cancels = group.key == 1
            groups.append(
                group.record { _, value in
                    if cancels, value == 3 { whole.current?.cancel() }
                    return .none
                })
            return .none
        }
        whole.withValue { $0 = recorder }
        for value in 1...5 { subject.send(value) }
        #expect(groups.entries.map(\.values) == [[1, 3], [2]])
        #expect(groups.entries.allSatisfy(\.isFinished) && recorder.completion == nil)
    }

    @Test("a group whose subscriber leaves inside a value opens anew with the next of its key, asked for one by one")
    func leavesInside() {
        let groups = Log<Recorder<Int, ScriptError>>()
        let recorder = subject.groupBy { _ in "key" }.record(demand: .max(1)) { _, group in
            groups.append(
                group.record(demand: .max(1)) { recorder, value in
                    if value % 2 == 0 { recorder.cancel() }
                    return .max(1)
                })
            return .max(1)
        }
        for value in 1...5 { subject.send(value) }
        subject.send(completion: .finished)
        #expect(groups.entries.map(\.values) == [[1, 2], [3, 4], [5]])
        #expect(groups.entries.map(\.isFinished) == [false, false, true] && recorder.isFinished)
        #expect(recorder.violations == [] && groups.entries.flatMap(\.violations) == [])
    }

    @Test("a window's subscriber may close its window, and send into the next one") func closesWindow() {
        let signal = PassthroughSubject<Void, ScriptError>()
        let windows = subject.window(until: signal).flatMap { window in
            window.handleEvents(receiveOutput: { [subject] value in
                if value == 2 { signal.send() }
                if value == 4 { subject.send(5) }
            }).collect()
        }.record()
        for value in 1...4 { subject.send(value) }
        subject.send(completion: .finished)
        #expect(windows.values == [[1, 2], [3, 4, 5]] && windows.isFinished)
    }

    @Test("what is sent inside a value of flatMapFirst is left out while it is busy, and taken inside the last finish")
    func exhausts() {
        let inner = PassthroughSubject<Int, ScriptError>()
        let made = Log<Int>()
        let recorder = subject.flatMapFirst { value in
            made.append(value)
            return value == 1
                ? inner.eraseToAnyPublisher() : Just(value).setFailureType(to: ScriptError.self).eraseToAnyPublisher()
        }.record { [subject] _, value in
            if value == 10 { subject.send(2) }
            return .none
        }
        subject.send(1)
        inner.send(10)
        inner.send(completion: .finished)
        subject.send(3)
        #expect(made.entries == [1, 3] && recorder.values == [10, 3])
    }

    @Test("the function of flatMapFirst may send, cancel and throw") func transforms() {
        let recorder = subject.flatMapFirst { [subject] (value) throws(ScriptError) in
            if value == 1 { subject.send(2) }
            if value == 2 { throw .other }
            return [value].publisher.setFailureType(to: ScriptError.self)
        }.record()
        subject.send(1)
        #expect(recorder.values == [1] && recorder.failure == .other && recorder.violations == [])
        let handles = CancellableBag()
        let cancelling = PassthroughSubject<Int, Never>()
        let received = Log<Int>()
        cancelling.flatMapFirst { value in
            if value == 2 { handles.removeAll() }
            return Just(value)
        }.sink { received.append($0) }.store(in: handles)
        for value in 1...3 { cancelling.send(value) }
        #expect(received.entries == [1])
    }

    @Test("twenty thousand recoveries that succeed at once, on a small stack") func recoveries() {
        underWatchdog {
            let attempts = Protected(0)
            let recorder = Deferred {
                attempts.increment() < 20_000
                    ? Fail<Int, ScriptError>(error: .source).eraseToAnyPublisher()
                    : Just(7).setFailureType(to: ScriptError.self).eraseToAnyPublisher()
            }
            .retry(recoveringWith: { _ in Just(()).setFailureType(to: ScriptError.self) }).record(demand: .max(1))
            #expect(recorder.values == [7] && recorder.isFinished)
        }
    }

    @Test("a gate that ends, or fails, inside a value that it lets through") func gateEndsInside() {
        for completion in [.finished, .failure(.other)] as [Subscribers.Completion<ScriptError>] {
            let gate = PassthroughSubject<Bool, ScriptError>()
            let recorder = subject.buffer(while: gate).record { _, value in
                if value == 1 { gate.send(completion: completion) }
                return .none
            }
            gate.send(true)
            for value in 1...3 { subject.send(value) }
            gate.send(false)
            subject.send(4)
            #expect(recorder.values == (completion == .finished ? [1, 2, 3, 4] : [1, 2, 3]))
            #expect((recorder.failure == .other) == (completion != .finished) && recorder.violations == [])
        }
    }
}
