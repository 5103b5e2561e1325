// A closure that may throw anything is for a stream that may fail with anything.
import Signals

struct NotANumber: Error {}

func parse(_ text: String) throws -> Int {
    guard let number = Int(text) else { throw NotANumber() }
    return number
}

// refused: func numbers(_ texts: PassthroughSubject<String, Never>) -> AnyCancellable {
func numbers(_ texts: PassthroughSubject<String, any Error>) -> AnyCancellable {
    texts
        // error: The closure of map throws what its stream can fail with
        .map { try parse($0) }
        .compactMap { (number: Int) in number > 0 ? number : nil }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}
