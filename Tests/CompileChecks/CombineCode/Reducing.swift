// Operators that make one value of many.
import Foundation
import Signals

func reducing(_ cancellables: inout Set<AnyCancellable>) {
    let numbers = (0...10)
    numbers.publisher.reduce(0) { accumulated, value in accumulated + value }
        .sink { print($0) }.store(in: &cancellables)
    numbers.publisher.reduce("") { text, value in text + "\(value)" }.sink { print($0) }.store(in: &cancellables)
    numbers.publisher.collect().sink { print($0) }.store(in: &cancellables)
    numbers.publisher.collect(5).sink { print("\($0)", terminator: " ") }.store(in: &cancellables)
    numbers.publisher.count().sink { print($0) }.store(in: &cancellables)
    numbers.publisher.max().sink { print($0) }.store(in: &cancellables)
    numbers.publisher.max { first, second in first < second }.sink { print($0) }.store(in: &cancellables)
    numbers.publisher.min().sink { print($0) }.store(in: &cancellables)
    numbers.publisher.min { first, second in first < second }.sink { print($0) }.store(in: &cancellables)
    numbers.publisher.contains(5).sink { print($0) }.store(in: &cancellables)
    numbers.publisher.contains { $0 > 5 }.sink { print($0) }.store(in: &cancellables)
    numbers.publisher.allSatisfy { numbers.contains($0) }.sink { print($0) }.store(in: &cancellables)
    numbers.publisher
        .tryReduce(0) { accumulated, value in
            if value < 0 { throw URLError(.badURL) }
            return accumulated + value
        }
        .catch { _ in Empty<Int, Never>() }
        .sink { print($0) }
        .store(in: &cancellables)
    numbers.publisher
        .tryContains { if $0 > 8 { throw URLError(.badURL) } else { return $0 == 9 } }
        .tryAllSatisfy { $0 }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
    numbers.publisher.tryMax { $0 < $1 }.tryMin { $0 < $1 }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
}

func times(_ cancellables: inout Set<AnyCancellable>) {
    PassthroughSubject<Int, Never>()
        .collect(.byTime(DispatchQueue.main, .seconds(5)))
        .sink { print("\($0)", terminator: "\n\n") }
        .store(in: &cancellables)
    PassthroughSubject<Int, Never>()
        .collect(.byTimeOrCount(DispatchQueue.main, .seconds(5), 10))
        .sink { print($0) }
        .store(in: &cancellables)
    PassthroughSubject<Int, Never>()
        // Combine: .collect(.byTime(RunLoop.main, .seconds(5)))
        .collect(.byTime(.main, .seconds(5)))
        .sink { print($0) }
        .store(in: &cancellables)
}
