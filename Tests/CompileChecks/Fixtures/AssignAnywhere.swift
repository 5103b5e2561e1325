// Values can be assigned from any thread to an object that may be used from any thread.
import Signals
import Synchronization

// refused: final class Tally {
final class Tally: Sendable {
    private let stored = Mutex(0)

    var count: Int {
        get { stored.withLock { $0 } }
        set { stored.withLock { $0 = newValue } }
    }
}

func observe(_ counts: PassthroughSubject<Int, Never>, with tally: Tally) -> AnyCancellable {
    // error: type 'Tally' does not conform to the 'Sendable' protocol
    counts.assign(to: \.count, on: tally)
}
