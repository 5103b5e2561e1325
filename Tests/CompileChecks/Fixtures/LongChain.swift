// A chain of nine without annotations is little work for the type checker, which may take 1000 steps here.
// flags: -Xfrontend -solver-scope-threshold=1000
import Signals

func follow(_ numbers: PassthroughSubject<Int, Never>) -> AnyCancellable {
    numbers
        .map { $0 * 2 }
        .filter { $0 > 2 }
        .map { $0 + 1 }
        .filter { $0 > 3 }
        .compactMap { $0 < 9 ? $0 : nil }
        .map { $0 - 1 }
        .removeDuplicates()
        .filter { $0 != 5 }
        .sink { print($0) }
}
