import Dispatch
import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

/// Deliveries where they belong: on the scheduler of a timed operator, and on the main actor.
@Suite struct MainActorDeliveryTests {
    /// A scheduler whose clock can be made to do something while it is being read.
    private final class InterruptedScheduler: Scheduler {
        let queue = DispatchQueue(label: "scheduler")
        let mark = DispatchSpecificKey<Bool>()
        let timers = Protected<[@Sendable () -> Void]>([])
        let onReading = Protected<(@Sendable () -> Void)?>(nil)
        private let time = Protected(SchedulerInstant.zero)

        init() { queue.setSpecific(key: mark, value: true) }

        var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }
        func advance() { time.withValue { $0 = $0.advanced(by: .seconds(1)) } }

        var now: SchedulerInstant {
            let interruption = onReading.withValue { $0.take() }
            interruption?()
            return time.current
        }

        func schedule(_ action: @escaping @Sendable () -> Void) { queue.async(execute: action) }

        func schedule(
            after instant: SchedulerInstant, tolerance: Duration, _ action: @escaping @Sendable () -> Void
        ) -> any Cancellable {
            timers.withValue { $0.append(action) }
            return AnyCancellable {}
        }

        func schedule(
            after instant: SchedulerInstant, interval: Duration, tolerance: Duration,
            _ action: @escaping @Sendable () -> Void
        ) -> any Cancellable { AnyCancellable {} }

        /// Fires what has been armed, on the queue, and waits until that is over.
        func fireTimers() {
            let due = timers.withValue { timers in
                defer { timers = [] }
                return timers
            }
            queue.sync { for timer in due { timer() } }
        }
    }

    @Test("a timer that fires while upstream's thread owns the operator: the value is still the scheduler's to deliver")
    func timerMeetsUpstream() {
        underWatchdog {
            let scheduler = InterruptedScheduler()
            let subject = PassthroughSubject<Int, Never>()
            let places = Log<Bool>()
            let debounced = subject.debounce(for: .milliseconds(1), scheduler: scheduler)
                .handleEvents(
                    receiveOutput: { _ in places.append(scheduler.isCurrent) },
                    receiveCompletion: { _ in places.append(scheduler.isCurrent) }
                ).record()
            let gathered = subject.collect(byTime: .milliseconds(1), scheduler: scheduler)
                .handleEvents(receiveOutput: { _ in places.append(scheduler.isCurrent) }).record()
            subject.send(1)
            scheduler.advance()
            // The next value is being taken in, by this thread, when the timers fire on the queue.
            scheduler.onReading.withValue { $0 = { scheduler.fireTimers() } }
            subject.send(2)
            scheduler.advance()
            scheduler.fireTimers()
            scheduler.queue.sync {}
            subject.send(3)
            subject.send(completion: .finished)
            scheduler.queue.sync {}
            #expect(debounced.isFinished && gathered.isFinished)
            #expect(debounced.values.last == 3)
            #expect(gathered.values.flatMap { $0 } == [1, 2, 3])
            #expect(!places.entries.isEmpty)
            #expect(places.entries.allSatisfy { $0 })
        }
    }

    @Test("values of timed operators come on their queue, however many threads send") func queueOnly() {
        underWatchdog {
            let queue = DispatchQueue(label: "scheduler")
            let mark = DispatchSpecificKey<Bool>()
            queue.setSpecific(key: mark, value: true)
            let elsewhere = Protected(0)
            let total = Protected(0)
            let subject = PassthroughSubject<Int, Never>()
            let note: @Sendable () -> Void = {
                if DispatchQueue.getSpecific(key: mark) != true { elsewhere.increment() }
            }
            let done = DispatchSemaphore(value: 0)
            let handles = [
                subject.debounce(for: .microseconds(10), scheduler: queue)
                    .sink(
                        receiveCompletion: { _ in
                            note(); done.signal()
                        }, receiveValue: { _ in note() }),
                subject.collect(byTime: .microseconds(30), orCount: 7, scheduler: queue)
                    .sink(
                        receiveCompletion: { _ in
                            note(); done.signal()
                        },
                        receiveValue: { batch in
                            note()
                            total.withValue { $0 += batch.count }
                        }),
                subject.receive(on: queue)
                    .sink(
                        receiveCompletion: { _ in
                            note(); done.signal()
                        }, receiveValue: { _ in note() }),
            ]
            onThreads(3) { _ in for number in 0..<3_000 { subject.send(number) } }
            subject.send(completion: .finished)
            for _ in 0..<3 { done.wait() }
            #expect(elsewhere.current == 0)
            #expect(total.current == 9_000)
            withExtendedLifetime(handles) {}
        }
    }

    @Test("main-actor inputs: what a background thread asks for is delivered on the main actor", arguments: 0..<5)
    func backgroundRequests(kind: Int) async throws {
        try await underWatchdog {
            let count = 300
            let numbers = (0..<count).publisher.receive(on: .main)
            let others = (0..<count).publisher.receive(on: .main)
            let (ending, continuation) = AsyncStream.makeStream(of: Void.self)
            let onEnd: @Sendable (Any) -> Void = { _ in continuation.finish() }
            let recording: any Recording =
                switch kind {
                case 0: numbers.merge(with: others).handleEvents(receiveCompletion: onEnd).record(demand: .none)
                case 1: numbers.combineLatest(others).handleEvents(receiveCompletion: onEnd).record(demand: .none)
                case 2: numbers.collect(7).handleEvents(receiveCompletion: onEnd).record(demand: .none)
                case 3: numbers.collect().handleEvents(receiveCompletion: onEnd).record(demand: .none)
                default:
                    numbers.merge(with: others).collect().handleEvents(receiveCompletion: onEnd).record(demand: .none)
                }
            Thread.detachNewThread {
                for _ in 0..<2 * count { recording.request(.max(1)) }
                recording.request(.unlimited)
            }
            for await _ in ending {}
            await MainActor.run {}
            #expect(recording.countElsewhere == 0)
            #expect(recording.violations.isEmpty)
            #expect(recording.ending == .finish)
            if kind == 0 { #expect(recording.texts.count == 2 * count) }
        }
    }

    @Test("a main-actor publisher written by hand that says nothing more delivers there as well")
    func handWritten() async throws {
        struct Own: MainActorPublisher {
            typealias Output = Int
            typealias Failure = Never
            let base = [1, 2, 3].publisher.receive(on: .main)
            func receive<S: Subscriber<Int, Never>>(subscriber: S) { base.receive(subscriber: subscriber) }
        }
        #expect(Own()._home != nil)
        try await underWatchdog {
            let (ending, continuation) = AsyncStream.makeStream(of: Void.self)
            let recorder = Own().collect().handleEvents(receiveCompletion: { _ in continuation.finish() })
                .record(demand: .none)
            // The three values have come when the main actor has had two turns.
            for _ in 0..<3 { await MainActor.run {} }
            Thread.detachNewThread { recorder.request(.max(1)) }
            for await _ in ending {}
            await MainActor.run {}
            #expect(recorder.values == [[1, 2, 3]])
            #expect(recorder.countElsewhere == 0)
        }
    }
}
