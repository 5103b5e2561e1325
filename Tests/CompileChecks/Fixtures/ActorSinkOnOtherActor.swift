// A sink on an actor may use that actor's state, and no other's.
import Signals

actor Ledger {
    var entries: [Int] = []

    func add(_ value: Int) { entries.append(value) }
}

func observe(_ values: PassthroughSubject<Int, Never>, _ status: Ledger, _ other: Ledger) -> AnyCancellable {
    values.sink(on: status) { (status: isolated Ledger, value) in
        // refused: other.entries.append(value)
        // error: actor-isolated property 'entries' can not be mutated from a nonisolated context
        status.add(value)
    }
}
