import Signals
import SignalsTesting
import TestSupport
import Testing

private enum PipeBroken: Error, Equatable { case pipe }

/// Counts what reaches a publisher from downstream.
private struct Tap<Upstream: Publisher> {
    let cancels = Protected(0)
    let publisher: Publishers.HandleEvents<Upstream>

    init(_ upstream: Upstream) {
        publisher = upstream.handleEvents(receiveCancel: { [cancels] in cancels.increment() })
    }
}

@Suite("values")
struct ValuesTests {
    @Test("C74: nothing is lost while the loop's body runs, nor between making the iterator and the first next")
    func lossless() async throws {
        let subject = PassthroughSubject<Int, Never>()
        let sequence = subject.values
        subject.send(0)  // Before the loop began: not part of it.
        var iterator = sequence.makeAsyncIterator()
        for value in 1...25 { subject.send(value) }
        var received = [await iterator.next()]
        for value in 26...50 { subject.send(value) }
        subject.send(completion: .finished)
        while let value = await iterator.next() { received.append(value) }
        #expect(received == Array(1...50))
        #expect(iterator.droppedCount == 0)
    }

    @Test("C74: a body that takes its time loses nothing of what another thread sends meanwhile")
    func slowBody() async throws {
        try await underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let subject = PassthroughSubject<Int, Never>()
            let received = Log<Int>()
            let iterated = subject.values
            let loop = scheduler.task {
                var iterator = iterated.makeAsyncIterator()
                while let value = await iterator.next() {
                    received.append(value)
                    try await scheduler.sleep(for: .milliseconds(10))
                }
            }
            await scheduler.settle()
            await onOwnThread {
                for value in 1...50 { subject.send(value) }
                subject.send(completion: .finished)
            }
            await scheduler.settle(after: .milliseconds(500))
            #expect(received.entries == Array(1...50))
            #expect(scheduler.isIdle)
            try await loop.value
        }
    }

    @Test("no lock is held while a loop is resumed: its body may send, and ask what was dropped")
    func resumedWithoutLock() async throws {
        try await underWatchdog {
            let subject = PassthroughSubject<Int, Never>()
            let values = subject.values(buffering: .newest(2))
            let dropped = Log<Int>()
            // The executor runs the body inside the call that resumes it.
            let loop = Task(executorPreference: InlineExecutor()) {
                var iterator = values.makeAsyncIterator()
                while let value = await iterator.next() {
                    if value == 1 { for value in 2...5 { subject.send(value) } }
                    dropped.append(iterator.droppedCount)
                }
            }
            subject.send(1)
            subject.send(completion: .finished)
            await loop.value
            #expect(dropped.entries == [0, 0, 0, 0, 0])
        }
    }

    @Test("a value that comes while the loop waits resumes it")
    func resumesWaiter() async throws {
        try await underWatchdog {
            let subject = PassthroughSubject<Int, Never>()
            var iterator = subject.values.makeAsyncIterator()
            for value in 1...1000 {
                let sending = Task { subject.send(value) }
                #expect(await iterator.next() == value)
                await sending.value
            }
        }
    }

    @Test("C74: a bounded buffer drops by its policy and counts", arguments: [0, 1, 3])
    func bounded(limit: Int) async throws {
        let subject = PassthroughSubject<Int, Never>()
        var newest = subject.values(buffering: .newest(limit)).makeAsyncIterator()
        var oldest = subject.values(buffering: .oldest(limit)).makeAsyncIterator()
        for value in 1...10 { subject.send(value) }
        subject.send(completion: .finished)
        var fromNewest: [Int] = []
        while let value = await newest.next() { fromNewest.append(value) }
        var fromOldest: [Int] = []
        while let value = await oldest.next() { fromOldest.append(value) }
        #expect(fromNewest == Array((1...10).suffix(limit)))
        #expect(fromOldest == Array((1...10).prefix(limit)))
        #expect(newest.droppedCount == 10 - limit)
        #expect(oldest.droppedCount == 10 - limit)
    }

    @Test("C53: a failure while nobody waits is kept, thrown once, and followed by the end for ever")
    func keptFailure() async throws {
        let subject = PassthroughSubject<Int, PipeBroken>()
        var iterator = subject.values.makeAsyncIterator()
        subject.send(1)
        subject.send(completion: .failure(.pipe))
        #expect(try await iterator.next() == 1)
        do throws(PipeBroken) {
            _ = try await iterator.next()
            Issue.record("the failure was not thrown")
        } catch {
            #expect(error == .pipe)
        }
        #expect(try await iterator.next() == nil)
        #expect(try await iterator.next() == nil)
    }

    @Test("C53: a failure behind a timed operator is thrown too, twice in a row")
    func keptFailureOfTimedOperators() async throws {
        let scheduler = VirtualTimeScheduler()
        let operators: [(String, @Sendable (PassthroughSubject<Int, PipeBroken>) -> AnyPublisher<Int, PipeBroken>)] = [
            ("debounce", { $0.debounce(for: .milliseconds(1), scheduler: scheduler).eraseToAnyPublisher() }),
            (
                "collect",
                {
                    $0.collect(byTime: .milliseconds(1), scheduler: scheduler)
                        .map { (batch: [Int]) in batch[0] }.eraseToAnyPublisher()
                }
            ),
            ("receive", { $0.receive(on: scheduler).eraseToAnyPublisher() }),
        ]
        for (name, make) in operators {
            for round in 1...2 {
                let subject = PassthroughSubject<Int, PipeBroken>()
                var iterator = make(subject).values.makeAsyncIterator()
                subject.send(round)
                scheduler.advance(by: .milliseconds(5))
                #expect(try await iterator.next() == round, "\(name)")
                subject.send(completion: .failure(.pipe))
                scheduler.advance(by: .milliseconds(5))
                await #expect(throws: PipeBroken.pipe, "\(name)") { try await iterator.next() }
                #expect(try await iterator.next() == nil, "\(name)")
            }
        }
    }

    @Test("a failure that comes while the loop waits is thrown")
    func failureWhileWaiting() async throws {
        try await underWatchdog {
            let subject = PassthroughSubject<Int, PipeBroken>()
            let joined = AsyncGate()
            let task = Task {
                let iterated = subject.values
                var iterator = iterated.makeAsyncIterator()
                await joined.open()
                return try await iterator.next()
            }
            await joined.wait()
            subject.send(completion: .failure(.pipe))
            await #expect(throws: PipeBroken.pipe) { try await task.value }
        }
    }

    @Test("C75 (a): a task that was cancelled before its loop ends at once and leaves nothing behind")
    func cancelledBefore() async throws {
        try await underWatchdog {
            let subject = CurrentValueSubject<Int, Never>(0)
            let tap = Tap(subject)
            let go = AsyncGate()
            let task = Task {
                await go.wait()
                var count = 0
                for await _ in tap.publisher.values { count += 1 }
                return count
            }
            task.cancel()
            await go.open()
            #expect(await task.value == 0)
            #expect(tap.cancels.current == 1)
        }
    }

    @Test("C75 (b): cancelling a task that waits on a silent publisher cancels upstream at once and ends the loop")
    func cancelledWhileWaiting() async throws {
        try await underWatchdog {
            let subject = PassthroughSubject<Int, Never>()
            let tap = Tap(subject)
            let entered = AsyncGate()
            let task = Task {
                for await value in tap.publisher.values where value == 1 { await entered.open() }
                return "ended"
            }
            while !entered.isOpen {
                subject.send(1)
                await Task.yield()
            }
            task.cancel()
            #expect(await task.value == "ended")
            #expect(tap.cancels.current == 1)
        }
    }

    @Test("C75 (c), (d): leaving the loop, and dropping an iterator that was never used, cancel upstream once")
    func leftLoop() async throws {
        let subject = CurrentValueSubject<Int, Never>(7)
        let tap = Tap(subject)
        for await value in tap.publisher.values {
            #expect(value == 7)
            break
        }
        #expect(tap.cancels.current == 1)
        _ = tap.publisher.values.makeAsyncIterator()
        #expect(tap.cancels.current == 2)
        _ = tap.publisher.values
        #expect(tap.cancels.current == 2)
    }

    @Test("C75: what waits in the buffer is let go of when the iterator goes or its task is cancelled")
    func releasesBuffer() async throws {
        final class Payload: Sendable {}
        let subject = PassthroughSubject<Payload, Never>()
        weak var probe: Payload?
        var iterator: AsyncPublisher<PassthroughSubject<Payload, Never>>.Iterator? = subject.values.makeAsyncIterator()
        do {
            let payload = Payload()
            probe = payload
            subject.send(payload)
        }
        #expect(probe != nil)
        withExtendedLifetime(iterator) {}
        iterator = nil
        #expect(probe == nil)
    }

    @Test("C75 (e): of two loops over a shared publisher one is cancelled, and the other goes on")
    func sharedPublisher() async throws {
        try await underWatchdog {
            let subject = PassthroughSubject<Int, Never>()
            let tap = Tap(subject)
            let values = tap.publisher.share().values
            let joined = AsyncGate()
            let cancelled = Task {
                var iterator = values.makeAsyncIterator()
                await joined.open()
                return await iterator.next()
            }
            await joined.wait()
            var other = values.makeAsyncIterator()
            cancelled.cancel()
            #expect(await cancelled.value == nil)
            #expect(tap.cancels.current == 0)
            subject.send(1)
            #expect(await other.next() == 1)
            other = values.makeAsyncIterator()
            #expect(tap.cancels.current == 0)
            subject.send(2)
            #expect(await other.next() == 2)
        }
    }

    @Test("C75: loops over operators end and cancel their sources when their task is cancelled")
    func cancelledOperators() async throws {
        try await underWatchdog {
            let scheduler = VirtualTimeScheduler()
            let operators: [@Sendable (AnyPublisher<Int, Never>) -> AnyPublisher<Int, Never>] = [
                { $0.merge(with: Empty(completeImmediately: false)).eraseToAnyPublisher() },
                { source in Just(0).flatMap { _ in source }.eraseToAnyPublisher() },
                { source in Just(0).map { _ in source }.switchToLatest().eraseToAnyPublisher() },
                { $0.debounce(for: .seconds(1), scheduler: scheduler).eraseToAnyPublisher() },
            ]
            for make in operators {
                let joined = AsyncGate()
                let tap = Tap(PassthroughSubject<Int, Never>())
                let publisher = make(tap.publisher.eraseToAnyPublisher())
                let task = Task {
                    var iterator = publisher.values.makeAsyncIterator()
                    await joined.open()
                    return await iterator.next()
                }
                await joined.wait()
                task.cancel()
                #expect(await task.value == nil)
                #expect(tap.cancels.current == 1)
            }
        }
    }

    @Test("C77: two loops are two subscriptions: both see all, cancelling is local, a third sees what comes later")
    func twoLoops() async throws {
        let subject = PassthroughSubject<Int, Never>()
        let values = subject.values
        var first: AsyncPublisher<PassthroughSubject<Int, Never>>.Iterator? = values.makeAsyncIterator()
        var second = values.makeAsyncIterator()
        var seenByFirst: [Int] = []
        var seenBySecond: [Int] = []
        for value in 1...5 {
            subject.send(value)
            if let value = await first?.next() { seenByFirst.append(value) }
        }
        first = nil
        var third = values.makeAsyncIterator()
        for value in 6...10 { subject.send(value) }
        subject.send(completion: .finished)
        while let value = await second.next() { seenBySecond.append(value) }
        var seenByThird: [Int] = []
        while let value = await third.next() { seenByThird.append(value) }
        #expect(seenByFirst == Array(1...5))
        #expect(seenBySecond == Array(1...10))
        #expect(seenByThird == Array(6...10))
    }

    @Test("a loop on the main actor stays there")
    @MainActor
    func mainActorLoop() async throws {
        let subject = PassthroughSubject<Int, Never>()
        var iterator = subject.values.makeAsyncIterator()
        let sending = Task.detached {
            for value in 1...100 {
                subject.send(value)
                await Task.yield()
            }
            subject.send(completion: .finished)
        }
        var count = 0
        while let value = await iterator.next(isolation: MainActor.shared) {
            MainActor.assertIsolated()
            count += 1
            #expect(value == count)
        }
        #expect(count == 100)
        await sending.value
    }

    @Test("the values of several senders all arrive, those of each in order")
    func severalSenders() async throws {
        try await underWatchdog {
            let subject = PassthroughSubject<Int, Never>()
            var iterator = subject.values.makeAsyncIterator()
            let perSender = 20_000
            let senders = (0..<4).map { sender in
                Task.detached { for index in 0..<perSender { subject.send(sender * perSender + index) } }
            }
            var next = [0, 0, 0, 0]
            for _ in 0..<(4 * perSender) {
                let value = await iterator.next()!
                #expect(value % perSender == next[value / perSender])
                next[value / perSender] += 1
            }
            for sender in senders { await sender.value }
        }
    }
}
