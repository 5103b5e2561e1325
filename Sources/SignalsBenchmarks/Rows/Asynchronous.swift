import Dispatch
import Foundation
import Signals
import Synchronization

/// Consumes values up to a last one, which somebody waits for.
private final class Destination: Sendable {
    private let last: Int
    private let arrived = DispatchSemaphore(value: 0)

    init(last: Int) { self.last = last }

    /// Consumes each value.
    func take(_ value: Int) {
        consume(value)
        if value == last { arrived.signal() }
    }

    /// Consumes the last value only: how many others come is a matter of time.
    func takeLast(_ value: Int) { if value == last { take(value) } }

    func wait() { arrived.wait() }
}

private let queue = DispatchQueue(label: "SignalsBenchmarks")
private let burstLength = 100_000

extension Work {
    /// Sends a burst, and waits for the last value.
    fileprivate static func burst(
        _ count: Int = burstLength, delivering expected: Int = 1, _ make: (Destination) -> (Int) -> Void
    ) -> Work {
        let destination = Destination(last: count - 1)
        let send = make(destination)
        return Work(events: count, delivering: expected) {
            for value in 0..<count { send(value) }
            destination.wait()
        }
    }

    /// The same with a chain.
    fileprivate static func burst(
        _ count: Int = burstLength, delivering expected: Int = 1,
        through subscribe: (PassthroughSubject<Int, Never>, Destination) -> AnyCancellable
    ) -> Work {
        burst(count, delivering: expected) { destination in
            let subject = PassthroughSubject<Int, Never>()
            let handle = subscribe(subject, destination)
            return { value in withExtendedLifetime(handle) { subject.send(value) } }
        }
    }
}

/// Bursts of values for operators with a scheduler.
let timing: [Row] = [
    Row(
        "receive(on: serial queue)", limit: 5.5, goal: 2.5,
        byHand: { .burst(delivering: burstLength) { target in hopByHand(to: queue) { target.take($0) } } }
    ) {
        .burst(delivering: burstLength) { subject, target in subject.receive(on: queue).sink { target.take($0) } }
    },
    Row("receive(on:), a job for each value", limit: nil) {
        .chain { $0.receive(on: .immediate).sink { consume($0) } }
    },
    Row(
        "debounce, a burst", limit: 3.2, goal: 1.1,
        byHand: {
            .burst { target in
                let debounce = DebounceByHand(for: .milliseconds(5), on: queue) { target.takeLast($0) }
                return { debounce.send($0) }
            }
        }
    ) {
        .burst { subject, target in
            subject.debounce(for: .milliseconds(5), scheduler: queue).sink { target.takeLast($0) }
        }
    },
    Row("throttle, a burst", limit: 2.2, steady: true) {
        .burst { subject, target in
            subject.throttle(for: .milliseconds(5), scheduler: queue, latest: true).sink { target.takeLast($0) }
        }
    },
    Row("collect(byTime:), a burst", limit: 5, goal: 2, steady: true) {
        .burst(delivering: burstLength) { subject, target in
            subject.collect(byTime: .milliseconds(5), scheduler: queue).sink { batch in
                consume(batch.count, deliveries: batch.count - 1)
                target.take(batch.last!)
            }
        }
    },
]

private let results = 2_000

/// Values that tasks produce or take.
let tasks: [Row] = [
    Row("mapLatest, one at a time", limit: 14, goal: 1, byHand: oneAtATimeByHand) {
        let subject = PassthroughSubject<Int, Never>()
        let done = DispatchSemaphore(value: 0)
        let handle = subject.mapLatest { $0 &+ 1 }.sink { next in
            consume(next)
            if next < results { subject.send(next) } else { done.signal() }
        }
        return Work(events: results) {
            withExtendedLifetime(handle) { subject.send(0) }
            done.wait()
        }
    },
    Row(
        "mapLatest, a burst", limit: 9, goal: 1,
        byHand: {
            .burst(results) { target in
                let task = LatestTaskByHand({ $0 }) { target.takeLast($0) }
                return { task.send($0) }
            }
        }
    ) {
        .burst(results) { subject, target in subject.mapLatest { $0 }.sink { target.takeLast($0) } }
    },
    Row(
        "values, with a backlog", limit: 3.6, goal: 1,
        byHand: { bufferByHand(backlog: true) }
    ) {
        values(backlog: true)
    },
    Row(
        "values, from another thread", limit: 3.6, goal: 0.8,
        byHand: { bufferByHand(backlog: false) }
    ) {
        values(backlog: false)
    },
]

private func oneAtATimeByHand() -> Work {
    let done = DispatchSemaphore(value: 0)
    let first = OnHeap<LatestTaskByHand?>(nil)
    let task = LatestTaskByHand({ $0 &+ 1 }) { next in
        consume(next)
        if next < results { first.value.withLock({ $0 })?.send(next) } else { done.signal() }
    }
    first.value.withLock { $0 = task }
    return Work(events: results) {
        task.send(0)
        done.wait()
    }
}

/// A loop over a subject's values, which are sent before it begins, or meanwhile by this thread.
private func values(backlog: Bool) -> Work {
    Work(events: burstLength) {
        let subject = PassthroughSubject<Int, Never>()
        let send = { @Sendable in
            for value in 0..<burstLength { subject.send(value) }
            subject.send(completion: .finished)
        }
        let (subscribed, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Task {
            var iterator = subject.values.makeAsyncIterator()
            if backlog { send() } else { subscribed.signal() }
            while let value = await iterator.next() { consume(value) }
            done.signal()
        }
        if !backlog {
            subscribed.wait()
            send()
        }
        done.wait()
    }
}

private func bufferByHand(backlog: Bool) -> Work {
    Work(events: burstLength) {
        let buffer = BufferByHand()
        let send = { @Sendable in for value in 0..<burstLength { buffer.send(value) } }
        let done = DispatchSemaphore(value: 0)
        Task {
            if backlog { send() }
            var count = 0
            while count < burstLength {
                let batch = await buffer.batch()
                for value in batch { consume(value) }
                count += batch.count
            }
            done.signal()
        }
        if !backlog { send() }
        done.wait()
    }
}
