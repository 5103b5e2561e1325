import Dispatch
import Foundation
import Signals
import SignalsTesting
import TestSupport
import Testing

@Suite("CancellableBag and store(in:)")
struct CancellableBagTests {
    @Test("C18: a bag takes handles from eight threads while another empties it, and each is cancelled once")
    func manyThreads() {
        underWatchdog {
            let bag = CancellableBag()
            let perThread = 10_000
            let counts = (0..<8).map { _ in Protected(0) }
            let isOver = Protected(false)
            let emptied = DispatchSemaphore(value: 0)
            Thread {
                while !isOver.current { bag.removeAll() }
                emptied.signal()
            }.start()
            onThreads(8) { thread in
                for _ in 0..<perThread {
                    AnyCancellable { counts[thread].increment() }.store(in: bag)
                }
            }
            isOver.withValue { $0 = true }
            emptied.wait()
            bag.removeAll()
            #expect(counts.map(\.current) == Array(repeating: perThread, count: 8))
            #expect(bag.isEmpty)
        }
    }

    @Test("C18: what is added to a cancelled bag is cancelled at once")
    func addedAfterCancel() {
        let count = Protected(0)
        let bag = CancellableBag()
        AnyCancellable { count.increment() }.store(in: bag)
        bag.cancel()
        #expect(count.current == 1)
        AnyCancellable { count.increment() }.store(in: bag)
        #expect(count.current == 2)
        #expect(bag.isEmpty)
        bag.cancel()
        #expect(count.current == 2)
    }

    @Test("C18: a handler may use the bag that cancels it")
    func handlerUsesBag() {
        underWatchdog {
            let bag = CancellableBag()
            let log = Log<String>()
            bag.add(
                AnyCancellable {
                    log.append("first")
                    bag.add(AnyCancellable { log.append("added") })
                    bag.removeAll()
                    log.append("counted \(bag.count)")
                })
            bag.removeAll()
            #expect(log.entries == ["first", "added", "counted 0"])
        }
    }

    @Test("a handle that is taken out of the bag is not cancelled")
    func removed() {
        let count = Protected(0)
        let bag = CancellableBag()
        let handle = AnyCancellable { count.increment() }
        handle.store(in: bag)
        bag.remove(handle)
        bag.cancel()
        #expect(count.current == 0)
        handle.cancel()
        #expect(count.current == 1)
    }

    @Test("releasing the bag, the set or the array that a handle was stored in cancels it")
    func released() {
        let count = Protected(0)
        var set: Set<AnyCancellable> = []
        var array: [AnyCancellable] = []
        var bag: CancellableBag? = CancellableBag()
        AnyCancellable { count.increment() }.store(in: &set)
        AnyCancellable { count.increment() }.store(in: &array)
        AnyCancellable { count.increment() }.store(in: bag!)
        #expect(count.current == 0)
        set = []
        #expect(count.current == 1)
        array = []
        #expect(count.current == 2)
        bag = nil
        #expect(count.current == 3)
    }

    @Test("anything that can be cancelled can be stored, and is cancelled with the store")
    func storing() {
        let subject = PassthroughSubject<Int, Never>()
        let connectable = subject.makeConnectable()
        let recorder = connectable.record()
        var handles: Set<AnyCancellable> = []
        var list: [AnyCancellable] = []
        connectable.connect().store(in: &handles)
        subject.send(1)
        handles = []
        subject.send(2)
        connectable.connect().store(in: &list)
        subject.send(3)
        list = []
        let bag = CancellableBag()
        connectable.connect().store(in: bag)
        subject.send(4)
        bag.cancel()
        subject.send(5)
        #expect(recorder.values == [1, 3, 4])
    }
}
