// A closure that throws has to say what, if the stream fails with one type of error.
import Signals

struct NotANumber: Error {}

func parse(_ text: String) throws(NotANumber) -> Int {
    guard let number = Int(text) else { throw NotANumber() }
    return number
}

func numbers(_ texts: PassthroughSubject<String, NotANumber>) -> AnyCancellable {
    texts
        // refused: .map { text in try parse(text) }
        // error: The closure of map throws what its stream can fail with
        .map { (text) throws(NotANumber) in try parse(text) }
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}
