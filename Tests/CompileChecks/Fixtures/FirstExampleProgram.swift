// The first example is a program as it stands, and its hop to the main actor is needed.
import Signals

let numbers = PassthroughSubject<Int, Never>()
var received: [Int] = []
// refused: let doubled = numbers.map { $0 * 2 }
let doubled = numbers.map { $0 * 2 }.receive(on: .mainImmediate)
// error: main actor-isolated var 'received' can not be mutated from a nonisolated context
let handle = doubled.sink { received.append($0) }
numbers.send(1)
numbers.send(2)
withExtendedLifetime(handle) { print(received) }
