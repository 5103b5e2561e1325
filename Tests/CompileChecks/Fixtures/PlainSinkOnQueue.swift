// A sink on a queue is a plain one, and its closure need not be the main actor's.
import Dispatch
import Signals

func observe(_ counts: PassthroughSubject<Int, Never>, on scheduler: any Scheduler) -> [AnyCancellable] {
    [
        counts.receive(on: DispatchQueue.global()).sink { print($0) },
        counts.receive(on: scheduler).sink { print($0) },
        counts.sink { print($0) },
    ]
}
