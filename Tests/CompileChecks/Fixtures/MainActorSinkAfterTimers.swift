// Timed operators on the main actor's scheduler deliver there without another hop.
import Dispatch
import Signals

@MainActor
final class QuietModel {
    var lastBatch: [Int] = []
    var lastQuiet = 0

    func observe(_ counts: PassthroughSubject<Int, Never>) -> [AnyCancellable] {
        [
            counts.debounce(for: .milliseconds(300), scheduler: .main)
                .sink { self.lastQuiet = $0 },
            counts.collect(byTime: .milliseconds(50), orCount: 100, scheduler: .main)
                .sink { self.lastBatch = $0 },
            // refused: counts.collect(byTime: .milliseconds(50), scheduler: DispatchQueue.main)
            counts.collect(byTime: .milliseconds(50), scheduler: .main)
                // error: main actor-isolated property 'lastBatch' can not be mutated from a Sendable closure
                .sink { self.lastBatch = $0 },
        ]
    }
}
