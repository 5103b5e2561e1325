// In a stream that fails with any error every operator takes a closure that throws, as it stands.
import Signals

func check(_ number: Int) throws -> Int {
    guard number < 9 else { throw CancellationError() }
    return number
}

func checked(_ numbers: PassthroughSubject<Int, any Error>) -> AnyCancellable {
    numbers
        .map { try check($0) }
        .compactMap { try check($0) }
        .filter { try check($0) > 0 }
        .scan(0) { try check($0 + $1) }
        .reduce(0) { try check($0 + $1) }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}
