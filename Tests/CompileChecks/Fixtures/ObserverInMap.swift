// An object that is not safe to share cannot be captured by the closure of an operator.
import Signals

// refused: final class Tally {
final class Tally: Sendable {
    let factor = 2
}

func observe(_ counts: PassthroughSubject<Int, Never>, with tally: Tally) -> AnyCancellable {
    counts
        // error: capture of 'tally' with non-Sendable type 'Tally' in a '@Sendable' closure
        .map { $0 * tally.factor }
        .sink { print($0) }
}
