// A local variable cannot be changed by a sink, which may run on any thread.
import Signals

func observe(_ counts: PassthroughSubject<Int, Never>) -> AnyCancellable {
    var last = 0
    last += 1
    // refused: return counts.sink { last = $0 }
    // error: mutation of captured var 'last' in concurrently-executing code
    return counts.sink { [last] in print(last, $0) }
}
