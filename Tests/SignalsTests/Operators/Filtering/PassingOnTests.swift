import Signals
import SignalsTesting
import TestSupport
import Testing

/// A value that may not leave its thread.
private final class Unsendable {
    let number: Int
    init(_ number: Int) { self.number = number }
}

@Suite struct PassingOnTests {
    @Test("operators that only pass a value on take one that is not Sendable")
    func unsendable() {
        let subject = PassthroughSubject<Unsendable, Never>()
        let log = Log<Int>()
        let chain = subject.drop { $0.number < 2 }.prefix { $0.number < 5 }.output(in: 0...).dropFirst(0)
            .enumerated().map(\.element).materialize().dematerialize().setFailureType(to: Broken.self)
            .tryFilter { $0.number != 3 }.ignoreFailure()
        let handle = chain.sink { log.append($0.number) }
        let answer = subject.contains { $0.number == 4 }.merge(with: subject.allSatisfy { $0.number < 9 })
            .merge(with: subject.count().map { $0 > 3 }).record()
        let number = subject.map(\.number, \.number.description).map { $0.0 }.last().record()
        for value in 1...5 { subject.send(Unsendable(value)) }
        subject.send(completion: .finished)
        #expect(log.entries == [2, 4])
        #expect(answer.values == [true, true, true])
        #expect(number.values == [5])
        withExtendedLifetime(handle) {}
    }

    @Test("operators that only pass a value on stay on the main actor")
    @MainActor func mainActor() {
        func isOnMainActor(_ publisher: some MainActorPublisher<Int, any Error>) {}
        let main = Just(1).receive(on: .main)
        isOnMainActor(main.drop { $0 > 1 }.tryMap { $0 }.tryFilter { $0 > 0 }.tryPrefix { $0 > 0 })
        isOnMainActor(main.setFailureType(to: (any Error).self).replaceEmpty(with: 1).last().min())
    }
}
