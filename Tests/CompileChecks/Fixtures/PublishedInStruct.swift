// A published property needs an object to belong to.
import Signals

// refused: struct Counter {
final class Counter {
    // error: @Published is for properties of classes
    @Published var count = 0
}

func run() { print(Counter()) }
