import Dispatch
import Synchronization

/// `receive(on:)` for a serial queue: what waits is delivered by one job.
func hopByHand(to queue: DispatchQueue, _ deliver: @escaping @Sendable (Int) -> Void) -> (Int) -> Void {
    let waiting = OnHeap<[Int]>([])
    return { value in
        let isFirst = waiting.value.withLock { waiting in
            waiting.append(value)
            return waiting.count == 1
        }
        guard isFirst else { return }
        queue.async {
            let batch = waiting.value.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            for value in batch { deliver(value) }
        }
    }
}

/// `debounce`: one timer, which sleeps on until the last value is old enough.
final class DebounceByHand: Sendable {
    private struct State {
        var value: Int?
        var due = DispatchTime.now()
    }

    private let state = Mutex(State())
    private let delay: DispatchTimeInterval
    private let queue: DispatchQueue
    private let deliver: @Sendable (Int) -> Void

    init(for delay: DispatchTimeInterval, on queue: DispatchQueue, _ deliver: @escaping @Sendable (Int) -> Void) {
        self.delay = delay
        self.queue = queue
        self.deliver = deliver
    }

    @inline(never)
    func send(_ value: Int) {
        let due = DispatchTime.now() + delay
        let isArmed = state.withLock { state in
            defer { (state.value, state.due) = (value, due) }
            return state.value != nil
        }
        if !isArmed { queue.asyncAfter(deadline: due) { self.wake() } }
    }

    private func wake() {
        let now = DispatchTime.now()
        let (value, due) = state.withLock { state in
            defer { if now >= state.due { state.value = nil } }
            return (state.value, state.due)
        }
        guard let value else { return }
        if now >= due { deliver(value) } else { queue.asyncAfter(deadline: due) { self.wake() } }
    }
}

/// `mapLatest`: a task for each value, whose result is dropped when there is a newer one.
final class LatestTaskByHand: Sendable {
    private struct State {
        var number = 0
        var task: Task<Void, Never>?
    }

    private let state = Mutex(State())
    private let transform: @Sendable (Int) async -> Int
    private let deliver: @Sendable (Int) -> Void

    init(_ transform: @escaping @Sendable (Int) async -> Int, _ deliver: @escaping @Sendable (Int) -> Void) {
        self.transform = transform
        self.deliver = deliver
    }

    func send(_ value: Int) {
        let (number, old) = state.withLock { state in
            state.number += 1
            return (state.number, state.task.take())
        }
        old?.cancel()
        let task = Task { [self] in
            if Task.isCancelled { return }
            let result = await transform(value)
            if state.withLock({ $0.number }) == number { deliver(result) }
        }
        state.withLock { if $0.number == number { $0.task = task } }
    }
}

/// `values`: a buffer that is taken as a whole, by a loop that may wait for it.
final class BufferByHand: Sendable {
    private struct State {
        var ready: [Int] = []
        var waiting: CheckedContinuation<[Int], Never>?
    }

    private let state = Mutex(State())

    @inline(never)
    func send(_ value: Int) {
        let waiting = state.withLock { state in
            if state.waiting == nil { state.ready.append(value) }
            return state.waiting.take()
        }
        waiting?.resume(returning: [value])
    }

    /// All that is there, or the next value if nothing is.
    func batch() async -> [Int] {
        await withCheckedContinuation { continuation in
            let ready = state.withLock { state in
                if state.ready.isEmpty { state.waiting = continuation }
                defer { state.ready = [] }
                return state.ready
            }
            if !ready.isEmpty { continuation.resume(returning: ready) }
        }
    }
}
