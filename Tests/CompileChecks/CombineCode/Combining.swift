// Operators with several publishers.
import Foundation
import Signals

func combining(_ cancellables: inout Set<AnyCancellable>) {
    let pub1 = PassthroughSubject<Int, Never>()
    let pub2 = PassthroughSubject<Int, Never>()
    let pub3 = PassthroughSubject<String, Never>()
    let pub4 = CurrentValueSubject<String, Never>("")
    pub1.combineLatest(pub2).sink { print("Result: \($0).") }.store(in: &cancellables)
    pub1.combineLatest(pub2) { first, second in first * second }.sink { print($0) }.store(in: &cancellables)
    pub1.combineLatest(pub2, pub3, pub4).sink { print("Result: \($0)") }.store(in: &cancellables)
    pub1.combineLatest(pub2, pub3) { first, second, text in text + "\(first * second)" }
        .sink { print($0) }.store(in: &cancellables)
    Publishers.CombineLatest(pub1, pub3).map { number, text in "\(text)\(number)" }
        .sink { print($0) }.store(in: &cancellables)
    Publishers.CombineLatest3(pub1, pub2, pub3).sink { print($0, $1, $2) }.store(in: &cancellables)
    pub1.zip(pub3).sink { print("\($0)") }.store(in: &cancellables)
    pub1.zip(pub2, pub3) { "\($0)\($1)\($2)" }.sink { print($0) }.store(in: &cancellables)
    Publishers.Zip(pub1, pub3).sink { print($0.0, $0.1) }.store(in: &cancellables)
    pub1.merge(with: pub2).sink { print("\($0)", terminator: " ") }.store(in: &cancellables)
    Publishers.Merge(pub1, pub2).sink { print($0) }.store(in: &cancellables)
    Publishers.Merge3(pub3, pub3, pub4).sink { print($0) }.store(in: &cancellables)
    Publishers.MergeMany([pub1, pub2]).sink { print($0) }.store(in: &cancellables)
    Publishers.MergeMany(pub1, pub2).sink { print($0) }.store(in: &cancellables)
}

func sequences(_ cancellables: inout Set<AnyCancellable>) {
    let dataElements = (0...10)
    dataElements.publisher.prepend(0, 1, 255).sink { print($0) }.store(in: &cancellables)
    dataElements.publisher.prepend([0, 1, 255]).sink { print($0) }.store(in: &cancellables)
    dataElements.publisher.prepend([-1].publisher).sink { print($0) }.store(in: &cancellables)
    dataElements.publisher.append(0, 1, 255).sink { print($0) }.store(in: &cancellables)
    dataElements.publisher.append((11...15).publisher).sink { print($0) }.store(in: &cancellables)
    Publishers.Concatenate(prefix: Just(1), suffix: Just(2)).sink { print($0) }.store(in: &cancellables)
}

func demand(_ cancellables: inout Set<AnyCancellable>) {
    [1, 2, 3].publisher
        .buffer(size: 2, prefetch: .byRequest, whenFull: .dropNewest)
        .sink { print($0) }
        .store(in: &cancellables)
    [1, 2, 3].publisher
        .setFailureType(to: URLError.self)
        .buffer(size: 2, prefetch: .keepFull, whenFull: .customError { URLError(.badURL) })
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
}
