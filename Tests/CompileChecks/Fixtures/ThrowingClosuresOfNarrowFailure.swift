// In a stream that fails with one type of error every operator takes a closure that throws just that.
import Signals

struct TooLarge: Error {}

func check(_ number: Int) throws(TooLarge) -> Int {
    if number > 9 { throw TooLarge() }
    return number
}

func numbers(_ numbers: PassthroughSubject<Int, TooLarge>) -> AnyCancellable {
    numbers
        .map { (number) throws(TooLarge) in try check(number) }
        .compactMap { (number) throws(TooLarge) -> Int? in try check(number) }
        .filter { (number) throws(TooLarge) in try check(number) > 0 }
        .scan(0) { (sum, next) throws(TooLarge) in try check(sum + next) }
        .reduce(0) { (sum, next) throws(TooLarge) in try check(sum + next) }
        .mapError { $0 as any Error }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}
