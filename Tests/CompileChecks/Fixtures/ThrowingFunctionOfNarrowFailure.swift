// A function that throws what the stream fails with can be passed by its name.
import Signals

struct NotANumber: Error {}
struct Another: Error {}

func parse(_ text: String) throws(NotANumber) -> Int {
    guard let number = Int(text) else { throw NotANumber() }
    return number
}

// refused: func numbers(_ texts: PassthroughSubject<String, Another>) -> AnyCancellable {
func numbers(_ texts: PassthroughSubject<String, NotANumber>) -> AnyCancellable {
    texts
        // error: The closure of map throws what its stream can fail with
        .map(parse)
        .sink(receiveCompletion: { print($0) }, receiveValue: { print($0) })
}
