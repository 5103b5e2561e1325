// Operators that make something else of each value.
import Foundation
import Signals

func transforming(_ cancellables: inout Set<AnyCancellable>) {
    let numbers = [5, 4, 3, 2, 1, 0]
    let names: [Int: String] = [1: "I", 5: "V"]
    numbers.publisher
        .map { names[$0] ?? "(unknown)" }
        .sink { print("\($0)", terminator: " ") }
        .store(in: &cancellables)
    numbers.publisher
        .compactMap { names[$0] }
        .map(\.count)
        .sink { print($0) }
        .store(in: &cancellables)
    numbers.publisher
        .scan(0) { $0 + $1 }
        .sink { print($0) }
        .store(in: &cancellables)
    (0...5).publisher
        .map { $0 % 2 == 0 ? nil : $0 }
        .replaceNil(with: 0)
        .sink { print($0) }
        .store(in: &cancellables)
    numbers.publisher
        .setFailureType(to: URLError.self)
        .sink(receiveCompletion: { print("completed: \($0)") }, receiveValue: { print("value: \($0)") })
        .store(in: &cancellables)
}

struct Point: Sendable {
    var x: Int
    var y: Int
}

func keyPaths(_ cancellables: inout Set<AnyCancellable>) {
    [Point(x: 1, y: 2)].publisher
        .map(\.x, \.y)
        .sink { x, y in print("\(x) \(y)") }
        .store(in: &cancellables)
}

struct DivisionByZero: Error {}

func throwing(_ cancellables: inout Set<AnyCancellable>) {
    @Sendable func remainder(_ number: Int) throws -> Int {
        guard number != 0 else { throw DivisionByZero() }
        return 10 % number
    }
    [5, 0].publisher
        .tryMap { try remainder($0) }
        .sink(
            receiveCompletion: { completion in
                switch completion {
                case .finished: print("finished")
                case .failure(let error): print(error)
                }
            },
            receiveValue: { print($0) }
        )
        .store(in: &cancellables)
    [5, 0].publisher
        .tryScan(1) { try $0 + remainder($1) }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
    [5, 0].publisher
        .tryCompactMap { try remainder($0) }
        .mapError { $0 as? DivisionByZero ?? DivisionByZero() }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
}

func publishersOfPublishers(_ cancellables: inout Set<AnyCancellable>) {
    let ids = PassthroughSubject<Int, Never>()
    ids.flatMap { id in Just("item \(id)") }
        .sink { print($0) }
        .store(in: &cancellables)
    ids.flatMap(maxPublishers: .max(1)) { id in Just("item \(id)") }
        .sink { print($0) }
        .store(in: &cancellables)
    ids.setFailureType(to: URLError.self)
        .map { id in Just("item \(id)").setFailureType(to: URLError.self) }
        .switchToLatest()
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
        .store(in: &cancellables)
}
