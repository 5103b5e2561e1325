// Closures without annotations are little work for the type checker, which may take 1000 steps here.
// flags: -Xfrontend -solver-scope-threshold=1000
import Signals

func sums(_ texts: PassthroughSubject<String, Never>, _ others: PassthroughSubject<Int, Never>) -> AnyCancellable {
    texts
        .compactMap { Int($0) }
        .filter { $0 % 2 == 0 }
        .scan(0) { $0 + $1 }
        .combineLatest(others) { $0 * $1 }
        .map { "\($0) in all" }
        .sink { print($0) }
}
