import Dispatch
import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// Says that it delivers on the main actor, and does not.
private struct Liar: MainActorPublisher {
    typealias Output = Int
    typealias Failure = Never

    func receive<S: Subscriber<Int, Never>>(subscriber: S) {
        Just(1).receive(subscriber: subscriber)
    }
}

/// Says that it does its actions on the main actor, and does them where it is called.
private struct LyingScheduler: MainActorScheduler {
    var now: SchedulerInstant { .zero }

    func schedule(_ action: @escaping @Sendable () -> Void) { action() }

    func schedule(
        after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable { AnyCancellable {} }

    func schedule(
        after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
        _ action: @escaping @Sendable () -> Void
    ) -> any Cancellable { AnyCancellable {} }
}

@MainActor
private final class Label {
    var number = 0

    func showLies() async {
        let subject = PassthroughSubject<Int, Never>()
        let handle = subject.receive(on: LyingScheduler()).assign(to: \.number, on: self)
        await Task.detached { subject.send(1) }.value
        withExtendedLifetime(handle) {}
    }
}

@Suite("main and mainImmediate")
@MainActor
struct MainActorOrderTests {
    private let subject = PassthroughSubject<Int, Never>()

    private func sendFromElsewhere(_ value: Int) {
        // The main actor waits meanwhile, so what this sets free cannot be delivered before it returns.
        DispatchQueue.global().sync { [subject] in subject.send(value) }
    }

    /// Comes back when everything has been done that was queued for the main actor before.
    private func nextTurn() async {
        await withCheckedContinuation { continuation in
            DispatchQueue.main.async { continuation.resume() }
        }
    }

    @Test("C79: on the main actor a value is delivered at once by mainImmediate, and on the next turn by main")
    func whenThere() async {
        let immediate = subject.receive(on: .mainImmediate).record()
        let delayed = subject.receive(on: .main).record()
        subject.send(1)
        #expect(immediate.values == [1])
        #expect(delayed.values == [])
        await nextTurn()
        #expect(delayed.values == [1])
    }

    @Test("C79: a callback on the main queue counts as the main actor")
    func mainQueue() async {
        let recorder = subject.receive(on: .mainImmediate).record()
        let countInside = await withCheckedContinuation { continuation in
            DispatchQueue.main.async { [subject] in
                subject.send(1)
                continuation.resume(returning: recorder.values.count)
            }
        }
        #expect(countInside == 1)
        #expect(recorder.events.allSatisfy { $0.isOnMainActor })
    }

    @Test("C79: a value of the main actor does not overtake one that is on its way there")
    func noOvertaking() async {
        let recorder = subject.receive(on: .mainImmediate).record()
        sendFromElsewhere(1)
        subject.send(2)
        #expect(recorder.values == [])
        await nextTurn()
        #expect(recorder.values == [1, 2])
        subject.send(3)
        #expect(recorder.values == [1, 2, 3])
        sendFromElsewhere(4)
        subject.send(completion: .finished)
        #expect(recorder.completion == nil)
        await nextTurn()
        #expect(recorder.values == [1, 2, 3, 4])
        #expect(recorder.isFinished)
    }

    @Test("C79: main-actor streams that are merged and combined deliver there, in order")
    func merged() async {
        let other = PassthroughSubject<Int, Never>()
        let recorder = subject.receive(on: .mainImmediate).map { $0 * 10 }
            .merge(with: other.receive(on: .mainImmediate)).record()
        sendFromElsewhere(1)
        other.send(2)
        subject.send(3)
        #expect(recorder.values == [2])
        await nextTurn()
        #expect(recorder.values == [2, 10, 30])
        #expect(recorder.events.dropFirst().allSatisfy { $0.isOnMainActor })
        #expect(recorder.violations == [])
    }

    @Test("C78: values that another thread sends reach a main-actor sink in order, and only there")
    func fromAnotherThread() async {
        var values: [Int] = []
        let ended = AsyncGate()
        let handle = subject.receive(on: .mainImmediate).sink(
            receiveCompletion: { _ in Task { await ended.open() } },
            receiveValue: { value in
                MainActor.assertIsolated()
                values.append(value)
            })
        DispatchQueue.global().async { [subject] in
            for value in 0..<1000 { subject.send(value) }
            subject.send(completion: .finished)
        }
        await ended.wait()
        #expect(values == Array(0..<1000))
        withExtendedLifetime(handle) {}
    }

    @Test("what delivers elsewhere than it says stops the program, with the operator's name")
    func wrongIsolation() async {
        let sink = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Task.detached { _ = Liar().sink { _ in } }.value
        }
        let assign = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Label().showLies()
        }
        let observed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            await Task.detached { _ = Observed(on: LyingScheduler()) { 1 }.sink { _ in } }.value
        }
        for (name, result) in [("sink", sink), ("assign", assign), ("Observed", observed)] {
            let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
            #expect(message.contains("\(name) delivers on the main actor, but was called from elsewhere"))
        }
    }

    @Test(
        "C78, C79: main-actor delivery keeps order under any main loop",
        arguments: ["dispatch", "run loop", "async main"])
    func mainLoops(kind: String) async throws {
        let process = Process()
        process.executableURL = BuildFolder.program("MainLoops")
        process.arguments = [kind]
        let output = Pipe()
        process.standardOutput = output
        try await process.runToEnd()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        #expect(process.terminationStatus == 0)
        #expect(text == "in order\n")
    }
}
