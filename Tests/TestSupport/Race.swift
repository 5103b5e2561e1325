import Foundation
import Synchronization

/// Runs `body` on so many threads at the same time, and waits for all of them.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let start = Barrier(count)
    let end = DispatchGroup()
    for index in 0..<count {
        end.enter()
        let thread = Thread {
            start.wait()
            body(index)
            end.leave()
        }
        thread.stackSize = 512 * 1024
        thread.start()
    }
    end.wait()
}

/// A race, run again and again: in each round all the bodies start at the same moment.
///
/// - Parameters:
///   - rounds: How many rounds there are in a release build. A debug build, which is many times slower, takes a quarter.
///   - prepare: Makes what one round is about. The first thread does it, while the others wait.
///   - bodies: What is done to it, each on a thread of its own.
///   - check: Looks at the outcome when all have done, on the first thread.
package func race<Subject: Sendable>(
    rounds: Int, _ prepare: @escaping @Sendable (Int) -> Subject, _ bodies: [@Sendable (Subject) -> Void],
    check: @escaping @Sendable (Subject) -> Void
) {
    #if DEBUG
    let rounds = rounds / 4
    #endif
    let subject = Protected<Subject?>(nil)
    let barrier = Barrier(bodies.count)
    onThreads(bodies.count) { index in
        for round in 0..<rounds {
            if index == 0 { subject.withValue { [new = prepare(round)] in $0 = new } }
            barrier.wait()
            do {
                let current = subject.current!
                barrier.wait()
                bodies[index](current)
            }
            barrier.wait()
            // Taken out before it is looked at, so that nothing but the check holds on to it.
            if index == 0, let current = subject.withValue({ $0.take() }) { check(current) }
        }
    }
}

/// Where threads wait until all have come, as short as possible, so that they go on at the same time.
package final class Barrier: Sendable {
    private let count: Int
    private let arrived = Atomic<Int>(0)
    private let generation = Atomic<Int>(0)

    package init(_ count: Int) { self.count = count }

    package func wait() {
        let mine = generation.load(ordering: .acquiring)
        if arrived.add(1, ordering: .acquiringAndReleasing).newValue == count {
            arrived.store(0, ordering: .relaxed)
            generation.add(1, ordering: .releasing)
            return
        }
        var turns = 0
        while generation.load(ordering: .acquiring) == mine {
            turns += 1
            // With more threads than cores somebody has to give way.
            if turns > 200 { sched_yield() }
        }
    }
}

/// Something that only one thread at a time may be in. It is plain memory, so ThreadSanitizer watches over it as well.
package final class OneAtATime: @unchecked Sendable {
    // Sound if what is tested is right: that is what it is for.
    private var isInside = false
    private var count = 0
    private let overlaps = Protected(0)

    package init() {}

    package func visit(_ body: () -> Void = {}) {
        if isInside { overlaps.increment() }
        isInside = true
        count += 1
        body()
        isInside = false
    }

    /// How many visits there were. To be read when all is quiet.
    package var visits: Int { count }
    package var overlapCount: Int { overlaps.current }
}
