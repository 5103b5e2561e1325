// A chain of ten with literals, closures and four timed operators is little work for the type checker: 5000 steps at most.
// flags: -Xfrontend -solver-scope-threshold=5000
import Dispatch
import Signals

func follow(_ numbers: PassthroughSubject<Int, Never>, _ queue: DispatchQueue, _ pause: Duration) -> AnyCancellable {
    numbers
        .map { $0 * 2 }
        .filter { $0 > 2 }
        .debounce(for: .milliseconds(300), scheduler: queue)
        .map { $0 + 1 }
        .removeDuplicates()
        .throttle(for: 0.5, scheduler: queue, latest: true)
        .delay(for: pause, scheduler: queue)
        .map { "\($0)" }
        .receive(on: .main)
        .sink { print($0) }
}

func mainActor(_ numbers: PassthroughSubject<Int, Never>, _ pause: Duration) -> AnyCancellable {
    numbers
        .map { $0 * 2 }
        .debounce(for: pause, scheduler: .main)
        .map { $0 + 1 }
        .throttle(for: pause, scheduler: .main, latest: true)
        .map { $0 + 1 }
        .delay(for: 1, scheduler: .mainImmediate)
        .map { $0 + 1 }
        .timeout(.seconds(5), scheduler: .main)
        .filter { $0 > 2 }
        .sink { print($0) }
}
