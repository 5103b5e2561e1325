// Operators that leave values out.
import Foundation
import Signals

func filtering(_ cancellables: inout Set<AnyCancellable>) {
    let numbers = [1, 2, 2, 3, 3, 3, 4]
    numbers.publisher
        .filter { $0 % 2 == 0 }
        .sink { print($0) }
        .store(in: &cancellables)
    numbers.publisher
        .removeDuplicates()
        .sink { print($0) }
        .store(in: &cancellables)
    numbers.publisher
        .removeDuplicates { previous, current in previous == current }
        .sink { print($0) }
        .store(in: &cancellables)
    Empty<Double, Never>()
        .replaceEmpty(with: Double.nan)
        .sink { print($0) }
        .store(in: &cancellables)
    numbers.publisher
        .ignoreOutput()
        .sink(receiveCompletion: { print("completed: \($0)") }, receiveValue: { _ in })
        .store(in: &cancellables)
    numbers.publisher
        .tryFilter { if $0 == 0 { throw URLError(.badURL) } else { return $0 < 20 } }
        .tryRemoveDuplicates { if $0 == 0 { throw URLError(.badURL) } else { return $0 == $1 } }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
}

func positions(_ cancellables: inout Set<AnyCancellable>) {
    let numbers = (0...10)
    numbers.publisher.first().sink { print($0) }.store(in: &cancellables)
    numbers.publisher.first { $0 > 5 }.sink { print($0) }.store(in: &cancellables)
    numbers.publisher.last().sink { print($0) }.store(in: &cancellables)
    numbers.publisher.last { $0 < 6 }.sink { print($0) }.store(in: &cancellables)
    numbers.publisher.dropFirst(5).sink { print($0) }.store(in: &cancellables)
    numbers.publisher.dropFirst().sink { print($0) }.store(in: &cancellables)
    numbers.publisher.drop { $0 <= 3 }.sink { print($0) }.store(in: &cancellables)
    numbers.publisher.prefix(2).sink { print($0) }.store(in: &cancellables)
    numbers.publisher.prefix { $0 < 5 }.sink { print($0) }.store(in: &cancellables)
    numbers.publisher.output(at: 5).sink { print($0) }.store(in: &cancellables)
    numbers.publisher.output(in: (3...5)).sink { print($0) }.store(in: &cancellables)
    numbers.publisher.output(in: 3..<5).sink { print($0) }.store(in: &cancellables)
    numbers.publisher.tryFirst { $0 > 5 }.sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
    numbers.publisher.tryDrop { $0 < 5 }.tryPrefix { $0 < 9 }.tryLast { $0 > 1 }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
}

func otherPublishers(_ cancellables: inout Set<AnyCancellable>) {
    let upstream = PassthroughSubject<Int, Never>()
    let ready = PassthroughSubject<String, Never>()
    upstream.drop(untilOutputFrom: ready).sink { print($0) }.store(in: &cancellables)
    upstream.prefix(untilOutputFrom: ready).sink { print($0) }.store(in: &cancellables)
}
