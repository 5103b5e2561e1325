import Dispatch
import Signals
import SignalsTesting
import TestSupport
import Testing

extension Races {
    /// The way through a scheduler: in order and one at a time, whatever the scheduler is.
    @Suite struct SchedulerQueueTests {
        private static let concurrent = DispatchQueue(label: "SchedulerQueueTests", attributes: .concurrent)

        /// Collects a stream that ends on a queue, on the calling thread.
        private static func collect<P: Publisher>(_ publisher: P, _ demand: Subscribers.Demand = .unlimited)
            -> Recorder<P.Output, P.Failure> where P.Output: Sendable
        {
            let done = DispatchSemaphore(value: 0)
            let recorder = publisher.handleEvents(receiveCompletion: { _ in done.signal() })
                .record(demand: demand) { _, _ in demand == .unlimited ? .none : .max(1) }
            done.wait()
            // The signal is given just before the recorder is told: the job that does both has to end.
            concurrent.sync(flags: .barrier) {}
            return recorder
        }

        @Test("what a scheduler is given after a value runs after it, also if that was sent during another's delivery")
        func placeInTheQueue() {
            let scheduler = VirtualTimeScheduler()
            let subject = PassthroughSubject<Int, Never>()
            let log = Log<String>()
            let handle = subject.receive(on: scheduler).sink { value in
                log.append("\(value)")
                guard value == 1 else { return }
                subject.send(2)
                scheduler.schedule { log.append("block") }
                subject.send(3)
            }
            subject.send(1)
            scheduler.advance()
            #expect(log.entries == ["1", "2", "3", "block"])
            scheduler.expectIdle()
            withExtendedLifetime(handle) {}
        }

        @Test("C19 one value through a concurrent queue, ten thousand times: the ending never overtakes it")
        func justConcurrent() async throws {
            await onOwnThread {
                for round in 0..<10_000 {
                    let recorder = Self.collect(Just(round).receive(on: Self.concurrent))
                    if recorder.values != [round] || !recorder.isFinished || !recorder.violations.isEmpty {
                        Issue.record("\(recorder.values) \(recorder.violations)")
                    }
                }
            }
        }

        @Test(
            "C19 a sequence through a concurrent queue keeps its order",
            arguments: [Subscribers.Demand.unlimited, .max(1)])
        func sequenceConcurrent(demand: Subscribers.Demand) async throws {
            await onOwnThread {
                for _ in 0..<300 {
                    let recorder = Self.collect((0..<100).publisher.receive(on: Self.concurrent), demand)
                    if recorder.values != Array(0..<100) || !recorder.isFinished || !recorder.violations.isEmpty {
                        Issue.record("\(recorder.values) \(recorder.violations)")
                    }
                }
            }
        }

        @Test("C19 several threads fill a queue on a concurrent queue: nothing lost, no overlap, order for each sender")
        func senders() async throws {
            await onOwnThread {
                let queue = SchedulerQueue<(Int, Int), Never>(on: Self.concurrent)
                let visits = OneAtATime()
                let received = Log<(Int, Int)>()
                let count = 10_000
                let done = DispatchSemaphore(value: 0)
                @Sendable func run() {
                    queue.run { value in
                        visits.visit { received.append(value) }
                        if value.1 == count - 1 { done.signal() }
                    }
                }
                onThreads(4) { sender in
                    for number in 0..<count where queue.append((sender, number)) {
                        queue.scheduler.schedule { run() }
                    }
                }
                for _ in 0..<4 { done.wait() }
                #expect(visits.overlapCount == 0)
                #expect(received.entries.count == 4 * count)
                for sender in 0..<4 {
                    #expect(received.entries.filter { $0.0 == sender }.map(\.1) == Array(0..<count))
                }
            }
        }

        @Test("a job that claims the queue while others fill it and run on it: nothing lost, no overlap")
        func claims() async throws {
            await onOwnThread {
                final class Round: Sendable {
                    let queue = SchedulerQueue<Int, Never>(on: SchedulerQueueTests.concurrent)
                    let visits = OneAtATime()
                    let group = DispatchGroup()
                    func deliver(_ value: Int) {
                        visits.visit()
                        group.leave()
                    }
                    func run() { queue.run { deliver($0) } }
                    func fill() {
                        for number in 0..<3 {
                            group.enter()
                            if queue.append(number) { queue.scheduler.schedule { self.run() } }
                        }
                    }
                    func timer() {
                        let isOurs = queue.claim()
                        fill()
                        if isOurs { run() }
                    }
                }
                race(rounds: 5_000, { _ in Round() }, [{ $0.fill() }, { $0.timer() }]) { round in
                    round.group.wait()
                    if round.visits.visits != 6 || round.visits.overlapCount != 0 {
                        Issue.record("\(round.visits.visits) deliveries, \(round.visits.overlapCount) overlaps")
                    }
                }
            }
        }

        @Test("on a scheduler that does everything at once, what comes from inside is delivered next and nothing nests")
        func immediate() async throws {
            await onOwnThread {
                let subject = PassthroughSubject<Int, Never>()
                let recorder = subject.receive(on: .immediate).record { _, value in
                    if value < 50_000 { subject.send(value + 1) }
                    return .none
                }
                subject.send(0)
                #expect(recorder.values == Array(0...50_000))
                #expect(recorder.violations.isEmpty)
            }
        }

        @Test("a burst takes one job of the scheduler") func burst() {
            let scheduler = VirtualTimeScheduler()
            let subject = PassthroughSubject<Int, Never>()
            let recorder = subject.receive(on: scheduler).record()
            for value in 0..<1_000 { subject.send(value) }
            #expect(scheduler.scheduledCount == 1)
            scheduler.advance()
            #expect(recorder.values == Array(0..<1_000))
            #expect(scheduler.scheduledCount == 1)
        }

        @Test("C20 a sink waits for a queue that is just sending to the same stream: nobody waits for the sink")
        func sinkWaitsForSender() async throws {
            await onOwnThread {
                let queue = DispatchQueue(label: "sender")
                for kind in 0..<5 {
                    let subject = PassthroughSubject<Int, Never>()
                    let other = CurrentValueSubject<Int, Never>(0)
                    let chain: AnyPublisher<Int, Never> =
                        switch kind {
                        case 0: subject.eraseToAnyPublisher()
                        case 1: subject.merge(with: other).eraseToAnyPublisher()
                        case 2: subject.combineLatest(other) { first, _ in first }.eraseToAnyPublisher()
                        case 3: subject.flatMap { Just($0) }.eraseToAnyPublisher()
                        default: subject.scan(0) { $1 }.removeDuplicates().eraseToAnyPublisher()
                        }
                    let recorder = chain.record { _, value in
                        if value == 1 {
                            queue.async { subject.send(2) }
                            queue.sync {}
                        }
                        return .none
                    }
                    subject.send(1)
                    #expect(recorder.values.filter { $0 > 0 } == [1, 2])
                    #expect(recorder.violations.isEmpty)
                }
            }
        }
    }
}

extension SchedulerQueue {
    /// What a job does.
    fileprivate func run(_ deliver: (Output) -> Void) {
        var batch = Batch()
        guard begin(&batch) else { return }
        while let value = next(&batch) { deliver(value) }
    }
}
