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

@Suite struct NotificationThreadTests {
    @Test func `posts of eight threads reach all who stay, in each poster's order, while others come and go`() {
        let hub = NotificationHub()
        let (posters, posts) = (8, 500)
        let recorders = (0..<50).map { _ in hub.publisher(for: Numbered.self).record() }
        let left = Protected(posters)
        // Whoever comes or goes may be the one that delivers, so those threads have to end too before the counting.
        underWatchdog {
            DispatchQueue.concurrentPerform(iterations: posters + 1) { poster in
                if poster < posters {
                    for number in 0..<posts { hub.post(Numbered(poster: poster, number: number)) }
                    left.withValue { $0 -= 1 }
                }
                while poster == posters, left.current > 0 {
                    let handles = (0..<10).map { _ in hub.publisher(for: Numbered.self).sink { _ in } }
                    for handle in handles { handle.cancel() }
                }
            }
        }
        for recorder in recorders {
            #expect(recorder.violations.isEmpty)
            let byPoster = Dictionary(grouping: recorder.values, by: \.poster)
            for poster in 0..<posters {
                let isComplete = byPoster[poster]?.map(\.number) == Array(0..<posts)
                #expect(isComplete, "poster \(poster): \(byPoster[poster]?.count ?? 0) of \(posts)")
            }
        }
    }

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
        let recorder = hub.publisher(for: Numbered.self).receive(on: time).record()
        for number in 0..<3 { hub.post(Numbered(poster: 0, number: number)) }
        #expect(recorder.values.isEmpty)
        time.advance()
        #expect(recorder.values.map(\.number) == [0, 1, 2])
    }
}
