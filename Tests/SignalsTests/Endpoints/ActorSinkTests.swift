import Dispatch
import Signals
import TestSupport
import Testing

private actor Ledger {
    private(set) var entries: [Int] = []
    private(set) var completions = 0
    private var handle: AnyCancellable?
    private var isInside = false

    func add(_ value: Int) { entries.append(value) }

    func complete() { completions += 1 }

    /// Takes its time, and notices when it is called in between.
    func addSlowly(_ value: Int) async {
        if isInside { Issue.record("\(value) came while another was being taken") }
        isInside = true
        await Task.yield()
        entries.append(value)
        isInside = false
    }

    func subscribe(to publisher: some Publisher<Int, Never>) {
        handle = publisher.sink(on: self) { (status: isolated Ledger, value) in status.add(value) }
    }

    func unsubscribe() { handle = nil }
}

@Suite("sink(on: actor)")
struct ActorSinkTests {
    private enum PipeError: Error { case pipe }

    @Test("the values come in order on the actor, and the ending last")
    func inOrder() async throws {
        try await underWatchdog {
            let status = Ledger()
            let ended = AsyncGate()
            let subject = PassthroughSubject<Int, Never>()
            let handle = subject.sink(
                on: status,
                receiveCompletion: { (status: isolated Ledger, _) in
                    status.complete()
                    await ended.open()
                },
                receiveValue: { (status: isolated Ledger, value) in status.add(value) })
            for value in 0..<1000 { subject.send(value) }
            subject.send(completion: .finished)
            await ended.wait()
            #expect(await status.entries == Array(0..<1000))
            #expect(await status.completions == 1)
            withExtendedLifetime(handle) {}
        }
    }

    @Test("a body that suspends holds up the next value, so two never overlap")
    func asyncBodies() async throws {
        try await underWatchdog {
            let status = Ledger()
            let ended = AsyncGate()
            let subject = PassthroughSubject<Int, PipeError>()
            let handle = subject.sink(
                on: status,
                receiveCompletion: { (_, completion) in
                    if case .failure(.pipe) = completion { await ended.open() }
                },
                receiveValue: { (status, value) in await status.addSlowly(value) })
            for value in 0..<200 { subject.send(value) }
            subject.send(completion: .failure(.pipe))
            await ended.wait()
            #expect(await status.entries == Array(0..<200))
            withExtendedLifetime(handle) {}
        }
    }

    @Test("what is cancelled on the actor delivers nothing more, and cancels the running body's task")
    func cancelledOnActor() async throws {
        try await underWatchdog {
            let status = Ledger()
            let entered = AsyncGate()
            let ended = AsyncGate()
            let wasCancelled = Protected(false)
            let subject = PassthroughSubject<Int, Never>()
            let handle = subject.sink(on: status) { (status, value) in
                status.add(value)
                await entered.open()
                while !Task.isCancelled { await Task.yield() }
                wasCancelled.withValue { $0 = true }
                await ended.open()
            }
            subject.send(1)
            subject.send(2)
            await entered.wait()
            handle.cancel()
            await ended.wait()
            subject.send(3)
            // A visit to the actor that comes after whatever the sink might still do.
            for _ in 0..<10 { await Task.yield() }
            #expect(await status.entries == [1])
            #expect(wasCancelled.current)
        }
    }

    @Test("an actor that subscribes with itself is freed, and the subscription ends with the next value")
    func doesNotKeepActor() async throws {
        try await underWatchdog {
            let cancelled = AsyncGate()
            let subject = PassthroughSubject<Int, Never>()
            let publisher = subject.handleEvents(receiveCancel: { Task { await cancelled.open() } })
            weak var probe: Ledger?
            // A handle that outlives the actor, besides the one that the actor keeps.
            let handle: AnyCancellable
            do {
                let status = Ledger()
                probe = status
                await status.subscribe(to: subject)
                handle = publisher.sink(on: status) { (status, value) in status.add(value) }
            }
            // Its tasks let go of it between values only.
            while probe != nil { await Task.yield() }
            subject.send(1)
            await cancelled.wait()
            withExtendedLifetime(handle) {}
        }
    }

    @Test("C78: a sink on the main actor may use its state, and gets values of other threads in order")
    @MainActor
    func mainActor() async throws {
        let subject = PassthroughSubject<Int, Never>()
        var entries: [Int] = []
        let ended = AsyncGate()
        let handle = subject.receive(on: .main).sink { value in
            MainActor.assertIsolated()
            entries.append(value)
            if value == 999 { Task { await ended.open() } }
        }
        let direct = Protected<[Int]>([])
        let directEnded = AsyncGate()
        let other = subject.sink(on: MainActor.shared) { (_, value) in
            MainActor.assertIsolated()
            direct.withValue { $0.append(value) }
            if value == 999 { await directEnded.open() }
        }
        DispatchQueue.global().async { for value in 0..<1000 { subject.send(value) } }
        await ended.wait()
        await directEnded.wait()
        #expect(entries == Array(0..<1000))
        #expect(direct.current == Array(0..<1000))
        withExtendedLifetime((handle, other)) {}
    }
}
