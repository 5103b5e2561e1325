import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

private struct Numbered: NotificationMessage, Codable, Hashable {
    static let name = Notification.Name("Numbered")
    var poster: Int
    var number: Int
}

/// The payload of the same notifications, so that each post is read for two types.
private struct NumberedPayload: Decodable, Sendable {
    var poster: Int
    var number: Int
}

/// What one stream has been given: plain memory, since values never overlap.
private final class Tally: @unchecked Sendable {
    // Sound if what is tested is right. ThreadSanitizer watches over it.
    private let visits = OneAtATime()
    private var counts: [Int]
    private var firstFault: String?

    init(posters: Int) { counts = Array(repeating: 0, count: posters) }

    func add(_ number: Int, of poster: Int) {
        visits.visit {
            if number != counts[poster], firstFault == nil {
                firstFault = "of poster \(poster) came \(number) in place of \(counts[poster])"
            }
            counts[poster] += 1
        }
    }

    /// What is wrong, when `posts` of each poster ought to have come. To be read when all is quiet.
    func fault(expecting posts: Int) -> String? {
        if visits.overlapCount > 0 { return "\(visits.overlapCount) values overlapped" }
        if let firstFault { return firstFault }
        return counts.allSatisfy { $0 == posts } ? nil : "\(counts) of \(posts)"
    }
}

extension Races {
    @Suite("typed streams under stress") struct NotificationStressTests {
        @Test("Posts of eight threads reach all fifty who stay, in each poster's order, while others come and go")
        func everybodyGetsEverything() {
            let hub = NotificationHub()
            let (posters, posts) = (8, repetitions(usual: 1_000, full: 100_000))
            let tallies = (0..<50).map { _ in Tally(posters: posters) }
            // Five groups that do not follow one another directly, so that a message takes several ways.
            let handles = tallies.enumerated().map { index, tally in
                index / 10 % 2 == 0
                    ? hub.publisher(for: Numbered.self).sink { tally.add($0.number, of: $0.poster) }
                    : hub.publisher(for: Numbered.name, as: NumberedPayload.self)
                        .sink { tally.add($0.number, of: $0.poster) }
            }
            let left = Protected(posters)
            let visitors = Protected(0)
            // Whoever comes or goes may be the one that delivers, so that thread has to end too before the counting.
            underWatchdog(limit: 900) {
                onThreads(posters + 1) { thread in
                    if thread < posters {
                        for number in 0..<posts {
                            if number % 2 == 0 {
                                hub.post(Numbered(poster: thread, number: number))
                            } else {
                                let payload: [AnyHashable: Any] = ["poster": thread, "number": number]
                                hub.center.post(name: Numbered.name, object: nil, userInfo: payload)
                            }
                        }
                        left.withValue { $0 -= 1 }
                    }
                    while thread == posters, left.current > 0 {
                        var visit = (0..<10).map { _ in hub.publisher(for: Numbered.self).sink { _ in } }
                        visit.append(hub.publisher(for: Numbered.name).sink { _ in })
                        for handle in visit { handle.cancel() }
                        visitors.withValue { $0 += visit.count }
                    }
                }
            }
            for (index, tally) in tallies.enumerated() {
                let fault = tally.fault(expecting: posts)
                #expect(fault == nil, "stream \(index): \(fault ?? "")")
            }
            #expect(visitors.current > 0)
            withExtendedLifetime(handles) {}
        }
    }
}

@Suite struct NotificationThreadTests {
    @Test func `a second poster of a raw notification waits for the first, and neither is lost`() {
        let hub = NotificationHub()
        let name = Notification.Name("raw")
        let inside = Protected(0)
        let recorder = hub.publisher(for: name).map { notification -> Int in
            #expect(inside.increment() == 1)
            inside.withValue { $0 = 0 }
            return notification.userInfo?["n"] as? Int ?? -1
        }.record()
        underWatchdog {
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                for number in 0..<500 { hub.post(name: name, userInfo: ["n": number]) }
            }
        }
        #expect(recorder.values.count == 2_000)
        #expect(recorder.violations.isEmpty)
    }

    @Test func `behind a scheduler the poster is free at once`() {
        let hub = NotificationHub()
        let time = VirtualTimeScheduler()
        let typed = hub.publisher(for: Numbered.self).receive(on: time).record()
        let raw = hub.publisher(for: Numbered.name).map { $0.userInfo?["number"] as? Int ?? -1 }
            .receive(on: time).record()
        for number in 0..<3 { hub.post(Numbered(poster: 0, number: number)) }
        #expect(typed.values.isEmpty && raw.values.isEmpty)
        time.advance()
        #expect(typed.values.map(\.number) == [0, 1, 2])
        #expect(raw.values == [0, 1, 2])
    }
}
