import Signals
import SignalsTesting
import TestSupport
import Testing

private enum Unreachable: Error { case host }

@Suite("mapLatest and sinkLatest")
struct MapLatestTests {
    private let scheduler = VirtualTimeScheduler()

    @Test("only the result of the newest value comes, and the task before is cancelled")
    func newest() async {
        let cancelled = Log<Int>()
        let subject = PassthroughSubject<Int, Never>()
        let recorder =
            subject
            .mapLatest(on: scheduler.taskExecutor) { [scheduler] (value: Int) -> Int in
                do {
                    try await scheduler.sleep(for: .milliseconds(10))
                } catch {
                    cancelled.append(value)
                }
                return value * 10
            }
            .record(on: scheduler)
        subject.send(1)
        await scheduler.settle(after: .milliseconds(5))
        subject.send(2)
        await scheduler.settle(after: .milliseconds(9))
        #expect(recorder.values == [])
        #expect(cancelled.entries == [1])
        await scheduler.settle(after: .milliseconds(1))
        #expect(recorder.values == [20])
        subject.send(3)
        subject.send(completion: .finished)
        await scheduler.settle(after: .milliseconds(10))
        #expect(recorder.values == [20, 30])
        #expect(recorder.isFinished)
        #expect(recorder.violations == [])
    }

    @Test("a failure of the function ends the stream with its type, and cancelling cancels the task")
    func endings() async {
        let subject = PassthroughSubject<Int, Unreachable>()
        let cancelled = Protected(false)
        let publisher = subject.mapLatest(on: scheduler.taskExecutor) {
            [scheduler] (value: Int) async throws(Unreachable) -> Int in
            do {
                try await scheduler.sleep(for: .milliseconds(value))
            } catch {
                cancelled.withValue { $0 = true }
            }
            throw .host
        }
        let failing = publisher.record()
        let left = publisher.record()
        subject.send(5)
        await scheduler.settle(after: .milliseconds(1))
        left.cancel()
        await scheduler.settle()
        #expect(cancelled.current)
        await scheduler.settle(after: .milliseconds(4))
        #expect(failing.failure == .host)
        #expect(left.completion == nil)
        #expect(scheduler.isIdle)
    }

    @Test("sinkLatest cancels the running body when a newer value comes, and when its handle goes")
    func sink() async {
        let log = Log<String>()
        let subject = PassthroughSubject<Int, Never>()
        var handle: AnyCancellable? = subject.sinkLatest(on: scheduler.taskExecutor) { [scheduler] value in
            do {
                try await scheduler.sleep(for: .milliseconds(10))
                log.append("\(value) done")
            } catch {
                log.append("\(value) cancelled")
            }
        }
        subject.send(1)
        await scheduler.settle(after: .milliseconds(10))
        subject.send(2)
        await scheduler.settle(after: .milliseconds(1))
        subject.send(3)
        await scheduler.settle(after: .milliseconds(1))
        withExtendedLifetime(handle) {}
        handle = nil
        await scheduler.settle()
        #expect(log.entries == ["1 done", "2 cancelled", "3 cancelled"])
        #expect(scheduler.isIdle)
    }

    @Test("what has been overtaken before it began does not begin")
    func overtaken() async {
        let begun = Log<Int>()
        let subject = PassthroughSubject<Int, Never>()
        let recorder = subject.mapLatest(on: scheduler.taskExecutor) { value in
            begun.append(value)
            return value
        }.record(on: scheduler)
        let handle = subject.sinkLatest(on: scheduler.taskExecutor) { begun.append($0 * 10) }
        scheduler.schedule { for value in 1...3 { subject.send(value) } }
        await scheduler.settle(after: .zero)
        #expect(begun.entries == [3, 30])
        #expect(recorder.values == [3])
        withExtendedLifetime(handle) {}
    }

    @Test("the function of a stream without failure may fail, and the stream then has that failure")
    func failingFunction() async {
        let subject = PassthroughSubject<Int, Never>()
        let mapped = subject.mapLatest(on: scheduler.taskExecutor) { if $0 == 2 { throw Unreachable.host } }
        let recorder = mapped.record(on: scheduler)
        subject.send(1)
        await scheduler.settle()
        #expect(recorder.values.count == 1)
        subject.send(2)
        await scheduler.settle()
        #expect(recorder.failure as? Unreachable == .host)
    }

    @Test("on a publisher of the main actor the body is the main actor's, and only the newest goes on")
    @MainActor
    func sinkOnMainActor() async {
        var log: [String] = []
        let subject = PassthroughSubject<Int, Unreachable>()
        let handle = subject.receive(on: scheduler.main).sinkLatest(
            on: scheduler.taskExecutor,
            receiveCompletion: { log.append("\($0)") },
            receiveValue: { [scheduler] value in
                MainActor.preconditionIsolated()
                log.append("\(value) begins")
                guard (try? await scheduler.sleep(for: .milliseconds(10))) != nil else { return }
                MainActor.preconditionIsolated()
                log.append("\(value) ends")
            })
        // A body sleeps before time moves on: nothing but its sleep tells when the main actor has come to it.
        func begin(_ value: Int) async {
            await scheduler.settle(after: .zero)
            while log.last != "\(value) begins" { await scheduler.settle() }
            await scheduler.settle(untilSleeping: 1)
        }
        for value in 1...2 { subject.send(value) }
        await begin(2)
        await scheduler.settle(after: .milliseconds(5))
        #expect(log == ["2 begins"])
        subject.send(3)
        await begin(3)
        await scheduler.settle(after: .milliseconds(10))
        #expect(log == ["2 begins", "3 begins", "3 ends"])
        subject.send(4)
        subject.send(completion: .finished)
        await begin(4)
        await scheduler.settle(after: .milliseconds(10))
        #expect(log.suffix(3) == ["4 begins", "4 ends", "finished"])
        withExtendedLifetime(handle) {}
    }

    @Test("sinkLatest tells of the ending when the last body has returned")
    func completion() async {
        let log = Log<String>()
        let subject = PassthroughSubject<Int, Never>()
        let handle = subject.sinkLatest(
            on: scheduler.taskExecutor, receiveCompletion: { _ in log.append("ended") },
            receiveValue: { [scheduler] value in
                try? await scheduler.sleep(for: .milliseconds(10))
                log.append("\(value) done")
            })
        subject.send(1)
        subject.send(completion: .finished)
        await scheduler.settle(after: .milliseconds(10))
        #expect(log.entries == ["1 done", "ended"])
        withExtendedLifetime(handle) {}
    }
}
